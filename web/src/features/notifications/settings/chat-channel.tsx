import { Button, Group, Stack, Text, Badge, type BadgeProps, Title } from '@mantine/core';
import { CHAT_KINDS } from '@training/shared/notifications/chat';
import { topics } from '@training/shared/live';
import type { ChatConnection } from '@training/shared/notifications/notification-settings';
import { useState, type ReactNode } from 'react';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { RowButton } from '../../../ui/lists/row-button.tsx';
import { Loading } from '../../../ui/pages/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { chatBadge } from './outcome-words.ts';
import { ChatTrial } from './chat-trial.tsx';
import { problemOf } from '../../../lib/api/problem.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import classes from './settings.module.css';

interface ChatChannelProps {
  /** True if any category is enabled for chat. */
  isUsed: boolean;
  mayWrite: boolean;
}

/** The workspace's chat channel and its health, if connected. Its address is never shown (rules/notifications). */
export function ChatChannel({ isUsed, mayWrite }: ChatChannelProps) {
  const chat = useLiveQuery(trpc.chat.read.useQuery(), {
    topic: topics.notifications,
    isFollowed: (found) => found !== undefined,
  });
  return (
    <PageState query={chat} what="the chat channel" loading={<Loading label="Loading chat channel" rows={1} />}>
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
    <Channel
      id="chat-channel"
      title="Chat"
      badge={{ children: 'Not connected', variant: 'default' }}
      isFailing={false}
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setConnecting(true)}>
            Connect chat
          </Button>
        )
      }
    >
      <Text>
        One channel for the whole workspace, in Slack, Microsoft Teams, Google Chat, Lark or Feishu.{' '}
        {isUsed && 'Messages that are switched on will be sent once it’s connected.'}
      </Text>
      {mayWrite && <ChatDialog opened={isConnecting} chat={null} onClose={close} />}
    </Channel>
  );
}

function ConnectedChat({ chat, mayWrite }: { chat: ChatConnection; mayWrite: boolean }) {
  const [asked, setAsked] = useState<'replace' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const { kind, state, name, host, error, failing_since, tested_at, created_at, created_by } = chat;
  return (
    <Channel
      id="chat-channel"
      title={name === null ? 'Chat' : `Chat: ${name}`}
      badge={chatBadge(chat)}
      isFailing={state === 'failing'}
      actions={
        mayWrite && (
          <Group gap={6}>
            <RowButton mt={0} aria-label="Replace address of the chat channel" onClick={() => setAsked('replace')}>
              Replace address
            </RowButton>
            <RowButton mt={0} aria-label="Remove the chat channel" onClick={() => setAsked('remove')}>
              Remove
            </RowButton>
          </Group>
        )
      }
    >
      <Stack gap="sm">
        <Text>
          {CHAT_KINDS[kind].label}
          {host !== null && `, at ${host}`}. Connected <Time at={created_at} />
          {created_by !== null && ` by ${created_by}`}.{' '}
          {tested_at !== null && (
            <>
              Tested <Time at={tested_at} />.
            </>
          )}
        </Text>
        {error !== null && (
          <Text role={state === 'failing' ? 'alert' : undefined}>
            {error}{' '}
            {failing_since !== null && (
              <>
                Failing since <Time at={failing_since} />.
              </>
            )}
          </Text>
        )}
        {mayWrite && <ChatTrial chat={chat} />}
      </Stack>
      <ChatDialog opened={asked === 'replace'} chat={chat} onClose={close} />
      <RemoveChatDialog opened={asked === 'remove'} chat={chat} onClose={close} />
    </Channel>
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

interface ChannelProps {
  id: string;
  title: string;
  badge: BadgeProps;
  isFailing: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A channel's card with its health and actions. */
export function Channel({ id, title, badge, isFailing, actions, children }: ChannelProps) {
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
