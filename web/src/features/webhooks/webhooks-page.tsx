import { Anchor, Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { topics } from '@training/shared/live';
import { MAX_ENDPOINTS } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { ExplainedButton } from '../../ui/explained-button.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { AddWebhookDialog } from './add-webhook-dialog.tsx';
import { WebhookTable } from './webhook-table.tsx';

/** The webhook endpoints and their health (rules/webhooks). */
export function WebhooksPage() {
  const mayWrite = useMay('webhooks:write') !== undefined;
  const [isAdding, setAdding] = useState(false);
  const webhooks = useLiveQuery(trpc.webhooks.list.useQuery(), { topic: topics.webhooks });
  const isFull = (webhooks.data?.endpoints.length ?? 0) >= MAX_ENDPOINTS;
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
