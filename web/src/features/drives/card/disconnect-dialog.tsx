import { List, Stack, Text } from '@mantine/core';
import type { DriveCard } from '@training/shared/drive-cards';
import { trpc } from '../../../lib/trpc.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
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
      notify(`${nameOf(drive)} is disconnected.`);
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
        <Text>Nothing in it is read any more, and a scan that is running stops.</Text>
        <List size="sm">
          <List.Item>
            <b>Kept:</b> suggestions, what was made of them, the folders, and which documents are known. Connected
            again, it goes on from there.
          </List.Item>
          <List.Item>
            <b>Forgotten:</b> the credential, at once.
            {drive.auth === 'oauth' && ` At ${PROVIDERS[drive.kind]}, the consent stays until you remove it there.`}
          </List.Item>
        </List>
      </Stack>
    </ConfirmDialog>
  );
}
