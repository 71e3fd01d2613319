import { SegmentedControl } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { TrainingConcernOrder } from '@training/shared/analytics/analytics-lists';
import { type TeamCounts, TeamConcernKind, type TeamReach } from '@training/shared/team/team';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { Section } from '../../ui/pages/section.tsx';
import { ConcernTable, IsTeamListContext } from '../analytics/concern-table.tsx';
import { actionChoicesOf, useConcernActions } from '../analytics/use-concern-actions.tsx';
import type { TeamSearchParams } from './team-search.ts';

const t = translatorOf('team');

const PAGE_SIZE = 25;
const NONE: ReadonlySet<string> = new Set();

export interface TeamConcernsProps {
  team: TeamCounts;
  reach: TeamReach;
  search: TeamSearchParams;
  onChange: (to: Partial<TeamSearchParams>) => void;
}

/** Who is behind or has a certificate that expires, with reminders and excuses. */
export function TeamConcerns({ team, reach, search, onChange }: TeamConcernsProps) {
  const { list = 'overdue', page } = search;
  const [selected, onSelect] = useState(NONE);
  const isCertificate = list === 'expired' || list === 'expiring';
  const mayRemind = usePermissionReach('team:remind') !== undefined;
  const mayExcuse = usePermissionReach('team:excuse') !== undefined && team.may_excuse && !isCertificate;
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const change = (to: Partial<TeamSearchParams>) => {
    onSelect(NONE);
    onChange(to);
  };
  const sort = useListOrder({
    list: 'team',
    keys: TrainingConcernOrder.options,
    initial: { by: 'date', isDescending: false },
    inUrl: { by: search.order, isDescending: search.down },
    onChange: ({ by, isDescending }) => change({ order: by, down: isDescending || undefined, page: undefined }),
  });
  const concerns = trpc.team.concerns.useQuery(
    { list, reach, order: sort.by, descending: sort.isDescending, limit, offset },
    { placeholderData: keepPreviousData },
  );
  const actions = useConcernActions(isCertificate, () => onSelect(NONE), 'manager');
  return (
    <Section title={t('needsAttention')} description={t(`says.${list}`)}>
      <SegmentedControl
        mb="sm"
        aria-label={t('whichTraining')}
        data={TeamConcernKind.options.map((value) => ({
          value,
          label: t(`list.${value}`, { count: team.lists[value] }),
        }))}
        value={list}
        onChange={(value) => change({ list: TeamConcernKind.parse(value), page: undefined })}
      />
      <IsTeamListContext value>
        <ConcernTable
          label={t(`label.${list}`)}
          query={concerns}
          page={{ limit, offset }}
          onPage={(next) => change({ page: pageNumberAt(next, PAGE_SIZE) })}
          sort={sort}
          isCertificate={isCertificate}
          choices={actionChoicesOf([
            ...(mayRemind ? (['remind'] as const) : []),
            ...(mayExcuse ? (['excuse'] as const) : []),
          ])}
          actions={actions}
          selected={selected}
          onSelect={onSelect}
          none={t(`none.${list}`)}
        />
      </IsTeamListContext>
    </Section>
  );
}
