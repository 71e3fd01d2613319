import type { NotSentReason } from '@training/shared/notifications/notifications';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { LEASE_ID_MATCHES, RELEASE_LEASE_ASSIGNMENTS_SQL } from '../../../platform/queue/lease.ts';
import { computeBackoffDelay } from '../../../platform/queue/backoff.ts';
import type { DueNotification } from './is-still-relevant.ts';

/** Seconds before each retry of a notification. */
const DELAYS = [60, 300, 1_800, 7_200, 21_600];

type Failure = {
  delays?: readonly number[];
  /** The other server's error. Must not contain secrets. */
  error?: string;
};

/** Returns the next attempt, or a failure after the last delay. */
export function outcomeOfFailedAttempt(
  { attempts }: Pick<DueNotification, 'attempts'>,
  { delays = DELAYS, error }: Failure,
  chance?: number,
): SendOutcome {
  const said = error === undefined ? {} : { error };
  const seconds = computeBackoffDelay(delays, attempts, { chance });
  if (seconds === undefined) return { state: 'failed', reason: 'gave_up', ...said };
  return { state: 'pending', at: new Date(Date.now() + seconds * 1_000), ...said };
}

/** A claimed notification. */
export type ClaimedNotificationKey = { workspace_id: string; id: string; lease_id: string };

/** Outcome of an attempt to send a notification. */
export type SendOutcome =
  | { state: 'sent' }
  /** Permanent. The other server's error is stored, so it must not contain secrets. */
  | { state: 'failed'; reason: Extract<NotSentReason, 'address_refused' | 'gave_up' | 'too_late'>; error?: string }
  | { state: 'suppressed'; reason: NotSentReason }
  /**
   * Retry at a time chosen by the sender. `free` doesn't count as an attempt, such as when the server asked to wait.
   */
  | { state: 'pending'; at: Date; error?: string; free?: true };

/** Maximum characters stored of another server's error. */
const LONGEST_ERROR = 500;

const COMPLETE = defineStatement({
  name: 'complete-notification',
  scope: 'tenant',
  sql: `
update notifications set state = :state, reason = :reason, error = :error, due_at = :dueAt::timestamptz, ${RELEASE_LEASE_ASSIGNMENTS_SQL},
  attempts = attempts - :free::integer, mail_id = case when attempts > :free::integer then mail_id end,
  finished_at = case when :dueAt::timestamptz is null then :now::timestamptz end
where workspace_id = :workspaceId and id = :id and state = 'sending' and ${LEASE_ID_MATCHES}`,
});

/** Stores the outcome and ends the lease. Returns false if the lease was lost. */
export async function completeNotification(
  on: StatementRunner,
  claim: ClaimedNotificationKey,
  outcome: SendOutcome,
  now: Date,
): Promise<boolean> {
  const written = await COMPLETE.run(on, {
    workspaceId: claim.workspace_id,
    id: claim.id,
    leaseId: claim.lease_id,
    now,
    state: outcome.state,
    reason: 'reason' in outcome ? outcome.reason : null,
    error:
      ('error' in outcome ? outcome.error?.slice(0, LONGEST_ERROR).toWellFormed().replaceAll('\0', '') : null) ?? null,
    dueAt: outcome.state === 'pending' ? outcome.at : null,
    free: outcome.state === 'pending' && outcome.free ? 1 : 0,
  });
  return written > 0;
}
