import { keepPreviousData } from '@tanstack/react-query';
import type { TeamReach } from '@training/shared/team/team';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { createPersonColumn, createPathStandingColumns } from '../paths/standing-columns.tsx';

const t = translatorOf('team');
const inPaths = translatorOf('paths');

const LIMIT = 25;

/** Places of the team in their paths; nothing if they have none. */
export function TeamPathStandings({ reach }: { reach: TeamReach }) {
  const [offset, setOffset] = useState(0);
  const found = trpc.paths.ofTeam.useQuery({ reach, limit: LIMIT, offset }, { placeholderData: keepPreviousData });
  if (found.data === undefined || found.data.total === 0) return null;
  const { rows, total } = found.data;
  return (
    <Section title={inPaths('paths')} description={t('aboutPaths')}>
      <PagedList
        what={inPaths('peopleCounted', { count: total })}
        total={total}
        limit={LIMIT}
        offset={offset}
        onPage={setOffset}
        empty={null}
      >
        <DataTable
          label={inPaths('paths')}
          columns={[
            createPersonColumn(),
            { key: 'path', header: inPaths('path'), cell: ({ path }: (typeof rows)[number]) => path },
            ...createPathStandingColumns(),
          ]}
          rows={rows}
          rowKey={({ user_id, path_id }) => `${user_id} ${path_id}`}
        />
      </PagedList>
    </Section>
  );
}
