import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { isFree, RELEASED } from '../../../platform/queue/lease.ts';

/** Rows updated by one statement. */
const BATCH = 1_000;

/** Hours after which a message is outdated. One being sent right now is left to its sender. */
const TOO_LATE = 6;

const END_LATE = defineStatement({
  name: 'end-late-chat-messages',
  scope: 'cross_tenant',
  unprepared: true,
  sql: `
with ended as materialized (
  select m.workspace_id, m.id, case when c.id is null then 'suppressed' else 'failed' end as state,
    case when c.id is null then 'chat_not_connected' else 'too_late' end as reason
  from notifications m
  left join chat_connections c on c.workspace_id = m.workspace_id and c.state <> 'untested'
  where m.channel = 'chat' and m.due_at <= :now and (c.id is null
    or m.due_at < :now::timestamptz - interval '${TOO_LATE} hours'
      and (m.state = 'pending' or ${isFree('c')}))
  order by m.workspace_id, m.due_at limit ${BATCH}
  for update of m skip locked
)
update notifications n set state = ended.state, reason = ended.reason, due_at = null, ${RELEASED}, finished_at = :now
from ended where n.workspace_id = ended.workspace_id and n.id = ended.id`,
});

/** Ends messages for a channel that no longer exists, and those that couldn't be sent for hours. */
export async function endLateChats({ pool }: Database, now: Date): Promise<void> {
  while ((await END_LATE.run(pool, { now })) === BATCH);
}
