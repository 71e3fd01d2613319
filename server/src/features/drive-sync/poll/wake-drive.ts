import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { IS_LEASED } from '../../../platform/queue/lease.ts';

/** A drive is polled at most once a second, however many notifications arrive. */
const SOON = `greatest(:now::timestamptz, last_polled_at + interval '1 second')`;

/**
 * Several notifications in the same moment cause one write only. During a poll, the drive becomes due later than it
 * was, so that it is polled once more.
 */
const WAKE = defineStatement({
  name: 'wake-drive',
  scope: 'tenant',
  sql: `
update drive_connections set last_event_at = :now,
  due_at = case when ${IS_LEASED} then greatest(due_at + interval '1 millisecond', ${SOON})
    else least(due_at, ${SOON}) end
where workspace_id = :workspaceId and id = :id and state in ('connected', 'degraded')
  and (due_at is null or not ${IS_LEASED} and due_at > ${SOON} or ${IS_LEASED} and due_at <= last_polled_at
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
  await WAKE.run(on, { workspaceId, id: connectionId, now });
}
