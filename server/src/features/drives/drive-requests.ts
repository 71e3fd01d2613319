import type { DriveContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { RefusingConcurrencyLimit } from '../../platform/concurrency/concurrency-limit.ts';
import { DriveError } from '../../providers/drives/drive.ts';
import { recordDriveFailure, recordDriveSuccess } from '../drive-sync/connection/drive-outcome.ts';
import { probeForDriveWideFailure } from '../drive-sync/connection/request-failures.ts';
import { DriveUnavailableError, openDrive, type OpenedDrive } from '../drive-sync/connection/open-drive.ts';

/** Milliseconds that a user waits for a provider, whatever the request. */
const PATIENCE = 20_000;

/** Provider requests that users of one workspace may wait for at once. */
const MOST = 4;
const questions = new RefusingConcurrencyLimit();

/**
 * Runs a provider request for a waiting user, and frees the HTTP request's slot meanwhile.
 * @throws AppError `drive_access_refused`, `drive_unavailable`; `rate_limited` if the workspace has too many such
 * requests at once
 */
export async function runProviderRequest<T>(ctx: DriveContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = () => questions.run(ctx.workspace.id, MOST, tooMany, () => work(AbortSignal.timeout(PATIENCE)));
  try {
    return await (ctx.outside ? ctx.outside(asked) : asked());
  } catch (error) {
    throw error instanceof DriveError ? appErrorOf(error) : asTimeout(error);
  }
}

/**
 * Runs a provider request for a connected drive, like `runProviderRequest`, and records whether the drive failed.
 * @throws AppError as `runProviderRequest`, and `drive_reconnect_needed`
 */
export async function runDriveRequest<T>(
  ctx: DriveContext,
  id: string,
  work: (opened: OpenedDrive, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const opened = await openFor(ctx, id);
  const { connection } = opened;
  return runProviderRequest(ctx, async (signal) => {
    try {
      const answer = await work(opened, signal);
      await recordDriveSuccess(ctx, connection);
      return answer;
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
      const failure = await probeForDriveWideFailure(opened.drive, error, signal);
      signal.throwIfAborted();
      // What was asked for may fail on its own.
      if (!failure) throw error;
      await recordDriveFailure(ctx, connection, failure);
      throw failure.outcome === 'access_lost' ? reconnectNeededError() : failure;
    }
  });
}

async function openFor(ctx: DriveContext, id: string): Promise<OpenedDrive> {
  try {
    return await openDrive(ctx, { workspaceId: ctx.workspace.id, id });
  } catch (error) {
    throw error instanceof DriveUnavailableError ? reconnectNeededError() : error;
  }
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Other drives of this workspace are being asked. Try again in a moment.', {
    headers: { 'retry-after': '15' },
  });
}

export function reconnectNeededError(): AppError {
  return new AppError('drive_reconnect_needed', 'The drive can’t be read. Reconnect it first.');
}

function appErrorOf({ outcome, message }: DriveError): AppError {
  switch (outcome) {
    case 'access_lost':
    case 'forbidden':
      return new AppError(
        'drive_access_refused',
        'The provider doesn’t allow reading with this credential. Check that it is complete, still valid and may read files.',
      );
    case 'not_found':
      return new AppError('drive_folder_not_found', 'The folder no longer exists, or isn’t shared with the account.');
    case 'quota':
      return new AppError('drive_unavailable', 'The provider’s request limit is reached. Try again in a minute.');
    default:
      return new AppError(
        'drive_unavailable',
        message === outcome ? 'The drive’s provider didn’t answer as expected. Try again later.' : message,
      );
  }
}

function asTimeout(error: unknown): unknown {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return isTimeout
    ? new AppError('drive_unavailable', 'The drive’s provider took too long to answer. Try again later.')
    : error;
}
