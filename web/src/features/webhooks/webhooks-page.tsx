import { Anchor, Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { topics } from '@training/shared/live';
import { MAX_ENDPOINTS } from '@training/shared/webhooks';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/live-query.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { ExplainedButton } from '../../ui/explained-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AddWebhookDialog } from './add-webhook-dialog.tsx';
import { WebhookTable } from './webhook-table.tsx';

/** Where events are sent, and how that goes (rules/webhooks). */
export function WebhooksPage() {
  const { workspace } = useWorkspace();
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
            What happens here is sent to addresses of yours, signed, within a second.{' '}
            {/* Served by the API, not a page of the console. */}
            <Anchor href="/api/docs" inherit underline="always">
              How to receive it
            </Anchor>
          </>
        }
        above={
          <Breadcrumbs>
            <TextLink to="/$workspace/settings" params={{ workspace: workspace.slug }}>
              Settings
            </TextLink>
          </Breadcrumbs>
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
                ? 'Add one for each system that is to know of people, modules or completions as they change.'
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
