import { defineStatement, type Runner } from '../../../database/statement.ts';

/** One of several rings in a moment is enough: the others write nothing. */
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
 * Says that something has changed in a drive: it is asked what, at once (rules/drives 3). A ring says nothing more, so
 * one that comes twice, late or in another order does no harm, and one that is lost is made up for by the next asking.
 */
export async function wakeDrive(
  on: Runner,
  workspaceId: string,
  connectionId: string,
  now = new Date(),
): Promise<void> {
  await RING.run(on, { workspaceId, id: connectionId, now });
}
