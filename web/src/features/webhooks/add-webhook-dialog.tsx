import { useNavigate } from '@tanstack/react-router';
import type { AddedWebhook } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SecretOnce } from './secret-once.tsx';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';

/**
 * Shows the form, and then the secret, only once. From then on only a button closes the dialog: a stray Escape or click
 * outside would lose the secret.
 */
export function AddWebhookDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
