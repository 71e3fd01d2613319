import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChatConnection } from '@training/shared/notifications/notification-settings';
import type { Context } from '../../../core/context.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { ChatConnectionEntity, type ChatConnectionRow } from './chat-connection.entity.ts';
import { adviseOnChatFailureInEnglish } from './chat-advice.ts';

const wire = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** The channel as the page shows it, without its URL. Auditors only see if it works. */
function shown(row: ChatConnectionRow, { reach }: Pick<Context, 'reach'>): ChatConnection {
  const { id, kind, state, version, name, host, lastError } = row;
  const isWhole = reach !== 'status';
  return {
    id,
    kind,
    state,
    version,
    name: isWhole ? name : null,
    host: isWhole ? host : null,
    failure: lastError ?? null,
    error: lastError == null ? null : adviseOnChatFailureInEnglish(kind, lastError),
    failing_since: wire(row.failingSince),
    tested_at: wire(row.testedAt),
    created_at: row.createdAt.toISOString(),
    created_by: isWhole ? row.createdByName : null,
  };
}

/** The workspace's chat channel, or null. */
export async function findChatChannel(
  ctx: Context,
  em: EntityManager = createWorkspaceEntityManager(ctx),
): Promise<ChatConnection | null> {
  const row = await em.findOne(ChatConnectionEntity, { workspaceId: ctx.workspace.id }, { refresh: true });
  return row && shown(row, ctx);
}

/**
 * Like `findChatChannel`, for the channel with this id.
 * @throws AppError `chat_not_found`
 */
export async function getChatChannelById(ctx: Context, id: string, em?: EntityManager): Promise<ChatConnection> {
  const chat = await findChatChannel(ctx, em);
  if (chat?.id !== id) throw chatChannelNotFoundError(id);
  return chat;
}

export function chatChannelNotFoundError(id: string): AppError {
  return new AppError(
    'chat_not_found',
    `There is no chat channel ${id} in this workspace; it may have been removed meanwhile.`,
  );
}
