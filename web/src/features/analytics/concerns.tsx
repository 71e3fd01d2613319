import { SegmentedControl } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type Concern, ConcernList } from '@training/shared/analytics/analytics-lists';
import { keepPreviousData } from '@tanstack/react-query';
import { pageAt, pageOf } from '../../lib/search-params.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { PERSON_COLUMNS } from '../../ui/lists/person-columns.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import type { AnalyticsScope, AnalyticsSearch } from './analytics-search.ts';
import classes from './analytics.module.css';
import { dayInWords, percent } from '../../lib/in-words.ts';

const PAGE_SIZE = 25;

const LISTS: Record<ConcernList, { label: string; says: string; none: string }> = {
  overdue: { label: 'Overdue', says: 'Not completed by the due date.', none: 'No one is overdue' },
  at_risk: {
    label: 'At risk',
    says: 'Due within 14 days, and less than half done or failed twice.',
    none: 'No one is at risk',
  },
  expired: { label: 'Expired', says: 'The certificate has expired.', none: 'No certificates have expired' },
  expiring: {
    label: 'Expiring',
    says: 'The certificate expires within 30 days.',
    none: 'No certificates expire soon',
  },
};

interface ConcernsProps {
  scope: AnalyticsScope;
  list: ConcernList;
  page: number | undefined;
  onChange: (change: Partial<AnalyticsSearch>) => void;
}

/** People who need attention, the longest waiting first. */
export function Concerns({ scope, list, page, onChange }: ConcernsProps) {
  const { limit, offset } = pageOf(page, PAGE_SIZE);
  const concerns = trpc.analytics.concerns.useQuery(
    { list, ...scope, limit, offset },
    { placeholderData: keepPreviousData },
  );
  const isCertificate = list === 'expired' || list === 'expiring';
  return (
    <Section title="Needs attention" description={LISTS[list].says}>
      <SegmentedControl
        mb="sm"
        aria-label="Which people"
        className={classes.lists}
        data={ConcernList.options.map((value) => ({ value, label: LISTS[value].label }))}
        value={list}
        onChange={(value) => onChange({ list: ConcernList.parse(value) })}
      />
      <PageState query={concerns} what="the list of people">
        {({ concerns: found, total }) => (
          <PagedList
            what={total === 1 ? 'training' : 'trainings'}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) => onChange({ page: pageAt(next, PAGE_SIZE) })}
            empty={
              <EmptyState title={LISTS[list].none} headingLevel={3} icon={<IconCircleCheck size={28} stroke={1.5} />} />
            }
          >
            <DataTable
              label={LISTS[list].label}
              columns={isCertificate ? CERTIFICATES : UNFINISHED}
              rows={found}
              rowKey={({ enrollment_id }) => enrollment_id}
            />
          </PagedList>
        )}
      </PageState>
    </Section>
  );
}

const WHO: Column<Concern>[] = [
  ...PERSON_COLUMNS,
  {
    key: 'module',
    header: 'Module',
    cell: ({ module, course }) => <TwoLines below={course}>{module}</TwoLines>,
  },
];

const UNFINISHED: Column<Concern>[] = [
  ...WHO,
  { key: 'due', header: 'Due', nowrap: true, cell: ({ due_on }) => (due_on === null ? '–' : dayInWords(due_on)) },
  { key: 'progress', header: 'Progress', align: 'end', cell: ({ progress }) => percent(progress ?? 0) },
  { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
];

const CERTIFICATES: Column<Concern>[] = [
  ...WHO,
  {
    key: 'expires',
    header: 'Last day',
    nowrap: true,
    cell: ({ expires_on }) => (expires_on === null ? '–' : dayInWords(expires_on)),
  },
  { key: 'progress', header: 'Renewal', align: 'end', cell: ({ progress }) => percent(progress ?? 0) },
];
