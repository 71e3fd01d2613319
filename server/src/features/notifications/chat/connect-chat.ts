import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ChatServiceKind } from '@training/shared/notifications/chat';
import type { ConnectChatChannel, ReplaceChatAddress } from '@training/shared/notifications/chat-channel';
import type { ChatConnection } from '@training/shared/notifications/notification-settings';
import type { ChatContext, Context } from '../../../core/context.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../../core/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { NO_LEASE_VALUES } from '../../../platform/queue/lease.ts';
import { parseChatAddress } from '../../../providers/chat/addresses.ts';
import { recordEvent } from '../../events/record-event.ts';
import { registerSealedColumn } from '../../secrets/sealed-column.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { workspaceNotificationSettingsLiveTopicOf } from '../notification-topics.ts';
import { NotificationEntity } from '../notification.entity.ts';
import { ChatConnectionEntity } from './chat-connection.entity.ts';
import { chatChannelNotFoundError, getChatChannelById } from './get-chat-channel.ts';
import { serializeChatAddress, SEALED_CHAT_ADDRESS_COLUMN } from './sealed-chat-address.ts';

/**
 * Chat channels, for the operator's commands. One whose URL can't be decrypted any more is removed until it is added
 * again.
 */
export const REWRAPPABLE_CHAT_ADDRESS_COLUMN = registerSealedColumn(SEALED_CHAT_ADDRESS_COLUMN, {
  rewrapped: (row) => ({ action: 'chat.rewrapped', subject: chatAuditSubjectOf(row) }),
  discard: removeChatChannel,
});

/** A chat channel as the audit log's subject. */
export const chatAuditSubjectOf = ({ id, name }: { id: string; name: string }) => ({
  kind: 'chat_connection',
  id,
  name,
});

/** Removes the chat channel with its URL. Returns false if there was none. Category switches don't change. */
export function removeChatChannel(ctx: Context, { id }: { id: string }): Promise<boolean> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const removed = await em.findOne(ChatConnectionEntity, { workspaceId, id });
    // Of two that remove it at once, one does.
    if (!removed || (await em.nativeDelete(ChatConnectionEntity, { workspaceId, id })) === 0) return false;
    // Messages from before must not be sent to a channel connected later.
    const waiting = { workspaceId, channel: 'chat', dueAt: { $ne: null } } as const;
    const ended = { state: 'suppressed', reason: 'chat_not_connected', dueAt: null, finishedAt: ctx.now } as const;
    await em.nativeUpdate(NotificationEntity, waiting, ended);
    const { kind } = removed;
    await recordEvent(em, ctx, { action: 'chat.removed', subject: chatAuditSubjectOf(removed), changes: { kind } });
    await publishTopics(em, workspaceNotificationSettingsLiveTopicOf(workspaceId));
    return true;
  });
}

/**
 * Stores the URL of the workspace's chat channel. Only test messages are sent until one has arrived
 * (rules/notifications 30).
 * @throws AppError `invalid_request` for the invalid field, `chat_exists`
 */
export async function connectChat(ctx: ChatContext, input: ConnectChatChannel): Promise<ChatConnection> {
  const { workspace, actor, now } = ctx;
  const { kind, name } = input;
  const { host, text } = addressOf(input);
  const id = newId();
  const place = { workspaceId: workspace.id, id, kind, name, host, version: 1 };
  const sealed = await sealSecret({ db: ctx.db, keyring: ctx.ai.keyring }, SEALED_CHAT_ADDRESS_COLUMN, place, text);
  try {
    return await inTransaction(ctx, async (em) => {
      em.create(ChatConnectionEntity, {
        ...place,
        ...sealed,
        state: 'untested',
        createdAt: now,
        createdByName: actor.name,
        dueAt: now,
      });
      await em.flush();
      await recordEvent(em, ctx, {
        action: 'chat.connected',
        subject: chatAuditSubjectOf(place),
        changes: { kind, host },
      });
      await publishTopics(em, workspaceNotificationSettingsLiveTopicOf(workspace.id));
      return getChatChannelById(ctx, id, em);
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw chatExists();
    throw error;
  }
}

/** So that waiting messages aren't sent to a new URL before it was tested. */
const UNTESTED = {
  state: 'untested' as const,
  failingSince: null,
  lastError: null,
  testWords: null,
  testedAt: null,
  misses: 0,
  ...NO_LEASE_VALUES,
};

/**
 * Replaces the channel's URL. The channel is off until a test message has arrived.
 * @throws AppError `invalid_request`, `chat_not_found`, `stale_version`
 */
export async function replaceChatChannelUrl(ctx: ChatContext, input: ReplaceChatAddress): Promise<ChatConnection> {
  const { workspace, now } = ctx;
  const { id, version, kind } = input;
  const { host, text } = addressOf(input);
  const row = await createWorkspaceEntityManager(ctx).findOne(ChatConnectionEntity, { workspaceId: workspace.id, id });
  if (!row) throw chatChannelNotFoundError(id);
  const place = { workspaceId: workspace.id, id, kind, name: row.name, host, version: version + 1 };
  const sealed = await sealSecret({ db: ctx.db, keyring: ctx.ai.keyring }, SEALED_CHAT_ADDRESS_COLUMN, place, text);
  return inTransaction(ctx, async (em) => {
    const { keyId } = sealed;
    const named = { workspaceId: workspace.id, id, version };
    const replaced = await em.nativeUpdate(ChatConnectionEntity, named, {
      kind,
      host,
      keyId,
      sealed: sealed.sealed,
      version: version + 1,
      ...UNTESTED,
      dueAt: now,
    });
    if (replaced === 0) {
      throw new AppError('stale_version', 'Someone else replaced or removed the address. Reload.');
    }
    await recordEvent(em, ctx, {
      action: 'chat.replaced',
      subject: chatAuditSubjectOf(place),
      changes: { kind, host },
    });
    await publishTopics(em, workspaceNotificationSettingsLiveTopicOf(workspace.id));
    return getChatChannelById(ctx, id, em);
  });
}

/**
 * Returns the text to encrypt, and the host to show.
 * @throws AppError `invalid_request`
 */
function addressOf({ kind, address, secret }: Pick<ConnectChatChannel, 'kind' | 'address' | 'secret'>) {
  const read = parseChatAddress(kind, address);
  if ('problem' in read) throw invalidFieldError('address', read.problem, 'chat_address');
  if (secret !== null && !signs(kind)) {
    throw invalidFieldError('secret', 'Only Lark and Feishu bots have a secret. Leave it out.', 'no_secret');
  }
  return { host: read.host, text: serializeChatAddress({ url: read.url, secret: secret?.trim() ?? null }) };
}

const signs = (kind: ChatServiceKind) => kind === 'lark';

function chatExists(): AppError {
  return new AppError(
    'chat_exists',
    'The workspace already has a chat channel. Replace its address, or remove it first.',
  );
}
