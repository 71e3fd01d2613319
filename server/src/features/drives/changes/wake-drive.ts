import { defineStatement, type Runner } from '../../../database/statement.ts';

/** Several notifications in the same moment cause one write only. */
const RING = defineStatement({
  name: 'ring-drive',
  scope: 'tenant',
  sql: `
update drive_connections set last_event_at = :now, next_poll_at = least(next_poll_at, :now)
where workspace_id = :workspaceId and id = :id and state in ('connected', 'degraded')
  and (next_poll_at is null or next_poll_at > :now
    or coalesce(last_event_at, '-infinity') < :now::timestamptz - interval '1 second')`,
});

/**
 * Makes a drive due for polling at once, after a push notification (rules/drives 3). A notification carries no data, so
 * duplicates, delays and reordering do no harm, and a lost one is made up for by the next poll.
 */
export async function wakeDrive(
  on: Runner,
  workspaceId: string,
  connectionId: string,
  now = new Date(),
): Promise<void> {
  await RING.run(on, { workspaceId, id: connectionId, now });
}
