import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { ChatDeliveryFailure } from '@training/shared/notifications/chat';
import { z } from 'zod';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { runAsSystem } from '../../../database/statements/guarded-writes.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { defineLeaseQueue } from '../../../platform/queue/define-queue.ts';
import {
  leaseIsFreeSql,
  LEASE_FIELD_SCHEMAS,
  leaseAssignmentsSql,
  NO_LEASE_VALUES,
  secondsUntil,
} from '../../../platform/queue/lease.ts';
import { type EventContext, recordEvent } from '../../events/record-event.ts';
import { workspaceNotificationSettingsLiveTopicOf } from '../notification-topics.ts';
import { notifyWorkspaceWidePermittedUsers } from '../create-notifications.ts';
import { ChatConnectionEntity } from './chat-connection.entity.ts';
import { chatAuditSubjectOf } from './connect-chat.ts';
import { SEALED_CHANNEL_COLUMNS_SQL, SealedChannel } from './sealed-chat-address.ts';

/**
 * Marks a channel as failing: it is off until it is fixed. Notifies super admins once, however many messages fail
 * (rules/notifications 33).
 */
export async function markChannelFailing(
  em: EntityManager,
  cause: EventContext,
  { id, version }: { id: string; version: number },
  failure: ChatDeliveryFailure,
): Promise<void> {
  const { workspace, now } = cause;
  // A channel that was replaced since, or is failing already, is skipped.
  const working = { workspaceId: workspace.id, id, version, state: 'working' } as const;
  const failing = await em.findOne(ChatConnectionEntity, working);
  const changes = { state: 'failing', failingSince: now, lastError: failure } as const;
  if (!failing || (await em.nativeUpdate(ChatConnectionEntity, working, changes)) === 0) return;
  const subject = chatAuditSubjectOf(failing);
  const { kind, name } = failing;
  await recordEvent(em, cause, { action: 'chat.failing', subject, changes: { kind, reason: failure } });
  await notifyWorkspaceWidePermittedUsers(em, workspace.id, now, 'notifications:write', {
    kind: 'chat.failing',
    because: 'super_admin',
    subject: { kind: 'chat_connection', id, name },
    part: now.toISOString(),
    facts: { since: now.toISOString(), problem: { of: 'chat', service: kind, failure } },
  });
  await publishTopics(em, workspaceNotificationSettingsLiveTopicOf(workspace.id));
}

/** A claimed message. `due_at` is its position among the others. */
const ClaimedMessage = z.strictObject({ workspace_id: z.uuid(), id: z.uuid(), lease_id: z.uuid(), due_at: z.date() });
export type ClaimedMessage = z.infer<typeof ClaimedMessage>;

/**
 * Claims the next due message of a claimed channel; undefined if there is none.
 * @param except A message that is left out.
 */
export function claimNextChatMessage(
  on: StatementRunner,
  { workspaceId, id: chatId, version, leaseId: channelLeaseId }: ClaimedChatChannel,
  now: Date,
  except: string | null = null,
): Promise<ClaimedMessage | undefined> {
  return CLAIM_NEXT.first(on, { workspaceId, chatId, version, channelLeaseId, leaseId: newId(), now, except });
}

/** A channel whose lease this instance has, so that only it sends there. */
export const ClaimedChatChannel = SealedChannel.extend({
  misses: z.int(),
  lastError: ChatDeliveryFailure.nullable(),
  ...LEASE_FIELD_SCHEMAS,
});
export type ClaimedChatChannel = z.infer<typeof ClaimedChatChannel>;

const COLUMNS = `${SEALED_CHANNEL_COLUMNS_SQL}, c.misses, c.last_error as "lastError"` as const;

/** Seconds of a lease. Longer than it is used, so that it outlasts a hanging request. */
const CHAT_LEASE_SECONDS = 30;

/**
 * Claims the next message, one at a time, while the channel's lease is ours and the channel hasn't been replaced.
 * Messages with the same due time (sent together, or after quiet hours) are ordered by their event: an id begins with
 * its time. An earlier claim can't complete the message any more.
 */
const CLAIM_NEXT = defineStatement({
  name: 'claim-next-chat-message',
  scope: 'tenant',
  row: ClaimedMessage,
  sql: `
with next as materialized (
  select m.id from notifications m
  join chat_connections c on c.workspace_id = :workspaceId and c.id = :chatId and c.version = :version
    and c.state = 'working' and c.lease_id = :channelLeaseId
  where m.workspace_id = :workspaceId and m.channel = 'chat' and m.due_at <= :now
    and m.id is distinct from :except::uuid
  order by m.due_at, coalesce(m.event_id, m.id), m.id limit 1
  for update of m skip locked
)
update notifications n set state = 'sending', attempts = n.attempts + 1, ${leaseAssignmentsSql(CHAT_LEASE_SECONDS)}
from next where n.workspace_id = :workspaceId and n.id = next.id
returning n.workspace_id, n.id, n.lease_id, n.due_at`,
});

/** Channels with due messages. */
export const CHAT_CHANNEL_QUEUE = defineLeaseQueue({
  name: 'chat-channels',
  table: 'chat_connections',
  key: { workspaceId: 'workspace_id', id: 'id' },
  seconds: CHAT_LEASE_SECONDS,
  isReady: `q.state = 'working' and exists (
    select from notifications n
    where n.workspace_id = q.workspace_id and n.channel = 'chat' and n.due_at is not null and n.due_at <= now())`,
  row: ClaimedChatChannel,
  returning: COLUMNS,
  joins: 'join chat_connections c on c.workspace_id = q.workspace_id and c.id = q.id',
});

/** Leases one channel for a test. Waits for the rate limit, but not for the pause after failures. */
const CLAIM_ONE = defineStatement({
  name: 'claim-chat-channel',
  scope: 'tenant',
  row: ClaimedChatChannel,
  unguarded: 'Only a lease; it expires.',
  sql: `
update chat_connections c set ${leaseAssignmentsSql(CHAT_LEASE_SECONDS)}
where c.workspace_id = :workspaceId and c.id = :id and ${leaseIsFreeSql('c')} and (c.due_at <= now() or c.misses > 0)
returning ${COLUMNS}, c.lease_id as "leaseId", c.due_at as "dueAt"`,
});

/** Claims one channel. Undefined while another instance has it, or its service wants a pause. */
export function claimChannel(
  on: StatementRunner,
  channel: { workspaceId: string; id: string },
): Promise<ClaimedChatChannel | undefined> {
  return CLAIM_ONE.first(on, { ...channel, leaseId: newId() });
}

/** Releases a channel, unless the lease was lost. Its next message may be sent from `freeAt` on. */
export async function releaseChannel(
  db: Database,
  { workspaceId, id, leaseId }: ClaimedChatChannel,
  { freeAt, misses, error }: { freeAt: Date; misses: number; error: ChatDeliveryFailure | null },
): Promise<void> {
  const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
  const dueAt = raw('greatest(due_at, now() + make_interval(secs => ?))', [secondsUntil(freeAt)]);
  const released = { ...NO_LEASE_VALUES, dueAt, misses, lastError: error };
  // It only says who sends, whatever happens to the caller.
  await runAsSystem(() => em.nativeUpdate(ChatConnectionEntity, { workspaceId, id, leaseId }, released));
}
