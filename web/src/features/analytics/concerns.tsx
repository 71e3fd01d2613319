import { SegmentedControl } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { TrainingConcernKind, TrainingConcernOrder } from '@training/shared/analytics/analytics-lists';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { Section } from '../../ui/pages/section.tsx';
import type { SharedAnalyticsFilters, AnalyticsSearchParams } from './analytics-search.ts';
import { ConcernTable } from './concern-table.tsx';
import { listConcernActionChoices, useConcernActions } from './use-concern-actions.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

/** Few rows, so that a page with the figures and tables is short on a phone. */
const PAGE_SIZE = 10;
const NONE: ReadonlySet<string> = new Set();

interface ConcernsProps {
  scope: SharedAnalyticsFilters;
  search: Pick<AnalyticsSearchParams, 'list' | 'order' | 'down' | 'page'>;
  onChange: (change: Partial<AnalyticsSearchParams>) => void;
}

/** People who need attention, the longest waiting first, and what can be done about it. */
export function PeopleConcernsSection({ scope, search, onChange }: ConcernsProps) {
  const { list = 'overdue', page } = search;
  const mayAct = usePermissionReach('assignments:manage') !== undefined;
  const [selected, onSelect] = useState(NONE);
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const sort = useListOrder({
    list: 'analytics-people',
    keys: TrainingConcernOrder.options,
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
  const change = (to: Partial<AnalyticsSearchParams>) => {
    onSelect(NONE);
    onChange(to);
  };
  return (
    <Section anchor="people" title={t('needsAttention')} description={t(`says.${list}`)}>
      <SegmentedControl
        mb="sm"
        aria-label={t('whichPeople')}
        data={TrainingConcernKind.options.map((value) => ({ value, label: t(`list.${value}`) }))}
        value={list}
        onChange={(value) => change({ list: TrainingConcernKind.parse(value), page: undefined })}
      />
      <ConcernTable
        label={t(`list.${list}`)}
        query={concerns}
        page={{ limit, offset }}
        onPage={(next) => change({ page: pageNumberAt(next, PAGE_SIZE) })}
        sort={sort}
        isCertificate={isCertificate}
        choices={mayAct ? listConcernActionChoices(isCertificate) : []}
        actions={actions}
        selected={selected}
        onSelect={onSelect}
        none={t(`none.${list}`)}
      />
    </Section>
  );
}
