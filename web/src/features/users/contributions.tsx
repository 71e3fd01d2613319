import { keepPreviousData } from '@tanstack/react-query';
import type { Contribution } from '@training/shared/users/people';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { ModuleLink } from './training.tsx';

const PAGE_SIZE = 10;

const COLUMNS: Column<Contribution>[] = [
  {
    key: 'module',
    header: 'Module',
    cell: (contribution) => (
      <TwoLines below={contribution.course}>
        <ModuleLink of={contribution} />
      </TwoLines>
    ),
  },
  {
    key: 'did',
    header: 'Contribution',
    cell: ({ has_written, decisions }) =>
      [
        has_written && 'Wrote',
        decisions > 0 && `Reviewed: ${decisions === 1 ? '1 decision' : `${decisions} decisions`}`,
      ]
        .filter(Boolean)
        .join(' · '),
  },
];

/** Modules that a person has written or decided on; renders nothing if there are none. */
export function Contributions({ of }: { of: string }) {
  const [offset, setOffset] = useState(0);
  const contributions = trpc.users.contributions.useQuery(
    { id: of, limit: PAGE_SIZE, offset },
    { placeholderData: keepPreviousData },
  );
  if (contributions.data?.total === 0) return null;
  return (
    <Section title="Contributions">
      <PageState query={contributions} what="the contributions">
        {({ contributions: rows, total }) => (
          <PagedList
            what={total === 1 ? 'module' : 'modules'}
            total={total}
            limit={PAGE_SIZE}
            offset={offset}
            onPage={setOffset}
            empty={null}
          >
            <DataTable
              label="Contributions"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ module_id }) => module_id}
              isCompact
            />
          </PagedList>
        )}
      </PageState>
    </Section>
  );
}
