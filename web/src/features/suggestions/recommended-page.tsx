import { Tabs } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { RESTORE_DAYS, type SuggestionSummary } from '@training/shared/suggestions';
import { useState } from 'react';
import { pageAt, pageOf } from '../../lib/search-params.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { SuggestionList } from './suggestion-list.tsx';

const route = getRouteApi('/$workspace/recommended/');
const PAGE_SIZE = 50;

/** What other systems suggest to teach (decisions §7). */
export function RecommendedPage() {
  const reach = useMay('suggestions:read');
  const mayDismiss = useMay('suggestions:dismiss') !== undefined;
  const { show, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/recommended/' });
  const status = show ?? 'pending';
  const [dismissing, setDismissing] = useState<SuggestionSummary | null>(null);
  return (
    <>
      <PageHeader
        title="Recommended"
        description={
          reach === 'department'
            ? 'Content that other systems suggest to teach: your department’s, and what is nobody’s yet.'
            : 'Content that other systems suggest to teach. Nothing here reaches learners by itself.'
        }
      />
      <Tabs
        value={status}
        onChange={(tab) => void navigate({ search: tab === 'dismissed' ? { show: tab } : {} })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="pending">Pending</Tabs.Tab>
          <Tabs.Tab value="dismissed">Dismissed</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={status}>
          {/* With the other tab's rows left behind: they would lie, even for a moment. */}
          <Queue
            key={status}
            status={status}
            page={page}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: pageAt(next, PAGE_SIZE) }) })}
            onDismiss={mayDismiss ? setDismissing : undefined}
          />
        </Tabs.Panel>
      </Tabs>
      <DismissDialog suggestion={dismissing} onClose={() => setDismissing(null)} />
    </>
  );
}

interface QueueProps {
  status: 'pending' | 'dismissed';
  page: number | undefined;
  onPage: (offset: number) => void;
  onDismiss: ((suggestion: SuggestionSummary) => void) | undefined;
}

function Queue({ status, page, onPage, onDismiss }: QueueProps) {
  const { limit, offset } = pageOf(page, PAGE_SIZE);
  const suggestions = trpc.suggestions.list.useQuery({ status, limit, offset }, { placeholderData: keepPreviousData });
  return (
    <PageState query={suggestions} what="the queue">
      {({ suggestions: found, total }) => (
        <PagedList
          what={total === 1 ? 'suggestion' : 'suggestions'}
          total={total}
          limit={limit}
          offset={offset}
          onPage={onPage}
          empty={status === 'pending' ? <NothingPending /> : <NothingDismissed />}
        >
          <SuggestionList suggestions={found} onDismiss={onDismiss} />
        </PagedList>
      )}
    </PageState>
  );
}

function NothingPending() {
  return (
    <EmptyState title="Nothing is waiting" icon={<IconInbox size={28} stroke={1.5} />}>
      What other systems push through the API’s intake appears here.
    </EmptyState>
  );
}

function NothingDismissed() {
  return (
    <EmptyState title="Nothing was dismissed" icon={<IconInbox size={28} stroke={1.5} />}>
      What is dismissed stays here, with the reason, and can be taken back for {RESTORE_DAYS} days.
    </EmptyState>
  );
}
