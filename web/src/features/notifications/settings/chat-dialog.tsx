import { NativeSelect, Text, TextInput } from '@mantine/core';
import { CHAT_KINDS, ChatKind } from '@training/shared/chat';
import { ConnectChat } from '@training/shared/chat-channel';
import type { ChatConnection } from '@training/shared/notification-settings';
import { z } from 'zod';
import { SLOW, trpc } from '../../../lib/trpc.ts';
import { draftOf, useFieldDraft } from '../../../lib/use-draft.ts';
import { useContractForm } from '../../../ui/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { SecretField } from '../../../ui/secret-field.tsx';

interface ChatDialogProps {
  opened: boolean;
  /** Whose address is replaced; null where there is none yet. */
  chat: ChatConnection | null;
  onClose: () => void;
}

/** Where the workspace's chat channel is. The address goes with the dialog: nothing keeps it in the browser. */
export function ChatDialog({ opened, chat, onClose }: ChatDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={chat === null ? 'Connect chat' : 'Replace the address'}>
      <ChatForm chat={chat} onClose={onClose} />
    </FormDialog>
  );
}

/** As the contract has it; an empty secret is none. */
const ChatValues = ConnectChat.extend({
  secret: z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(ConnectChat.shape.secret.unwrap()),
});

const NAME_DRAFT = 'name of the chat channel';

function ChatForm({ chat, onClose }: Omit<ChatDialogProps, 'opened'>) {
  const utils = trpc.useUtils();
  const connect = trpc.chat.connect.useMutation({ ...SLOW, gcTime: 0 });
  const replace = trpc.chat.replace.useMutation({ ...SLOW, gcTime: 0 });
  const { form, problem, onSubmit } = useContractForm(ChatValues, {
    kind: chat?.kind ?? 'slack',
    name: chat?.name ?? draftOf(NAME_DRAFT) ?? '',
    address: '',
    secret: '',
  });
  const { kind, name } = form.values;
  const forget = useFieldDraft(NAME_DRAFT, chat === null ? name : '');
  const done = () => {
    forget();
    onClose();
  };
  const send = async ({ name: called, secret, ...values }: z.infer<typeof ChatValues>) => {
    // Of what was chosen before another service was.
    const sealed = { ...values, secret: values.kind === 'lark' ? secret : null };
    if (chat === null) await connect.mutateAsync({ ...sealed, name: called });
    else await replace.mutateAsync({ ...sealed, id: chat.id, version: chat.version });
    connect.reset();
    replace.reset();
    notify(chat === null ? 'The chat channel is connected. Send it a test message.' : 'The address is replaced.');
    void utils.chat.invalidate();
    void utils.notifications.matrix.invalidate();
    done();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={done}
      failure={chat === null ? 'chat was not connected' : 'the address was not replaced'}
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
          label="Name of the channel"
          description="As people call it; this page and the audit log show it."
          placeholder="#training"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      )}
      <SecretField
        label="Address"
        description="It is sealed on the server and not shown again."
        placeholder={CHAT_KINDS[kind].looksLike}
        {...form.getInputProps('address')}
      />
      {kind === 'lark' && (
        <SecretField
          label="Secret"
          description="Of “Signature verification”, where that is on."
          {...form.getInputProps('secret')}
        />
      )}
      {chat !== null && (
        <Text size="sm">The channel is off then until a test message has arrived at the new address.</Text>
      )}
    </FormInDialog>
  );
}
