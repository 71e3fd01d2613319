import type { InboxCount, MarkInboxSeen } from '@training/shared/notifications/inbox';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { publish } from '../../platform/live.ts';
import { LEARNING_IS_SHOWN } from './fan-out/learning-validity-sql.ts';
import { inboxTopic } from './notification-topics.ts';
import { countUnseen, personOf } from './list-inbox.ts';

/**
 * SQL columns that identify the content of a notification, whatever its channel. Never null, so that a hash join works.
 */
const what = (row: string) =>
  `${row}.kind, ${row}.round, coalesce(${row}.subject_id, '00000000-0000-0000-0000-000000000000'), coalesce(${row}.part, '')`;

const MARK_SEEN = defineStatement({
  name: 'mark-inbox-seen',
  scope: 'tenant',
  sql: `
with seen as (
  update notifications i set seen_at = :now::timestamptz
  where workspace_id = :workspaceId and recipient_id = :me and channel = 'inbox' and state = 'sent' and seen_at is null
    and (id = any (:ids::uuid[]) or at < :olderThan::timestamptz) and ${LEARNING_IS_SHOWN}
  returning kind, subject_id, round, part
), not_mailed as (
  update notifications n set state = 'suppressed', reason = 'seen', due_at = null, finished_at = :now::timestamptz
  from seen s
  where n.workspace_id = :workspaceId and n.recipient_id = :me and n.channel = 'email' and n.state = 'pending'
    and (${what('n')}) = (${what('s')})
)
select 1 from seen limit 1`,
});

/**
 * Marks notifications as seen: those shown to the caller and, if requested, all older ones. Seen notifications aren't
 * mailed any more (rules/notifications 5).
 */
export async function markInboxSeen(ctx: Context, { ids, older_than }: MarkInboxSeen): Promise<InboxCount> {
  const me = personOf(ctx);
  const workspaceId = ctx.workspace.id;
  await inTransaction(ctx, async (em) => {
    const seen = await MARK_SEEN.run(em, { workspaceId, me, ids, olderThan: older_than ?? null, now: ctx.now });
    if (seen > 0) await publish(em, inboxTopic(workspaceId, me));
  });
  return countUnseen(ctx);
}
