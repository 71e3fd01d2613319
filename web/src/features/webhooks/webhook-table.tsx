import { Badge, Stack, Text } from '@mantine/core';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { inAll, nameOf, OFF_WORDS, STANDINGS, standingOf, typesInWords } from './webhook-words.ts';

const COLUMNS: Column<WebhookEndpoint>[] = [
  { key: 'name', header: 'Webhook', cell: (endpoint) => <Name endpoint={endpoint} /> },
  { key: 'types', header: 'Sends', nowrap: true, cell: ({ types }) => typesInWords(types) },
  { key: 'state', header: 'State', cell: (endpoint) => <Standing endpoint={endpoint} /> },
  { key: 'deliveries', header: 'Deliveries', cell: (endpoint) => <Deliveries endpoint={endpoint} /> },
];

export function WebhookTable({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  return (
    <DataTable
      label="webhooks"
      columns={COLUMNS}
      rows={endpoints}
      rowKey={({ id }) => id}
      isMuted={({ state }) => state === 'off'}
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
