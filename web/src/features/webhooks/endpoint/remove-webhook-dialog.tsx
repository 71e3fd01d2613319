import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { trpc } from '../../../lib/api/trpc.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { nameOf } from '../webhook-words.ts';

interface RemoveWebhookDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function RemoveWebhookDialog({ opened, endpoint, onClose }: RemoveWebhookDialogProps) {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const list = trpc.useUtils().webhooks.list;
  const remove = trpc.webhooks.remove.useMutation({
    onSuccess: async () => {
      notify(`“${nameOf(endpoint)}” was removed.`);
      await navigate({ to: '/$workspace/settings/webhooks', params: { workspace: workspace.slug } });
      void list.invalidate();
    },
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Remove “${nameOf(endpoint)}”?`}
      confirmLabel="Remove webhook"
      danger
      mutation={remove}
      onConfirm={() => remove.mutate({ id: endpoint.id })}
    >
      <Text>
        It gets no more events. Waiting and held events, its delivery history and its secret are deleted. This can’t be
        undone. To pause it, switch it off instead.
      </Text>
    </ConfirmDialog>
  );
}
