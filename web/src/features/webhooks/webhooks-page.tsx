import { Anchor, Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { topics } from '@training/shared/live';
import { MAX_ENDPOINTS, type AddedWebhook } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc, SLOW } from '../../lib/api/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { ExplainedButton } from '../../ui/explained-button.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { WebhookTable } from './webhook-table.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SecretOnce } from './secret-once.tsx';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';

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
