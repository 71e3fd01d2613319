import { Button } from '@mantine/core';
import { IconPlus, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { User } from '@training/shared/users';
import { useState } from 'react';
import { pageAt, pageOf } from '../../lib/search-params.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ActivationDialog } from './activation-dialog.tsx';
import { PeopleFilters } from './people-filters.tsx';
import type { PeopleSearch } from './people-search.ts';
import { PeopleTable } from './people-table.tsx';
import { PersonDialog } from './person-dialog.tsx';

const route = getRouteApi('/$workspace/people');
const PAGE_SIZE = 50;

export function PeoplePage() {
  const mayWrite = useMay('users:write') !== undefined;
  const { q, role, department, status, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/people' });
  const { limit, offset } = pageOf(page, PAGE_SIZE);
  const people = trpc.users.search.useQuery(
    { search: q, role, department_id: department, status, limit, offset },
    { placeholderData: keepPreviousData },
  );
  const shown = people.data?.users.map(({ id }) => id) ?? [];
  const failures = trpc.notifications.mailFailures.useQuery({ user_ids: shown }, { enabled: shown.length > 0 });
  // A new object at each opening, so that the form starts afresh.
  const [editing, setEditing] = useState<{ person: User | null } | null>(null);
  const [switching, setSwitching] = useState<User | null>(null);

  // Back undoes a filter, not each pause of a search.
  const filter = (change: PeopleSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }), replace: 'q' in change });
  const clear = () => void navigate({ search: {} });
  return (
    <>
      <PageHeader
        title="People"
        description={
          mayWrite
            ? 'Everybody in this workspace. An HR system can keep this list through the API as well.'
            : 'Everybody in this workspace. Super admins can change this list.'
        }
        actions={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({ person: null })}>
              New person
            </Button>
          )
        }
      />
      <PeopleFilters onFilter={filter} onClear={clear} />
      <PageState query={people} what="the list of people">
        {({ users, total }) => (
          <PagedList
            what={total === 1 ? 'person' : 'people'}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: pageAt(next, PAGE_SIZE) }) })}
            empty={<NobodyMatches onClear={clear} />}
          >
            <PeopleTable
              people={users}
              failures={failures.data ?? []}
              actions={mayWrite ? { onEdit: (person) => setEditing({ person }), onSwitch: setSwitching } : undefined}
            />
          </PagedList>
        )}
      </PageState>
      <PersonDialog editing={editing} onClose={() => setEditing(null)} />
      <ActivationDialog person={switching} onClose={() => setSwitching(null)} />
    </>
  );
}

function NobodyMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="Nobody matches"
      icon={<IconUserSearch size={28} stroke={1.5} />}
      action={
        <Button variant="default" onClick={onClear}>
          Show everybody
        </Button>
      }
    >
      Look for a part of a name or of an e-mail, or take a filter away.
    </EmptyState>
  );
}
