import { DriveKind } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineLeaseQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE_FIELD_SCHEMAS, LEASED_UNTIL_IS_SET } from '../../../platform/queue/lease.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';

/** A drive is polled at most once a second, however many notifications arrive. */
const SOON = `greatest(now(), last_polled_at + interval '1 second')`;

/**
 * Several notifications in the same moment cause one write only. During a poll, the drive becomes due later than it
 * was, so that it is polled once more.
 */
const WAKE = defineStatement({
  name: 'wake-drive',
  scope: 'tenant',
  sql: `
update drive_connections set last_event_at = now(),
  due_at = case when ${LEASED_UNTIL_IS_SET} then greatest(due_at + interval '1 millisecond', ${SOON})
    else least(due_at, ${SOON}) end
where workspace_id = :workspaceId and id = :id and state in ('connected', 'degraded')
  and (due_at is null or not ${LEASED_UNTIL_IS_SET} and due_at > ${SOON} or ${LEASED_UNTIL_IS_SET} and due_at <= last_polled_at
    or coalesce(last_event_at, '-infinity') < now() - interval '1 second')`,
});

/**
 * Makes a drive due for polling at once, after a push notification (rules/drives 3). A notification carries no data, so
 * duplicates, delays and reordering do no harm, and a lost one is made up for by the next poll.
 */
export async function makeDrivePollDue(on: StatementRunner, workspaceId: string, connectionId: string): Promise<void> {
  await WAKE.run(on, { workspaceId, id: connectionId });
}

const ClaimedDrive = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  kind: DriveKind,
  /** True if a push notification arrived since the last poll. */
  wasPushed: z.boolean(),
  ...LEASE_FIELD_SCHEMAS,
});
/** A drive claimed by this instance to poll it. */
export type ClaimedDrive = z.infer<typeof ClaimedDrive>;

/**
 * Drives to poll: at most two of a workspace at once, so that a drive that hangs doesn't block other workspaces. A
 * lease lasts longer than any single response of a provider takes.
 */
export const DRIVE_POLL_QUEUE = defineLeaseQueue({
  name: 'drive-polls',
  table: 'drive_connections',
  key: { workspaceId: 'workspace_id', id: 'id' },
  seconds: 120,
  mostOfWorkspace: 2,
  isReady: `(q.paused_until is null or q.paused_until <= now()) and q.state in ('connected', 'degraded')`,
  before: { was_pushed: `coalesce(q.last_event_at > coalesce(q.last_polled_at, '-infinity'), false)` },
  set: 'last_polled_at = now()',
  isHeld: `q.state in ('connected', 'degraded')`,
  row: ClaimedDrive,
  returning: 'q.workspace_id as "workspaceId", q.id, q.kind, q.was_pushed as "wasPushed"',
});

/**
 * Factor by which the poll interval grows for providers without a change feed. Their folders are listed completely,
 * which takes many requests.
 */
const LISTED_LESS_OFTEN = 10;

/** Seconds between full listings of a drive whose provider has no change feed. */
export const listingIntervalSecondsOf = (pollSeconds: number): number => pollSeconds * LISTED_LESS_OFTEN;

/** The time of the next poll of a drive without notifications. */
export function computeNextPollTime({ kind }: Pick<ClaimedDrive, 'kind'>, pollSeconds: number): Date {
  const seconds = kind === 'google' ? pollSeconds : listingIntervalSecondsOf(pollSeconds);
  return new Date(Date.now() + seconds * 1_000);
}
