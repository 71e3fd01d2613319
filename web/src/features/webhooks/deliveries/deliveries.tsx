import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { topics } from '@training/shared/live';
import { OutgoingType } from '@training/shared/events/outgoing-events';
import { DeliveryState, type WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FilterBar, FilterSelect } from '../../../ui/lists/filter-bar.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { DeliveryList, DELIVERY_STATES } from './delivery-list.tsx';
import type { DeliverySearch } from './delivery-search.ts';
import { useListOrder } from '../../../ui/lists/use-list-order.ts';
import { NewestAndOlder } from '../../../ui/lists/newest-and-older.tsx';
import { inFull } from '../../../lib/i18n/numbers.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useReplay } from './use-replay.ts';

const route = getRouteApi('/$workspace/settings/webhooks/$webhook');
const PAGE_SIZE = 25;

/** The deliveries of an endpoint, with its responses. */
export function Deliveries({ endpoint, mayWrite }: { endpoint: WebhookEndpoint; mayWrite: boolean }) {
  const { before, down, order, ...search } = route.useSearch();
  const state = DeliveryState.safeParse(search.state).data;
  const type = OutgoingType.safeParse(search.type).data;
  const navigate = useNavigate({ from: '/$workspace/settings/webhooks/$webhook' });
  const sort = useListOrder({
    list: 'webhook-deliveries',
    keys: ['time'],
    initial: { by: 'time', isDescending: true },
    inUrl: { by: order, isDescending: down },
    onChange: ({ by, isDescending }) => filter({ order: by, down: isDescending || undefined }),
  });
  const deliveries = useLiveQuery(
    trpc.webhooks.deliveries.useQuery(
      { id: endpoint.id, state, type, oldest_first: !sort.isDescending, before, limit: PAGE_SIZE },
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
        <FilterSelect
          label="Order"
          all="Newest first"
          options={[{ value: 'oldest' as const, label: 'Oldest first' }]}
          value={sort.isDescending ? undefined : 'oldest'}
          onChange={() => sort.onSort('time')}
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
            <NewestAndOlder from={before} next={next} isReversed={!sort.isDescending} onTurn={turnTo} />
          </>
        )}
      </PageState>
    </Section>
  );
}

/** Sends all events of a time span again. */
function ReplaySpan({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {' '}
        Replay time range{' '}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title="Replay time range" size="md">
        <SpanForm endpoint={endpoint} onClose={close} />
      </FormDialog>
    </>
  );
}

function SpanForm({ endpoint: { id, state }, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { values, change, words } = useKeptState(['replay span', id], { from: '', to: '' });
  const { from, to } = values;
  const [isTried, setTried] = useState(false);
  const finish = () => {
    words.sent();
    onClose();
  };
  const replay = useReplay(finish);
  const isEmpty = from === '';
  const isTurned = from !== '' && to !== '' && from >= to;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || isTurned) {
      event.currentTarget.querySelector<HTMLElement>(isEmpty ? 'input' : 'input:last-of-type')?.focus();
      return;
    }
    replay.mutate({ which: 'span', id, from: momentOf(from), ...(to !== '' && { to: momentOf(to) }) });
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      words={words}
      failure="Couldn’t replay everything"
      problem={replay.error === null ? null : problemOf(replay.error)}
      submitLabel="Replay"
      isSubmitting={replay.isPending}
    >
      <Text>
        All events in this time range are sent again with their IDs, including those that were delivered. Your receiver
        should skip duplicates. {state === 'off' && 'The webhook is off: each is tried once.'}
      </Text>
      <Group grow align="flex-start">
        <TextInput
          label="From"
          type="datetime-local"
          required
          data-autofocus
          value={from}
          error={isTried && isEmpty && 'Enter a start time'}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          label="To"
          description="Leave empty for now."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="datetime-local"
          value={to}
          error={isTurned && 'Must be later than “From”'}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      </Group>
      {replay.isPending && (
        <Text c="dimmed" component="output">
          {inFull(replay.replayed)} so far
        </Text>
      )}
    </FormInDialog>
  );
}

/** Converts the reader's local time to a timestamp. */
const momentOf = (local: string) => new Date(local).toISOString();
