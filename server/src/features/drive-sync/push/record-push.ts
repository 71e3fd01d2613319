import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { drivesTopic } from '../connection/drives-topic.ts';
import { FINDS } from '../poll/silent-channels.ts';

/**
 * A connection has push notifications if each of its logs has a working channel. If not, and `failed` is set, it is
 * `no_push` and only polled periodically.
 */
const RECORD_PUSH = defineStatement({
  name: 'record-push-of-drive',
  scope: 'tenant',
  sql: `
with rung as materialized (
  select not exists (
    select from drive_change_feeds l
    where l.workspace_id = :workspaceId and l.connection_id = :id and l.cursor is not null and not exists (
      select from drive_channels h
      where h.workspace_id = l.workspace_id and h.connection_id = l.connection_id and h.drive_id = l.drive_id
        and l.unrung < ${FINDS} and h.retired_at is null and h.resource_id is not null
        and h.expires_at > :now)) as all_logs
)
update drive_connections c set updated_at = :now,
  push = case when r.all_logs then 'channel' else 'none' end,
  state = case when c.state_reason is not null and c.state_reason <> 'no_push' then c.state
    when r.all_logs then 'connected' else 'degraded' end,
  state_reason = case when c.state_reason is not null and c.state_reason <> 'no_push' then c.state_reason
    when r.all_logs then null else 'no_push' end,
  state_at = case when c.state_reason is null and not r.all_logs or c.state_reason = 'no_push' and r.all_logs
    then :now else c.state_at end
from rung r
where c.workspace_id = :workspaceId and c.id = :id and c.state in ('connected', 'degraded')
  and (r.all_logs or :failed)
  and (c.push, c.state_reason) is distinct from
    (case when r.all_logs then 'channel' else 'none' end, case when not r.all_logs then 'no_push' end)`,
});

/** Says of a connection whether it is rung; `failed` is that a channel could not be opened. */
export async function recordPush(
  on: Runner,
  named: { workspaceId: string; id: string },
  failed: boolean,
): Promise<void> {
  const changed = await RECORD_PUSH.run(on, { ...named, now: new Date(), failed });
  if (changed > 0) await publish(on, drivesTopic(named.workspaceId));
}
