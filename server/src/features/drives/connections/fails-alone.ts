import type { Drive } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';

/**
 * Tells whether a drive that gave no answer about one thing answers otherwise: then the failure is that thing's, and
 * nothing else of the drive has to wait (rules/drives 2). It costs one request, and only where something failed.
 */
export async function failsAlone(drive: Drive, error: unknown, signal: AbortSignal): Promise<boolean> {
  if (!(error instanceof DriveFailure) || signal.aborted) return false;
  if (error.outcome === 'download_quota') return true;
  if (error.outcome !== 'unavailable') return false;
  return drive.account(signal).then(
    () => true,
    () => false,
  );
}
