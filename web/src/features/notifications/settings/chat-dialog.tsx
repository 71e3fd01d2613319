import { NativeSelect, Text, TextInput } from '@mantine/core';
import { CHAT_KINDS, ChatKind } from '@training/shared/notifications/chat';
import { ConnectChat } from '@training/shared/notifications/chat-channel';
import type { ChatConnection } from '@training/shared/notifications/notification-settings';
import { z } from 'zod';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { SecretField } from '../../../ui/forms/secret-field.tsx';

interface ChatDialogProps {
  opened: boolean;
  /** The channel whose address is replaced; null to connect one. */
  chat: ChatConnection | null;
  onClose: () => void;
}

/** Connects the workspace's chat channel. The address is discarded with the dialog and never stored in the browser. */
export function ChatDialog({ opened, chat, onClose }: ChatDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={chat === null ? 'Connect chat' : 'Replace address'}>
      <ChatForm chat={chat} onClose={onClose} />
    </FormDialog>
  );
}

/** The contract's schema, with an empty secret as null. */
const ChatValues = ConnectChat.extend({
  secret: z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(ConnectChat.shape.secret.unwrap()),
});

function ChatForm({ chat, onClose }: Omit<ChatDialogProps, 'opened'>) {
  const utils = trpc.useUtils();
  const connect = trpc.chat.connect.useMutation({ ...SLOW, gcTime: 0 });
  const replace = trpc.chat.replace.useMutation({ ...SLOW, gcTime: 0 });
  const given = { kind: chat?.kind ?? 'slack', name: chat?.name ?? '', address: '', secret: '' };
  const at = ['chat channel', chat?.id ?? 'new'] as const;
  const { form, problem, onSubmit, words } = useContractForm(ChatValues, given, at, ['address', 'secret']);
  const { kind } = form.values;
  const send = async ({ name: called, secret, ...values }: z.infer<typeof ChatValues>) => {
    // Drops a secret entered before switching to another service.
    const sealed = { ...values, secret: values.kind === 'lark' ? secret : null };
    if (chat === null) await connect.mutateAsync({ ...sealed, name: called });
    else await replace.mutateAsync({ ...sealed, id: chat.id, version: chat.version });
    connect.reset();
    replace.reset();
    notify(chat === null ? 'The chat channel was connected. Send a test message next.' : 'The address was replaced.');
    void utils.chat.invalidate();
    void utils.notifications.matrix.invalidate();
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      words={words}
      failure={chat === null ? 'Couldn’t connect chat' : 'Couldn’t replace the address'}
      problem={problem}
      submitLabel={chat === null ? 'Connect' : 'Replace'}
      isSubmitting={form.submitting}
    >
      <NativeSelect
        label="Service"
        data={ChatKind.options.map((value) => ({ value, label: CHAT_KINDS[value].label }))}
        data-autofocus
        {...form.getInputProps('kind')}
        onChange={({ currentTarget }) => form.setFieldValue('kind', ChatKind.parse(currentTarget.value))}
      />
      <Text size="sm" c="dimmed">
        {CHAT_KINDS[kind].howTo}
      </Text>
      {chat === null && (
        <TextInput
          label="Channel name"
          description="Shown on this page and in the audit log."
          placeholder="#training"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      )}
      <SecretField
        label="Address"
        description="Stored encrypted. You won’t see it again."
        placeholder={CHAT_KINDS[kind].looksLike}
        {...form.getInputProps('address')}
      />
      {kind === 'lark' && (
        <SecretField
          label="Secret"
          description="Only needed if “Signature verification” is on."
          {...form.getInputProps('secret')}
        />
      )}
      {chat !== null && <Text size="sm">The channel will be off until a test message reaches the new address.</Text>}
    </FormInDialog>
  );
}
