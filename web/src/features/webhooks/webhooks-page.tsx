import { useOpenByUrlFragment } from '../../lib/use-opened-by-link.ts';
import { Anchor, Button, Badge, Stack, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { liveTopics } from '@training/shared/live';
import {
  MAX_WEBHOOKS_PER_WORKSPACE,
  type AddedWebhook,
  type WebhookOffReason,
  type WebhookEndpoint,
} from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc, SLOW_QUERY_OPTIONS } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { ExplainedButton } from '../../ui/explained-button.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { sortRows } from '../../ui/lists/sort-rows.ts';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { OneTimeSecretDisplay } from './secret-once.tsx';
import { WebhookForm, type WebhookFormValues } from './webhook-form.tsx';
import {
  endpointBadgePropsOf,
  cappedCountMessageValuesOf,
  endpointNameOf,
  endpointHealthOf,
  eventTypeCountInWords,
} from './webhook-words.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

/** The webhook endpoints and their health (rules/webhooks). */
export function WebhooksPage() {
  const mayWrite = usePermissionReach('webhooks:write') !== undefined;
  const [isAdding, setAdding] = useState(false);
  const webhooks = useLiveQuery(trpc.webhooks.list.useQuery(), { topic: liveTopics.webhooks });
  const isFull = (webhooks.data?.endpoints.length ?? 0) >= MAX_WEBHOOKS_PER_WORKSPACE;
  useOpenByUrlFragment('new-webhook', mayWrite && !isFull ? () => setAdding(true) : undefined);
  return (
    <>
      <PageHeader
        title={t('webhooks')}
        description={
          // Served by the API, not a page of the console.
          t.nodes('page', {
            reference: (name) => (
              <Anchor href="/api/docs" inherit underline="always">
                {name}
              </Anchor>
            ),
          })
        }
        actions={
          mayWrite && (
            <ExplainedButton
              why={isFull ? t('isFull', { most: MAX_WEBHOOKS_PER_WORKSPACE }) : null}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('addWebhook')}
            </ExplainedButton>
          )
        }
      />
      <PageState query={webhooks} what={t('theWebhooks')}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <EmptyState
              title={t('noWebhooksYet')}
              icon={<IconWebhook size={28} stroke={1.5} />}
              action={mayWrite && <Button onClick={() => setAdding(true)}>{t('addWebhook')}</Button>}
            >
              {mayWrite ? t('addOneForEach') : t('superAdminAddOne')}
            </EmptyState>
          ) : (
            <WebhookTable endpoints={endpoints} />
          )
        }
      </PageState>
      <AddWebhookDialog opened={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

/**
 * Shows the form, and then the secret, only once. From then on only a button closes the dialog: a stray Escape or click
 * outside would lose the secret.
 */
function AddWebhookDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [added, setAdded] = useState<AddedWebhook | null>(null);
  const navigate = useNavigate({ from: '/$workspace' });
  const list = trpc.useUtils().webhooks.list;
  const add = trpc.webhooks.add.useMutation({ ...SLOW_QUERY_OPTIONS, gcTime: 0 });
  const send = async (values: WebhookFormValues) => {
    const answer = await add.mutateAsync(values);
    // Keeps the secret out of the cache; only the panel has it.
    add.reset();
    void list.invalidate();
    setAdded(answer);
    onClose();
  };
  const onDone = (id: string) => {
    setAdded(null);
    void navigate({
      to: '/$workspace/settings/webhooks/$webhook',
      params: { webhook: id },
    });
  };
  return (
    <>
      <FormDialog opened={opened} onClose={onClose} title={t('addWebhook')}>
        <WebhookForm failure={t('failedToAddWebhook')} submitLabel={t('addAndTest')} onSend={send} onClose={onClose} />
      </FormDialog>
      <Dialog opened={added !== null} onClose={() => setAdded(null)} title={t('webhookAdded')} size="lg" isLocked>
        {added !== null && (
          <OneTimeSecretDisplay secret={added.secret} added={added} onDone={() => onDone(added.endpoint.id)} />
        )}
      </Dialog>
    </>
  );
}

const columns = (): Column<WebhookEndpoint>[] => [
  { key: 'name', header: t('webhook'), isSortable: true, cell: (endpoint) => <Name endpoint={endpoint} /> },
  { key: 'types', header: t('sends'), nowrap: true, cell: ({ types }) => eventTypeCountInWords(types) },
  { key: 'state', header: t('state'), isSortable: true, cell: (endpoint) => <Standing endpoint={endpoint} /> },
  {
    key: 'deliveries',
    header: t('deliveries'),
    isSortable: true,
    cell: (endpoint) => <Deliveries endpoint={endpoint} />,
  },
  {
    key: 'created',
    header: t('added'),
    nowrap: true,
    isSortable: true,
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
  },
];

/** Sorts those first that need attention. */
const URGENCY: Record<ReturnType<typeof endpointHealthOf>, number> = { broken: 0, failing: 1, off: 2, on: 3 };

const VALUES: Record<string, (endpoint: WebhookEndpoint) => string | number> = {
  name: endpointNameOf,
  state: (endpoint) => URGENCY[endpointHealthOf(endpoint)],
  deliveries: ({ waiting, held, exhausted }) => waiting + held + exhausted,
  created: ({ created_at }) => created_at,
};

function WebhookTable({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  const sort = useListOrder({
    list: 'webhooks',
    keys: Object.keys(VALUES),
    initial: { by: 'created', isDescending: true },
    descendingFirst: ['deliveries', 'created'],
  });
  return (
    <DataTable
      label={t('theListedWebhooks')}
      columns={columns()}
      rows={sortRows(endpoints, VALUES[sort.by], sort.isDescending)}
      rowKey={({ id }) => id}
      isMuted={({ state }) => state === 'off'}
      sort={sort}
    />
  );
}

function Name({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <TwoLineCell below={endpoint.url}>
      <TextLink to="/$workspace/settings/webhooks/$webhook" params={{ webhook: endpoint.id }}>
        {endpointNameOf(endpoint)}
      </TextLink>
    </TwoLineCell>
  );
}

function Standing({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { off_reason, off_at, failing_since } = endpoint;
  const standing = endpointHealthOf(endpoint);
  return (
    <Stack gap={2} align="flex-start">
      <Badge {...endpointBadgePropsOf(standing)} />
      <Text size="xs" c="dimmed">
        {standing === 'failing' &&
          failing_since !== null &&
          t.nodes('since', { at: () => <TimeAgo at={failing_since} /> })}
        {off_reason !== null && <WhyOff reason={off_reason} at={off_reason === 'unchecked' ? null : off_at} />}
      </Text>
    </Stack>
  );
}

function WhyOff({ reason, at }: { reason: WebhookOffReason; at: string | null }) {
  const why = t(`off.${reason}`);
  return at === null ? why : t.nodes('offSinceInList', { why, at: () => <TimeAgo at={at} /> });
}

function Deliveries({ endpoint: { waiting, held, exhausted } }: { endpoint: WebhookEndpoint }) {
  const words: string[] = [];
  if (waiting > 0) words.push(t('pending', cappedCountMessageValuesOf(waiting)));
  if (held > 0) words.push(t('held', cappedCountMessageValuesOf(held)));
  if (exhausted > 0) words.push(t('givenUp', cappedCountMessageValuesOf(exhausted)));
  if (words.length === 0) return <Text c="dimmed">{t('nonePending')}</Text>;
  return new Intl.ListFormat(locale, { type: 'unit' }).format(words);
}
