import { Button } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { pageAt, pageOf } from '../../lib/search-params.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { QueueTable } from './queue-table.tsx';
import { useQueue } from './use-queue.ts';

const route = getRouteApi('/$workspace/reviews/');
const PAGE_SIZE = 50;

/** What waits for a reviewer, the longest first (specification 3.5). */
export function QueuePage() {
  const search = route.useSearch();
  const { claim, department, days, page } = search;
  const navigate = useNavigate({ from: '/$workspace/reviews/' });
  const { limit, offset } = pageOf(page, PAGE_SIZE);
  const queue = useQueue({ claim: claim ?? 'all', department_id: department, waiting_days: days, limit, offset });
  const clear = () => void navigate({ search: {} });
  const isFiltered = claim !== undefined || department !== undefined || days !== undefined;
  return (
    <>
      <PageHeader
        title="Review"
        description="What trainers have submitted, the longest waiting first. What is here is locked until it is decided."
      />
      <QueueFilters
        search={search}
        onFilter={(change) => void navigate({ search: (before) => ({ ...before, ...change, page: undefined }) })}
        onClear={isFiltered ? clear : undefined}
      />
      <PageState query={queue} what="the review queue">
        {({ modules, total }) => (
          <PagedList
            what={total === 1 ? 'module' : 'modules'}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: pageAt(next, PAGE_SIZE) }) })}
            empty={isFiltered ? <NoneMatches onClear={clear} /> : <NothingWaits />}
          >
            <QueueTable rows={modules} />
          </PagedList>
        )}
      </PageState>
    </>
  );
}

function NothingWaits() {
  return (
    <EmptyState title="Nothing waits for review" icon={<IconClipboardCheck size={28} stroke={1.5} />}>
      A module appears here, by itself, as soon as its trainer submits it.
    </EmptyState>
  );
}

function NoneMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="Nothing that waits matches"
      icon={<IconClipboardCheck size={28} stroke={1.5} />}
      action={
        <Button variant="default" onClick={onClear}>
          Show all that waits
        </Button>
      }
    >
      Take a filter away to see the rest of the queue.
    </EmptyState>
  );
}
