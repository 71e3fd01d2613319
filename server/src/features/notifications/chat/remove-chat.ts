import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { publish } from '../../../platform/live.ts';
import { recordEvent } from '../../events/record-event.ts';
import { ChatConnectionEntity } from './chat-connection.entity.ts';
import { NotificationEntity } from '../notification.entity.ts';
import { notificationsTopic } from '../notification-topics.ts';
import { registerSealedColumn } from '../../secrets/sealed-column.ts';
import { SEALED_ADDRESS } from './sealed-address.ts';

/**
 * Chat channels, for the operator's commands. One whose URL can't be decrypted any more is removed until it is added
 * again.
 */
export const CHAT_ADDRESSES = registerSealedColumn(SEALED_ADDRESS, {
  rewrapped: (row) => ({ action: 'chat.rewrapped', subject: chatSubject(row) }),
  discard: removeChat,
});

/** A chat channel as the audit log's subject. */
export const chatSubject = ({ id, name }: { id: string; name: string }) => ({ kind: 'chat_connection', id, name });

/** Removes the chat channel with its URL. Returns false if there was none. Category switches don't change. */
export function removeChat(ctx: Context, { id }: { id: string }): Promise<boolean> {
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
    await recordEvent(em, ctx, { action: 'chat.removed', subject: chatSubject(removed), changes: { kind } });
    await publish(em, notificationsTopic(workspaceId));
    return true;
  });
}
