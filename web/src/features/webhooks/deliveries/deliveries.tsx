import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { liveTopics } from '@training/shared/live';
import { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { WebhookDeliveryState, type WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FilterBar, FilterSelect } from '../../../ui/lists/filter-bar.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { DeliveryList } from './delivery-list.tsx';
import type { DeliverySearchParams } from './delivery-search.ts';
import { useListOrder } from '../../../ui/lists/use-list-order.ts';
import { CursorPagination } from '../../../ui/lists/newest-and-older.tsx';
import { cappedCountMessageValuesOf } from '../webhook-words.ts';
import { useStoredFormState } from '../../../lib/unsaved-input/use-stored-form-input.ts';
import { FormDialog, FormInDialog, formStateOfMutations } from '../../../ui/dialogs/form-dialog.tsx';
import { useReplayWebhookDeliveries } from './use-replay.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

const route = getRouteApi('/$workspace/settings/webhooks/$webhook');
const PAGE_SIZE = 25;

/** The deliveries of an endpoint, with its responses. */
export function DeliveriesSection({ endpoint, mayWrite }: { endpoint: WebhookEndpoint; mayWrite: boolean }) {
  const { before, down, order, ...search } = route.useSearch();
  const state = WebhookDeliveryState.safeParse(search.state).data;
  const type = OutgoingEventType.safeParse(search.type).data;
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
    { topic: liveTopics.webhooks },
  );
  const isFiltered = state !== undefined || type !== undefined;
  const filter = (change: DeliverySearchParams) =>
    void navigate({ search: (now) => ({ ...now, ...change, before: undefined }), resetScroll: false });
  const turnTo = (next: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, before: next }), resetScroll: false });
  return (
    <Section
      title={t('deliveries')}
      description={t('keptFor')}
      actions={mayWrite && <ReplaySpan endpoint={endpoint} />}
    >
      <FilterBar
        what={t('theListedDeliveries')}
        onClear={isFiltered ? () => filter({ state: undefined, type: undefined }) : undefined}
      >
        <FilterSelect
          label={t('state')}
          all={t('allStates')}
          options={WebhookDeliveryState.options.map((value) => ({
            value,
            label: value === 'pending' ? t('waitingToBeSent') : t(`state.${value}`),
          }))}
          value={state}
          onChange={(next) => filter({ state: next })}
        />
        <FilterSelect
          label={t('event')}
          all={t('allEvents')}
          options={OutgoingEventType.options.map((value) => ({ value, label: value }))}
          value={type}
          onChange={(next) => filter({ type: next })}
        />
        <FilterSelect
          label={t('order')}
          all={t('newestFirst')}
          options={[{ value: 'oldest' as const, label: t('oldestFirst') }]}
          value={sort.isDescending ? undefined : 'oldest'}
          onChange={() => sort.onSort('time')}
        />
      </FilterBar>
      <PageState query={deliveries} what={t('theDeliveries')}>
        {({ deliveries: found, next }) => (
          <>
            {found.length === 0 ? (
              <EmptyState title={isFiltered ? t('noDeliveriesMatch') : t('noDeliveriesYet')} headingLevel={3}>
                {isFiltered ? t('clearAFilter') : t('deliveriesWillAppearHere')}
              </EmptyState>
            ) : (
              <DeliveryList endpointId={endpoint.id} deliveries={found} mayReplay={mayWrite} />
            )}
            <CursorPagination from={before} next={next} isReversed={!sort.isDescending} onTurn={turnTo} />
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
        {t('replayTimeRange')}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title={t('replayTimeRange')} size="md">
        <SpanForm endpoint={endpoint} onClose={close} />
      </FormDialog>
    </>
  );
}

function SpanForm({ endpoint: { id, state }, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { values, change, storedInput } = useStoredFormState(['replay span', id], { from: '', to: '' });
  const { from, to } = values;
  const [isTried, setTried] = useState(false);
  const finish = () => {
    storedInput.sent();
    onClose();
  };
  const replay = useReplayWebhookDeliveries(finish);
  const isEmpty = from === '';
  const isTurned = from !== '' && to !== '' && from >= to;
  const submit = (event: FormEvent<HTMLFormElement>) => {
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
      storedInput={storedInput}
      failure={t('failedToReplayEverything')}
      {...formStateOfMutations(replay)}
      submitLabel={t('replay')}
    >
      <Text>{t('allSent', { state })}</Text>
      <Group grow align="flex-start">
        <TextInput
          label={t('from')}
          type="datetime-local"
          required
          data-autofocus
          value={from}
          error={isTried && isEmpty && t('enterStartTime')}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          label={t('to')}
          description={t('leaveEmptyNow')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="datetime-local"
          value={to}
          error={isTurned && t('mustBeLater')}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      </Group>
      {replay.isPending && (
        <Text c="dimmed" component="output">
          {t('soFar', cappedCountMessageValuesOf(replay.replayed))}
        </Text>
      )}
    </FormInDialog>
  );
}

/** Converts the reader's local time to a timestamp. */
const momentOf = (local: string) => new Date(local).toISOString();
