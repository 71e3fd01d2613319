import { Text } from '@mantine/core';
import type { ChatConnection } from '@training/shared/notifications/notification-settings';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';

interface RemoveChatDialogProps {
  opened: boolean;
  chat: ChatConnection;
  onClose: () => void;
}

export function RemoveChatDialog({ opened, chat, onClose }: RemoveChatDialogProps) {
  const utils = trpc.useUtils();
  const done = (words: string) => {
    notify(words);
    onClose();
  };
  const remove = trpc.chat.remove.useMutation({
    onSuccess: () => done('The chat channel was removed.'),
    onError: (error) => {
      if (problemOf(error).code === 'chat_not_found') done('Someone already removed the chat channel.');
    },
    onSettled: () => {
      void utils.chat.invalidate();
      void utils.notifications.matrix.invalidate();
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
      title="Remove the chat channel?"
      confirmLabel="Remove channel"
      danger
      mutation={remove}
      onConfirm={() => remove.mutate({ id: chat.id })}
    >
      <Text>
        Messages to {chat.name ?? 'the channel'} stop, and its address is deleted here. The switches stay as they are.
        Remove the webhook in the chat service yourself.
      </Text>
    </ConfirmDialog>
  );
}
