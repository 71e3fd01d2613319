import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type Concern, ConcernList, ConcernOrder } from '@training/shared/analytics/analytics-lists';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { relativeTime } from '../../lib/i18n/dates.ts';
import { inDots, dayInWords, percent } from '../../lib/i18n/in-words.ts';
import { pageAt, pageOf } from '../../lib/search-params.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { MenuItem } from '../../ui/popups/menu.tsx';
import { SelectionBar, selectionColumn } from '../../ui/lists/selection.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import type { AnalyticsScope, AnalyticsSearch } from './analytics-search.ts';
import classes from './analytics.module.css';
import { actionsOn, type ConcernAction, useConcernActions } from './use-concern-actions.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

/** The columns of a list; on phones each row has its most important ones in one cell. */
function concernColumns(isCertificate: boolean): Column<Concern>[] {
  const date = (concern: Concern) => dateOf(concern, isCertificate);
  return [
    {
      key: 'person',
      header: t('person'),
      isRowHeader: true,
      isSortable: true,
      cell: (concern) => (
        <>
          <Person of={concern} />
          <Text size="xs" c="dimmed" fw={400} className={classes.wide}>
            {concern.email}
          </Text>
          <Text size="xs" c="dimmed" fw={400} className={classes.narrow}>
            {inDots([concern.module, date(concern), remindedInWords(concern)])}
          </Text>
        </>
      ),
    },
    {
      key: 'department',
      header: t('department'),
      isSortable: true,
      isWideOnly: true,
      cell: ({ department }) => department ?? '–',
    },
    {
      key: 'module',
      header: t('module'),
      isSortable: true,
      isWideOnly: true,
      cell: ({ module, course }) => <TwoLines below={course}>{module}</TwoLines>,
    },
    {
      key: 'date',
      header: isCertificate ? t('lastDay') : t('due'),
      nowrap: true,
      isSortable: true,
      isWideOnly: true,
      cell: date,
    },
    {
      key: 'progress',
      header: isCertificate ? t('renewal') : t('progress'),
      align: 'end',
      isSortable: true,
      isWideOnly: true,
      cell: ({ progress }) => percent(progress ?? 0),
    },
    {
      key: 'reminded',
      header: t('reminded'),
      nowrap: true,
      isWideOnly: true,
      cell: ({ reminded }) =>
        reminded === null ? (
          '–'
        ) : (
          <TwoLines below={t('remindedBy', { name: reminded.by_name })}>{<Time at={reminded.at} />}</TwoLines>
        ),
    },
  ];
}

/** The actions on one row. */
const concernMenu = (
  isCertificate: boolean,
  onAct: (action: ConcernAction, concerns: readonly Concern[]) => void,
): Column<Concern> => ({
  key: 'actions',
  header: t('actions'),
  headerHidden: true,
  align: 'end',
  nowrap: true,
  cell: (concern) => (
    <RowMenu label={t('actionsFor', { person: concern.full_name, module: concern.module })}>
      {actionsOn(isCertificate).map(({ action, label }) => (
        <MenuItem key={action} onClick={() => onAct(action, [concern])}>
          {label}
        </MenuItem>
      ))}
    </RowMenu>
  ),
});

/** Links to the person's page. Whoever sees the list may open it. */
function Person({ of: { user_id, full_name } }: { of: Concern }) {
  const { workspace } = useWorkspace();
  return (
    <TextLink to="/$workspace/people/$person" params={{ workspace: workspace.slug, person: user_id }}>
      {full_name}
    </TextLink>
  );
}

function dateOf({ due_on, expires_on }: Concern, isCertificate: boolean): string {
  const day = isCertificate ? expires_on : due_on;
  return day === null ? '–' : dayInWords(day);
}

const remindedInWords = ({ reminded }: Concern) =>
  reminded === null ? null : t('remindedAt', { at: relativeTime(reminded.at), name: reminded.by_name });

interface SelectedConcernsProps {
  concerns: readonly Concern[];
  /** The number of trainings on the page. */
  shown: number;
  isCertificate: boolean;
  isReminding: boolean;
  onAct: (action: ConcernAction, concerns: readonly Concern[]) => void;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Actions on the selected trainings. */
function SelectedConcerns(props: SelectedConcernsProps) {
  const { concerns, shown, isCertificate, isReminding, onAct, onSelectAll, onClear } = props;
  if (concerns.length === 0) return null;
  return (
    <SelectionBar
      label={t('selectedTrainings')}
      selected={t('trainings', { count: concerns.length })}
      onClear={onClear}
    >
      {actionsOn(isCertificate).map(({ action, label }) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          loading={action === 'remind' && isReminding}
          onClick={() => onAct(action, concerns)}
        >
          {label}
        </Button>
      ))}
      {concerns.length < shown && (
        // On phones, whose lists have no header with a checkbox.
        <Button size="xs" variant="subtle" className={classes.narrow} onClick={onSelectAll}>
          {t('selectAll', { count: shown })}
        </Button>
      )}
    </SelectionBar>
  );
}

/** Few rows, so that a page with the figures and tables is short on a phone. */
const PAGE_SIZE = 10;
const NONE: ReadonlySet<string> = new Set();

interface ConcernsProps {
  scope: AnalyticsScope;
  search: Pick<AnalyticsSearch, 'list' | 'order' | 'down' | 'page'>;
  onChange: (change: Partial<AnalyticsSearch>) => void;
}

/** People who need attention, the longest waiting first, and what can be done about it. */
export function Concerns({ scope, search, onChange }: ConcernsProps) {
  const { list = 'overdue', page } = search;
  const mayAct = useMay('assignments:manage') !== undefined;
  const [selected, onSelect] = useState(NONE);
  const { limit, offset } = pageOf(page, PAGE_SIZE);
  const sort = useListOrder({
    list: 'analytics-people',
    keys: ConcernOrder.options,
    initial: { by: 'date', isDescending: false },
    inUrl: { by: search.order, isDescending: search.down },
    onChange: ({ by, isDescending }) => change({ order: by, down: isDescending || undefined, page: undefined }),
  });
  const concerns = trpc.analytics.concerns.useQuery(
    { list, ...scope, order: sort.by, descending: sort.isDescending, limit, offset },
    { placeholderData: keepPreviousData },
  );
  const isCertificate = list === 'expired' || list === 'expiring';
  const actions = useConcernActions(isCertificate, () => onSelect(NONE));
  const change = (to: Partial<AnalyticsSearch>) => {
    onSelect(NONE);
    onChange(to);
  };
  return (
    <Section anchor="people" title={t('needsAttention')} description={t(`says.${list}`)}>
      <SegmentedControl
        mb="sm"
        aria-label={t('whichPeople')}
        data={ConcernList.options.map((value) => ({ value, label: t(`list.${value}`) }))}
        value={list}
        onChange={(value) => change({ list: ConcernList.parse(value), page: undefined })}
      />
      <PageState query={concerns} what={t('listPeople')}>
        {({ concerns: found, total }) => {
          const columns = concernColumns(isCertificate);
          const rows = mayAct
            ? [
                selectionColumn({
                  rows: found,
                  idOf: ({ enrollment_id }) => enrollment_id,
                  labelOf: ({ full_name, module }) => t('selectOne', { person: full_name, module }),
                  labelOfAll: t('selectAllShown'),
                  selected,
                  onSelect,
                }),
                ...columns,
                concernMenu(isCertificate, actions.act),
              ]
            : columns;
          return (
            <PagedList
              what={t('trainingsListed', { count: total })}
              total={total}
              limit={limit}
              offset={offset}
              onPage={(next) => change({ page: pageAt(next, PAGE_SIZE) })}
              empty={
                <EmptyState
                  title={t(`none.${list}`)}
                  headingLevel={3}
                  icon={<IconCircleCheck size={28} stroke={1.5} />}
                />
              }
            >
              <DataTable
                label={t(`list.${list}`)}
                columns={rows}
                rows={found}
                rowKey={({ enrollment_id }) => enrollment_id}
                sort={sort}
                isCompact
              />
              <SelectedConcerns
                concerns={found.filter(({ enrollment_id }) => selected.has(enrollment_id))}
                shown={found.length}
                isCertificate={isCertificate}
                isReminding={actions.isReminding}
                onAct={actions.act}
                onSelectAll={() => onSelect(new Set(found.map(({ enrollment_id }) => enrollment_id)))}
                onClear={() => onSelect(NONE)}
              />
            </PagedList>
          );
        }}
      </PageState>
      {actions.dialog}
    </Section>
  );
}
