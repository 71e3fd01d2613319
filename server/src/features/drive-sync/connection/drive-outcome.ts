import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { runAsSystem } from '../../../database/statements/guarded-writes.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { computeBackoffDelay, addJitter } from '../../../platform/queue/backoff.ts';
import type { DriveError } from '../../../providers/drives/drive.ts';
import { DRIVE_WITHOUT_FAILURES_VALUES } from './drive-connection.entity.ts';
import { createDriveEventContext, drivesLiveTopicOf } from './drive-subject.ts';
import { markNeedsReconnecting } from './mark-needs-reconnecting.ts';
import { type LoadedDriveConnection, type DriveServices, lockReadableDrive } from './open-drive.ts';

type Noted = Pick<LoadedDriveConnection, 'workspaceId' | 'id' | 'version'>;

/** Seconds of pause, doubled with each further failure of the drive. */
const PAUSES = { first: 5, longest: 300 };

/** Maximum pause in seconds that a provider can demand. */
export const MAX_PROVIDER_PAUSE_SECONDS = 3_600;

/** Milliseconds without an answer after which a drive is marked `unavailable`. */
const LONG = 300_000;

type Locked = NonNullable<Awaited<ReturnType<typeof lockReadableDrive>>>;

/**
 * Pauses a drive and returns until when. Calls that fail during the same pause count as one failure. A provider that
 * hasn't answered for five minutes is marked `unavailable`; an exhausted quota only causes a pause.
 */
function pause(
  drive: Locked,
  { outcome, asked, grows }: { outcome: 'quota' | 'unavailable'; asked: number; grows: boolean },
  now: Date,
): Date {
  const { misses, pausedUntil } = drive;
  const isPaused = (pausedUntil ?? now) > now;
  const seconds = isPaused ? addJitter(asked) : computeBackoffDelay(PAUSES, grows ? misses + 1 : 1, { asked });
  const until = new Date(Math.max(pausedUntil?.getTime() ?? 0, now.getTime() + seconds * 1_000));
  drive.failingSince ??= now;
  drive.pausedUntil = until;
  if (!isPaused && grows) drive.misses = misses + 1;
  if (outcome === 'unavailable' && now.getTime() - drive.failingSince.getTime() >= LONG) {
    if (drive.stateReason !== 'unavailable') drive.stateAt = now;
    drive.state = 'degraded';
    drive.stateReason = 'unavailable';
  } else if (outcome === 'quota' && (drive.state === 'connected' || drive.stateReason === 'no_push')) {
    drive.stateReason = 'quota';
  }
  drive.updatedAt = now;
  return until;
}

/** Ends the failure state of a drive. */
function heal(drive: Locked, now: Date): void {
  const { push, stateReason } = drive;
  if (stateReason === 'unavailable') drive.stateAt = now;
  if (stateReason === 'unavailable' || stateReason === 'quota') {
    if (push !== 'none') drive.state = 'connected';
    drive.stateReason = push === 'none' ? 'no_push' : null;
  }
  Object.assign(drive, DRIVE_WITHOUT_FAILURES_VALUES, { updatedAt: now });
}

/**
 * Records that a whole drive failed, and returns when to retry. Failures of a single file are not recorded. Lost access
 * is reported once (rules/drives 2). `grows`: the pause is longer after each failure.
 */
export function recordDriveFailure(
  { db }: Pick<DriveServices, 'db'>,
  { workspaceId, id, version }: Noted,
  { outcome, retryAfter = 0 }: Pick<DriveError, 'outcome' | 'retryAfter'>,
  { grows = true }: { grows?: boolean } = {},
): Promise<Date> {
  const now = new Date();
  const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
  return runAsSystem(async () => {
    if (outcome === 'access_lost') {
      await em.transactional((transaction) =>
        markNeedsReconnecting(transaction, createDriveEventContext(workspaceId, now), { id, version }, 'access_lost'),
      );
      return now;
    }
    if (outcome !== 'quota' && outcome !== 'unavailable') return now;
    return em.transactional(async (transaction) => {
      const drive = await lockReadableDrive(transaction, { workspaceId, id, version });
      if (!drive) return now;
      const until = pause(drive, { outcome, asked: Math.min(retryAfter, MAX_PROVIDER_PAUSE_SECONDS), grows }, now);
      await publishTopics(transaction, drivesLiveTopicOf(workspaceId));
      return until;
    });
  });
}

/** Records that a drive answered, and ends its failure state. Costs nothing if there was none. */
export async function recordDriveSuccess(
  { db }: Pick<DriveServices, 'db'>,
  { workspaceId, id, version, failingSince }: Noted & Pick<LoadedDriveConnection, 'failingSince'>,
): Promise<void> {
  if (failingSince === null) return;
  await runAsSystem(() =>
    createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
      const drive = await lockReadableDrive(em, { workspaceId, id, version });
      if (!drive?.failingSince) return;
      heal(drive, new Date());
      await publishTopics(em, drivesLiveTopicOf(workspaceId));
    }),
  );
}
