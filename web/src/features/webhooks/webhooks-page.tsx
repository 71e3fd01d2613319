import { useOpenedByLink } from '../../lib/use-opened-by-link.ts';
import { Anchor, Button, Badge, Stack, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { topics } from '@training/shared/live';
import { MAX_ENDPOINTS, type AddedWebhook, type WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc, SLOW } from '../../lib/api/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { ExplainedButton } from '../../ui/explained-button.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { inOrder } from '../../ui/lists/in-order.ts';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { SecretOnce } from './secret-once.tsx';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';
import { inAll, nameOf, OFF_WORDS, STANDINGS, standingOf, typesInWords } from './webhook-words.ts';

/** The webhook endpoints and their health (rules/webhooks). */
export function WebhooksPage() {
  const mayWrite = useMay('webhooks:write') !== undefined;
  const [isAdding, setAdding] = useState(false);
  const webhooks = useLiveQuery(trpc.webhooks.list.useQuery(), { topic: topics.webhooks });
  const isFull = (webhooks.data?.endpoints.length ?? 0) >= MAX_ENDPOINTS;
  useOpenedByLink('new-webhook', mayWrite && !isFull ? () => setAdding(true) : undefined);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description={
          <>
            Send signed events to your systems, within a second. {/* Served by the API, not a page of the console. */}
            <Anchor href="/api/docs" inherit underline="always">
              How to receive events
            </Anchor>
          </>
        }
        actions={
          mayWrite && (
            <ExplainedButton
              why={isFull ? `A workspace has at most ${MAX_ENDPOINTS} webhooks. Remove one first.` : null}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              Add webhook
            </ExplainedButton>
          )
        }
      />
      <PageState query={webhooks} what="the webhooks">
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <EmptyState
              title="No webhooks yet"
              icon={<IconWebhook size={28} stroke={1.5} />}
              action={mayWrite && <Button onClick={() => setAdding(true)}>Add webhook</Button>}
            >
              {mayWrite
                ? 'Add one for each system that follows people, modules or completions.'
                : 'A super admin can add one here.'}
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
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const list = trpc.useUtils().webhooks.list;
  const add = trpc.webhooks.add.useMutation({ ...SLOW, gcTime: 0 });
  const send = async (values: WebhookValues) => {
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
      params: { workspace: workspace.slug, webhook: id },
    });
  };
  return (
    <>
      <FormDialog opened={opened} onClose={onClose} title="Add webhook">
        <WebhookForm
          failure="Couldn’t add the webhook"
          submitLabel="Add and send test"
          onSend={send}
          onClose={onClose}
        />
      </FormDialog>
      <Dialog
        opened={added !== null}
        onClose={() => setAdded(null)}
        title="Webhook added"
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {added !== null && <SecretOnce secret={added.secret} added={added} onDone={() => onDone(added.endpoint.id)} />}
      </Dialog>
    </>
  );
}

const COLUMNS: Column<WebhookEndpoint>[] = [
  { key: 'name', header: 'Webhook', isSortable: true, cell: (endpoint) => <Name endpoint={endpoint} /> },
  { key: 'types', header: 'Sends', nowrap: true, cell: ({ types }) => typesInWords(types) },
  { key: 'state', header: 'State', isSortable: true, cell: (endpoint) => <Standing endpoint={endpoint} /> },
  {
    key: 'deliveries',
    header: 'Deliveries',
    isSortable: true,
    cell: (endpoint) => <Deliveries endpoint={endpoint} />,
  },
  {
    key: 'created',
    header: 'Added',
    nowrap: true,
    isSortable: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

/** Sorts those first that need attention. */
const URGENCY: Record<ReturnType<typeof standingOf>, number> = { broken: 0, failing: 1, off: 2, on: 3 };

const VALUES: Record<string, (endpoint: WebhookEndpoint) => string | number> = {
  name: nameOf,
  state: (endpoint) => URGENCY[standingOf(endpoint)],
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
      label="webhooks"
      columns={COLUMNS}
      rows={inOrder(endpoints, VALUES[sort.by], sort.isDescending)}
      rowKey={({ id }) => id}
      isMuted={({ state }) => state === 'off'}
      sort={sort}
    />
  );
}

function Name({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { workspace } = useWorkspace();
  return (
    <TwoLines below={endpoint.url}>
      <TextLink
        to="/$workspace/settings/webhooks/$webhook"
        params={{ workspace: workspace.slug, webhook: endpoint.id }}
      >
        {nameOf(endpoint)}
      </TextLink>
    </TwoLines>
  );
}

function Standing({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { off_reason, off_at, failing_since } = endpoint;
  const standing = standingOf(endpoint);
  return (
    <Stack gap={2} align="flex-start">
      <Badge {...STANDINGS[standing]} />
      <Text size="xs" c="dimmed">
        {standing === 'failing' && failing_since !== null && (
          <>
            Since <Time at={failing_since} />
          </>
        )}
        {off_reason !== null && OFF_WORDS[off_reason].title}
        {off_at !== null && off_reason !== 'unchecked' && (
          <>
            , <Time at={off_at} />
          </>
        )}
      </Text>
    </Stack>
  );
}

function Deliveries({ endpoint: { waiting, held, exhausted } }: { endpoint: WebhookEndpoint }) {
  const words = [
    waiting > 0 && `${inAll(waiting)} pending`,
    held > 0 && `${inAll(held)} held`,
    exhausted > 0 && `${inAll(exhausted)} given up`,
  ].filter(Boolean);
  return words.length === 0 ? <Text c="dimmed">None pending</Text> : words.join(', ');
}
