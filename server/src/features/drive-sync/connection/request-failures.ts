import { type Drive, DriveError, type DriveFailureOutcome } from '../../../providers/drives/drive.ts';
import { recordDriveFailure } from './drive-outcome.ts';
import type { DriveServices, OpenedDrive } from './open-drive.ts';

/** Milliseconds after which an item that is limited while its drive answers is left to the next crawl. */
const LONG = 120_000;

export const hasFailedLong = (since: Date | null): boolean => since !== null && Date.now() - since.getTime() > LONG;

/** Outcomes that may concern the whole drive. All others concern only what was requested. */
const OF_DRIVE: readonly DriveFailureOutcome[] = ['access_lost', 'quota', 'unavailable'];

/**
 * Returns true if the drive still answers after a request for one item failed: the failure then concerns that item
 * only, and the rest of the drive doesn't have to wait (rules/drives 2). Costs one request at most, and only after a
 * failure. A limit concerns the drive until the item has failed for long (`isLong`).
 */
export async function doesDriveStillAnswer(
  drive: Drive,
  error: unknown,
  signal: AbortSignal,
  isLong = false,
): Promise<boolean> {
  if (!(error instanceof DriveError) || signal.aborted) return false;
  if (error.outcome === 'quota' && !isLong) return false;
  return (await probeForDriveWideFailure(drive, error, signal)) === undefined;
}

/** Returns the failure of the whole drive after a request for one item failed, or undefined if the drive answers. */
export async function probeForDriveWideFailure(
  drive: Drive,
  error: DriveError,
  signal: AbortSignal,
): Promise<DriveError | undefined> {
  if (!OF_DRIVE.includes(error.outcome)) return undefined;
  return drive.account(signal).then(
    () => undefined,
    // Access is lost only if the account's own request says so.
    (failure: unknown) => (error.outcome === 'access_lost' && failure instanceof DriveError ? failure : error),
  );
}

/**
 * Records a failed request as `recordDriveFailure` does, as far as it concerns the whole drive. While the drive
 * answers, a limit may be that of one item, so the drive rests for seconds; and a refused credential counts as no
 * answer.
 */
export async function recordFailureIfDriveWide(
  services: Pick<DriveServices, 'db'>,
  { connection, drive }: OpenedDrive,
  error: DriveError,
  signal: AbortSignal,
): Promise<Date> {
  if (!OF_DRIVE.includes(error.outcome)) return recordDriveFailure(services, connection, error);
  const failure = await probeForDriveWideFailure(drive, error, signal);
  signal.throwIfAborted();
  if (failure) return recordDriveFailure(services, connection, failure);
  if (error.outcome === 'quota') return recordDriveRateLimit(services, connection);
  return recordDriveFailure(services, connection, { outcome: 'unavailable', retryAfter: error.retryAfter });
}

/**
 * Records that the provider limits requests while the drive answers. The time that the provider asks to wait concerns
 * only what was requested.
 */
export function recordDriveRateLimit(
  services: Pick<DriveServices, 'db'>,
  connection: Pick<OpenedDrive['connection'], 'workspaceId' | 'id' | 'version'>,
): Promise<Date> {
  return recordDriveFailure(services, connection, { outcome: 'quota', retryAfter: 0 }, { grows: false });
}
