import type { Drive } from '../../../providers/drives/drive.ts';
import { DriveFailure, type DriveOutcome } from '../../../providers/drives/drive-failure.ts';

/** Outcomes that concern the whole drive. All others concern only what was requested. */
const OF_DRIVE: readonly DriveOutcome[] = ['access_lost', 'quota', 'unavailable'];

/**
 * Returns true if the drive still answers after a request for one item failed: the failure then concerns that item
 * only, and the rest of the drive doesn't have to wait (rules/drives 2). Costs one request at most, and only after a
 * failure.
 */
export async function failsAlone(drive: Drive, error: unknown, signal: AbortSignal): Promise<boolean> {
  if (!(error instanceof DriveFailure) || signal.aborted) return false;
  if (!OF_DRIVE.includes(error.outcome)) return true;
  if (error.outcome !== 'unavailable') return false;
  return drive.account(signal).then(
    () => true,
    () => false,
  );
}
