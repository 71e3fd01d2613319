import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { topics } from '@training/shared/live';
import { OutgoingType } from '@training/shared/events/outgoing-events';
import { DeliveryState, type WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FilterBar, FilterSelect } from '../../../ui/lists/filter-bar.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { DeliveryList } from './delivery-list.tsx';
import type { DeliverySearch } from './delivery-search.ts';
import { DELIVERY_STATES } from './delivery-words.ts';
import { ReplaySpan } from './replay-span.tsx';
import { NewestAndOlder } from '../../../ui/lists/newest-and-older.tsx';

const route = getRouteApi('/$workspace/settings/webhooks/$webhook');
const PAGE_SIZE = 25;

/** The deliveries of an endpoint, with its responses. */
export function Deliveries({ endpoint, mayWrite }: { endpoint: WebhookEndpoint; mayWrite: boolean }) {
  const { before, ...search } = route.useSearch();
  const state = DeliveryState.safeParse(search.state).data;
  const type = OutgoingType.safeParse(search.type).data;
  const navigate = useNavigate({ from: '/$workspace/settings/webhooks/$webhook' });
  const deliveries = useLiveQuery(
    trpc.webhooks.deliveries.useQuery(
      { id: endpoint.id, state, type, before, limit: PAGE_SIZE },
      { placeholderData: keepPreviousData },
    ),
    { topic: topics.webhooks },
  );
  const isFiltered = state !== undefined || type !== undefined;
  const filter = (change: DeliverySearch) =>
    void navigate({ search: (now) => ({ ...now, ...change, before: undefined }), resetScroll: false });
  const turnTo = (next: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, before: next }), resetScroll: false });
  return (
    <Section
      title="Deliveries"
      description="Kept for 30 days. A replay keeps its event ID, so your receiver can tell duplicates."
      actions={mayWrite && <ReplaySpan endpoint={endpoint} />}
    >
      <FilterBar
        what="deliveries"
        onClear={isFiltered ? () => filter({ state: undefined, type: undefined }) : undefined}
      >
        <FilterSelect
          label="State"
          all="All states"
          options={DeliveryState.options.map((value) => ({ value, label: DELIVERY_STATES[value].label }))}
          value={state}
          onChange={(next) => filter({ state: next })}
        />
        <FilterSelect
          label="Event"
          all="All events"
          options={OutgoingType.options.map((value) => ({ value, label: value }))}
          value={type}
          onChange={(next) => filter({ type: next })}
        />
      </FilterBar>
      <PageState query={deliveries} what="the deliveries">
        {({ deliveries: found, next }) => (
          <>
            {found.length === 0 ? (
              <EmptyState title={isFiltered ? 'No deliveries match' : 'No deliveries yet'} headingLevel={3}>
                {isFiltered ? 'Clear a filter.' : 'Deliveries will appear here when events happen.'}
              </EmptyState>
            ) : (
              <DeliveryList endpointId={endpoint.id} deliveries={found} mayReplay={mayWrite} />
            )}
            <NewestAndOlder from={before} next={next} onTurn={turnTo} />
          </>
        )}
      </PageState>
    </Section>
  );
}
