import { Text } from '@mantine/core';
import type { ModuleAnalytics } from '@training/shared/analytics/analytics';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { formatNumber, formatToTenths } from '../../lib/i18n/numbers.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { SharedAnalyticsFilters, AnalyticsSearchParams } from './analytics-search.ts';
import classes from './analytics.module.css';
import { completedAndAttestedInWords } from './completed-words.ts';
import { sortRows } from '../../ui/lists/sort-rows.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

/** Few rows, so that the page is short on a phone. */
const PAGE_SIZE = 8;

interface ByModuleProps {
  scope: SharedAnalyticsFilters;
  search: Pick<AnalyticsSearchParams, 'from' | 'to' | 'by' | 'byDown' | 'modules'>;
  onChange: (change: Partial<AnalyticsSearchParams>) => void;
}

/** Modules with assignments, those with the lowest completion first unless sorted otherwise. */
export function CompletionByModule({ scope, search, onChange }: ByModuleProps) {
  const { from, to, modules: page } = search;
  const sort = useListOrder({
    list: 'analytics-modules',
    keys: Object.keys(VALUES),
    initial: { by: 'completion', isDescending: false },
    inUrl: { by: search.by, isDescending: search.byDown },
    onChange: ({ by, isDescending }) => onChange({ by, byDown: isDescending || undefined, modules: undefined }),
  });
  const analytics = trpc.analytics.read.useQuery({ ...scope, from, to, include: ['modules'] }, SLOW_QUERY_OPTIONS);
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  return (
    <Section title={t('byModule')} description={t('datesLimitWhatWas')}>
      <PageState query={analytics} what={t('theModules')}>
        {({ modules = [] }) => {
          const assigned = modules.filter((module) => module.assigned > 0);
          return (
            <PagedList
              what={t('moduleCount', { count: assigned.length })}
              total={assigned.length}
              limit={limit}
              offset={offset}
              onPage={(next) => onChange({ modules: pageNumberAt(next, PAGE_SIZE) })}
              empty={<Text c="dimmed">{t('modulesWillAppearHere')}</Text>}
            >
              <DataTable
                label={t('modules')}
                columns={columnsOf()}
                rows={sortRows(assigned, VALUES[sort.by], sort.isDescending).slice(offset, offset + limit)}
                rowKey={({ module_id }) => module_id}
                sort={sort}
                isCompact
              />
            </PagedList>
          );
        }}
      </PageState>
    </Section>
  );
}

const VALUES: Record<string, (row: ModuleAnalytics) => string | number | null> = {
  module: ({ title }) => title,
  assigned: ({ assigned }) => assigned,
  completed: ({ completed }) => completed,
  overdue: ({ overdue }) => overdue,
  completion: ({ completion_rate }) => completion_rate,
  passed: ({ pass_rate }) => pass_rate,
  score: ({ average_score }) => average_score,
  days: ({ median_days_to_complete }) => median_days_to_complete,
};

const rate = (share: number | null) => (share === null ? '–' : formatPercent(share));

const columnsOf = (): Column<ModuleAnalytics>[] => [
  {
    key: 'module',
    header: t('module'),
    isSortable: true,
    cell: ({ module_id, course_id, title, completion_rate, assigned, overdue }) => (
      <>
        <TextLink
          from="/$workspace/analytics"
          to="."
          search={(before) => ({ ...before, page: undefined, course: course_id, module: module_id })}
        >
          {title}
        </TextLink>
        <Text size="xs" c="dimmed" fw={400} className={classes.narrow}>
          {t('rateAndOverdue', { rate: rate(completion_rate), assigned, overdue })}
        </Text>
      </>
    ),
  },
  number('assigned', t('assigned'), ({ assigned }) => formatNumber(assigned)),
  number('completed', t('completed'), completedAndAttestedInWords),
  number('overdue', t('list.overdue'), ({ overdue }) => formatNumber(overdue)),
  number('completion', t('completion'), ({ completion_rate }) => rate(completion_rate)),
  number('passed', t('passed'), ({ pass_rate }) => rate(pass_rate)),
  number('score', t('score'), ({ average_score }) => rate(average_score)),
  number('days', t('medianDays'), ({ median_days_to_complete: days }) => (days === null ? '–' : formatToTenths(days))),
];

function number(key: string, header: string, cell: (row: ModuleAnalytics) => string): Column<ModuleAnalytics> {
  return { key, header, align: 'end', isSortable: true, isWideOnly: true, cell };
}
