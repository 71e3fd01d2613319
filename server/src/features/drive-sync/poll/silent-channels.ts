import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { drivesTopic } from '../connection/drives-topic.ts';

/** Number of consecutive finds without a notification after which a channel counts as dead. */
export const FINDS = 3;
/** Minimum time since the first such find. Notifications can be minutes late. */
const OVER = `interval '10 minutes'`;

type OfLog = { workspaceId: string; connectionId: string; driveId: string };

const COUNT = defineStatement({
  name: 'count-unrung-finds-of-drive',
  scope: 'tenant',
  sql: `
update drive_change_feeds l set unrung = least(l.unrung + 1, 1000), unrung_since = coalesce(l.unrung_since, :now::timestamptz)
where l.workspace_id = :workspaceId and l.connection_id = :connectionId and l.drive_id = :driveId and exists (
  select from drive_channels h where h.workspace_id = :workspaceId and h.connection_id = :connectionId
    and h.drive_id = l.drive_id and h.retired_at is null and h.resource_id is not null and h.expires_at > :now)`,
});

/** Makes the channel due for reopening and marks the drive as `no_push` until the new channel sends a notification. */
const REOPEN = defineStatement({
  name: 'reopen-silent-channel-of-drive',
  scope: 'tenant',
  sql: `
with silent as (
  update drive_change_feeds set due_at = :now, unrung_since = :now
  where workspace_id = :workspaceId and connection_id = :connectionId and drive_id = :driveId
    and unrung >= ${FINDS} and unrung_since <= :now::timestamptz - ${OVER}
  returning 1
)
update drive_connections c set push = 'none', updated_at = :now,
  state_at = case when c.state_reason is null then :now else c.state_at end,
  state = case when c.state_reason is null then 'degraded' else c.state end,
  state_reason = coalesce(c.state_reason, 'no_push')
where c.workspace_id = :workspaceId and c.id = :connectionId and c.state in ('connected', 'degraded')
  and exists (select from silent)`,
});

/**
 * Counts a change that was found although its channel sent no notification. A notification, even a late one, resets the
 * count. Detects channels that Google closed silently, and marks the drive as `no_push` (rules/drives 3).
 */
export async function recordSilent(on: Runner, of: OfLog): Promise<void> {
  const now = new Date();
  if ((await COUNT.run(on, { ...of, now })) === 0) return;
  if ((await REOPEN.run(on, { ...of, now })) > 0) await publish(on, drivesTopic(of.workspaceId));
}

const RUNG = defineStatement({
  name: 'record-push-of-change-feed',
  scope: 'tenant',
  sql: `
update drive_change_feeds set unrung = 0, unrung_since = null
where workspace_id = :workspaceId and connection_id = :connectionId and drive_id = :driveId and unrung > 0`,
});

/** Records a notification for the log. Returns true if there were unannounced finds before. */
export async function recordHeard(on: Runner, of: OfLog): Promise<boolean> {
  return (await RUNG.run(on, of)) > 0;
}
