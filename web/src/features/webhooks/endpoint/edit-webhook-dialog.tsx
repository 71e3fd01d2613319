import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { WebhookForm, type WebhookValues } from '../webhook-form.tsx';

interface EditWebhookDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function EditWebhookDialog({ opened, endpoint, onClose }: EditWebhookDialogProps) {
  const { id, state, types } = endpoint;
  const list = trpc.useUtils().webhooks.list;
  const update = trpc.webhooks.update.useMutation(SLOW);
  const url = endpoint.url ?? '';
  const description = endpoint.description ?? '';
  const send = async (values: WebhookValues) => {
    await update.mutateAsync({ id, ...changed(values, endpoint) });
    notify('The webhook was saved.');
    void list.invalidate();
    onClose();
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title="Edit webhook">
      <WebhookForm
        endpoint={{ id, saved: { url, description, types } }}
        addressHint={state === 'on' ? 'A new address must pass a test first. Until then, nothing changes.' : undefined}
        failure="Couldn’t save the webhook"
        submitLabel="Save"
        onSend={send}
        onClose={onClose}
      />
    </FormDialog>
  );
}

/** Returns only the changed fields, because other users may have changed the rest meanwhile. */
function changed(values: WebhookValues, saved: WebhookEndpoint) {
  return {
    ...(values.url !== saved.url && { url: values.url }),
    ...(values.description !== saved.description && { description: values.description }),
    ...(values.types.join() !== saved.types.join() && { types: values.types }),
  };
}
