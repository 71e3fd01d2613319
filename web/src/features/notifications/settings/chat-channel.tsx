import { Badge, type BadgeProps, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { liveTopics } from '@training/shared/live';
import { CHAT_SERVICE_TRAITS, ChatServiceKind } from '@training/shared/notifications/chat';
import { ConnectChatChannel } from '@training/shared/notifications/chat-channel';
import type { ChatConnection } from '@training/shared/notifications/notification-settings';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { SecretField } from '../../../ui/forms/secret-field.tsx';
import { CompactRowButton } from '../../../ui/lists/row-button.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Loading } from '../../../ui/pages/states.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { ChatTestMessage } from './chat-test-message.tsx';
import { explainChatDeliveryFailure } from '@training/shared/notifications/notified-problems';
import { chatBadgePropsOf } from './outcome-words.ts';
import classes from './settings.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('notifications');

interface ChatDialogProps {
  opened: boolean;
  /** The channel whose address is replaced; null to connect one. */
  chat: ChatConnection | null;
  onClose: () => void;
}

/** Connects the workspace's chat channel. The address is discarded with the dialog and never stored in the browser. */
function ChatDialog({ opened, chat, onClose }: ChatDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={chat === null ? t('connectChat') : t('replaceAddress')}>
      <ChatForm chat={chat} onClose={onClose} />
    </FormDialog>
  );
}

/** The contract's schema, with an empty secret as null. */
const ChatValues = ConnectChatChannel.extend({
  secret: z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(ConnectChatChannel.shape.secret.unwrap()),
});

function ChatForm({ chat, onClose }: Omit<ChatDialogProps, 'opened'>) {
  const utils = trpc.useUtils();
  const connect = trpc.chat.connect.useMutation({ ...SLOW_QUERY_OPTIONS, gcTime: 0 });
  const replace = trpc.chat.replace.useMutation({ ...SLOW_QUERY_OPTIONS, gcTime: 0 });
  const given = { kind: chat?.kind ?? 'slack', name: chat?.name ?? '', address: '', secret: '' };
  const { form, inDialog } = useContractForm(
    ChatValues,
    given,
    ['chat channel', chat?.id ?? 'new'],
    ['address', 'secret'],
  );
  const { kind } = form.values;
  const send = async ({ name: called, secret, ...values }: z.infer<typeof ChatValues>) => {
    // Drops a secret entered before switching to another service.
    const sealed = { ...values, secret: values.kind === 'lark' ? secret : null };
    if (chat === null) await connect.mutateAsync({ ...sealed, name: called });
    else await replace.mutateAsync({ ...sealed, id: chat.id, version: chat.version });
    connect.reset();
    replace.reset();
    notify(chat === null ? t('chatWasConnected') : t('addressWasReplaced'));
    void utils.chat.invalidate();
    void utils.notifications.matrix.invalidate();
    onClose();
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={chat === null ? t('failedToConnectChat') : t('failedToReplaceAddress')}
      submitLabel={chat === null ? t('connect') : t('replace')}
    >
      <NativeSelect
        label={t('service')}
        data={ChatServiceKind.options.map((value) => ({ value, label: CHAT_SERVICE_TRAITS[value].label }))}
        data-autofocus
        {...form.getInputProps('kind')}
        onChange={({ currentTarget }) => form.setFieldValue('kind', ChatServiceKind.parse(currentTarget.value))}
      />
      <Text size="sm" c="dimmed">
        {t(`howTo.${kind}`)}
      </Text>
      {chat === null && (
        <TextInput
          label={t('channelName')}
          description={t('aboutName')}
          placeholder={t('exampleChannel')}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      )}
      <SecretField
        label={t('address')}
        description={t('aboutAddress')}
        placeholder={CHAT_SERVICE_TRAITS[kind].looksLike}
        {...form.getInputProps('address')}
      />
      {kind === 'lark' && (
        <SecretField label={t('secret')} description={t('aboutSecret')} {...form.getInputProps('secret')} />
      )}
      {chat !== null && <Text size="sm">{t('offUntilTested')}</Text>}
    </FormInDialog>
  );
}

interface ChatChannelProps {
  /** True if any category is enabled for chat. */
  isUsed: boolean;
  mayWrite: boolean;
}

/** The workspace's chat channel and its health, if connected. Its address is never shown (rules/notifications). */
export function ChatChannel({ isUsed, mayWrite }: ChatChannelProps) {
  const chat = useLiveQuery(trpc.chat.read.useQuery(), {
    topic: liveTopics.notifications,
    isFollowed: (found) => found !== undefined,
  });
  return (
    <PageState query={chat} what={t('itsChannel')} loading={<Loading label={t('loadingChatChannel')} rows={1} />}>
      {(found) =>
        found === null ? (
          <NoChat isUsed={isUsed} mayWrite={mayWrite} />
        ) : (
          <ConnectedChat key={found.id} chat={found} mayWrite={mayWrite} />
        )
      }
    </PageState>
  );
}

function NoChat({ isUsed, mayWrite }: ChatChannelProps) {
  const [isConnecting, setConnecting] = useState(false);
  const close = () => setConnecting(false);
  return (
    <ChannelCard
      id="chat-channel"
      title={t('channel.chat')}
      badge={{ children: t('notConnected'), variant: 'default' }}
      isFailing={false}
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setConnecting(true)}>
            {t('connectChat')}
          </Button>
        )
      }
    >
      <Text>
        {t('aboutChat')} {isUsed && t('sentOnceConnected')}
      </Text>
      {mayWrite && <ChatDialog opened={isConnecting} chat={null} onClose={close} />}
    </ChannelCard>
  );
}

function ConnectedChat({ chat, mayWrite }: { chat: ChatConnection; mayWrite: boolean }) {
  const [asked, setAsked] = useState<'replace' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const { kind, state, name, host, failure, failing_since, tested_at, created_at, created_by } = chat;
  const service = CHAT_SERVICE_TRAITS[kind].label;
  const connectedAt = () => <TimeAgo at={created_at} />;
  return (
    <ChannelCard
      id="chat-channel"
      title={name === null ? t('channel.chat') : t('chatNamed', { name })}
      badge={chatBadgePropsOf(chat)}
      isFailing={state === 'failing'}
      actions={
        mayWrite && (
          <Group gap={6}>
            <CompactRowButton mt={0} aria-label={t('replaceChannelAddress')} onClick={() => setAsked('replace')}>
              {t('replaceAddress')}
            </CompactRowButton>
            <CompactRowButton mt={0} aria-label={t('removeChatChannel')} onClick={() => setAsked('remove')}>
              {t('remove')}
            </CompactRowButton>
          </Group>
        )
      }
    >
      <Stack gap="sm">
        <Text>
          {host === null ? t('service.known', { service }) : t('service.at', { service, host })}{' '}
          {created_by === null
            ? t.nodes('connected', { at: connectedAt })
            : t.nodes('connectedBy', { at: connectedAt, by: created_by })}{' '}
          {tested_at !== null && t.nodes('tested', { at: () => <TimeAgo at={tested_at} /> })}
        </Text>
        {failure !== null && (
          <Text role={state === 'failing' ? 'alert' : undefined}>
            {explainChatDeliveryFailure(t, kind, failure)}{' '}
            {failing_since !== null && t.nodes('failingSince', { at: () => <TimeAgo at={failing_since} /> })}
          </Text>
        )}
        {mayWrite && <ChatTestMessage chat={chat} />}
      </Stack>
      <ChatDialog opened={asked === 'replace'} chat={chat} onClose={close} />
      <RemoveChatDialog opened={asked === 'remove'} chat={chat} onClose={close} />
    </ChannelCard>
  );
}

interface RemoveChatDialogProps {
  opened: boolean;
  chat: ChatConnection;
  onClose: () => void;
}

function RemoveChatDialog({ opened, chat, onClose }: RemoveChatDialogProps) {
  const utils = trpc.useUtils();
  const done = (words: string) => {
    notify(words);
    onClose();
  };
  const remove = trpc.chat.remove.useMutation({
    onSuccess: () => done(t('chatWasRemoved')),
    onError: (error) => {
      if (toDisplayableProblem(error).code === 'chat_not_found') done(t('someoneAlreadyRemoved'));
    },
    onSettled: () => {
      void utils.chat.invalidate();
      void utils.notifications.matrix.invalidate();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('removeChannelTitle')}
      confirmLabel={t('removeChannel')}
      failed={t('failedToRemoveChannel')}
      danger
      mutation={remove}
      onConfirm={() => remove.mutate({ id: chat.id })}
    >
      <Text>{t('aboutRemoval', { isNamed: chat.name === null ? 'no' : 'yes', name: chat.name ?? '' })}</Text>
    </ConfirmDialog>
  );
}

interface ChannelProps {
  id: string;
  title: string;
  badge: BadgeProps;
  isFailing: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A channel's card with its health and actions. */
export function ChannelCard({ id, title, badge, isFailing, actions, children }: ChannelProps) {
  return (
    <article aria-labelledby={id} className={classes.channel} data-failing={isFailing || undefined}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="xs">
        <Group gap="xs">
          <Title order={3} id={id} tabIndex={-1}>
            <bdi>{title}</bdi>
          </Title>
          <Badge {...badge} />
        </Group>
        {actions}
      </Group>
      {children}
    </article>
  );
}
