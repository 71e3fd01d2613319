import { List, Stack, Text } from '@mantine/core';
import type { DriveCard } from '@training/shared/drives/drive-cards';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { nameOf, PROVIDERS } from '../drive-words.ts';

interface DisconnectDialogProps {
  opened: boolean;
  drive: DriveCard;
  onClose: () => void;
}

export function DisconnectDialog({ opened, drive, onClose }: DisconnectDialogProps) {
  const list = trpc.useUtils().drives.list;
  const disconnect = trpc.drives.disconnect.useMutation({
    onSuccess: () => {
      notify(`${nameOf(drive)} was disconnected.`);
      onClose();
    },
    onSettled: () => void list.invalidate(),
  });
  const close = () => {
    disconnect.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Disconnect ${nameOf(drive)}?`}
      confirmLabel="Disconnect"
      danger
      mutation={disconnect}
      onConfirm={() => disconnect.mutate({ id: drive.id })}
    >
      <Stack gap="xs">
        <Text>Its documents are no longer read, and a running scan stops.</Text>
        <List size="sm">
          <List.Item>
            <b>Kept:</b> suggestions, what was made from them, the picked folders and known documents. Reconnect to
            continue from there.
          </List.Item>
          <List.Item>
            <b>Deleted:</b> the credential.
            {drive.auth === 'oauth' && ` At ${PROVIDERS[drive.kind]}, your consent stays until you revoke it there.`}
          </List.Item>
        </List>
      </Stack>
    </ConfirmDialog>
  );
}
