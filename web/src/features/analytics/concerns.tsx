import { SegmentedControl } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { ConcernList, ConcernOrder } from '@training/shared/analytics/analytics-lists';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { pageAt, pageOf } from '../../lib/search-params.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { selectionColumn } from '../../ui/lists/selection.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import type { AnalyticsScope, AnalyticsSearch } from './analytics-search.ts';
import classes from './analytics.module.css';
import { concernColumns, concernMenu } from './concern-columns.tsx';
import { SelectedConcerns } from './selected-concerns.tsx';
import { useConcernActions } from './use-concern-actions.tsx';

/** Few rows, so that a page with the figures and tables is short on a phone. */
const PAGE_SIZE = 10;
const NONE: ReadonlySet<string> = new Set();

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
    <Section anchor="people" title="Needs attention" description={LISTS[list].says}>
      <SegmentedControl
        mb="sm"
        aria-label="Which people"
        className={classes.lists}
        data={ConcernList.options.map((value) => ({ value, label: LISTS[value].label }))}
        value={list}
        onChange={(value) => change({ list: ConcernList.parse(value), page: undefined })}
      />
      <PageState query={concerns} what="the list of people">
        {({ concerns: found, total }) => {
          const columns = concernColumns(isCertificate);
          const rows = mayAct
            ? [
                selectionColumn({
                  rows: found,
                  idOf: ({ enrollment_id }) => enrollment_id,
                  labelOf: ({ full_name, module }) => `Select ${full_name}, ${module}`,
                  labelOfAll: 'Select all shown',
                  selected,
                  onSelect,
                }),
                ...columns,
                concernMenu(isCertificate, actions.act),
              ]
            : columns;
          return (
            <PagedList
              what={total === 1 ? 'training' : 'trainings'}
              total={total}
              limit={limit}
              offset={offset}
              onPage={(next) => change({ page: pageAt(next, PAGE_SIZE) })}
              empty={
                <EmptyState
                  title={LISTS[list].none}
                  headingLevel={3}
                  icon={<IconCircleCheck size={28} stroke={1.5} />}
                />
              }
            >
              <DataTable
                label={LISTS[list].label}
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
