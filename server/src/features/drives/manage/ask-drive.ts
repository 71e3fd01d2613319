import type { DriveContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { noteFailure, noteSuccess } from '../connections/fail-drive.ts';
import { DriveUnavailable, openDrive, type OpenedDrive } from '../connections/open-drive.ts';

/** How long somebody waits for a provider, in milliseconds, whatever it is asked. */
const PATIENCE = 20_000;

/**
 * Asks a provider for somebody who waits for the answer; others get the request’s slot meanwhile.
 * @throws AppError `drive_access_refused`, `drive_unavailable`
 */
export async function askProvider<T>(ctx: DriveContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = () => work(AbortSignal.timeout(PATIENCE));
  try {
    return await (ctx.outside ? ctx.outside(asked) : asked());
  } catch (error) {
    throw error instanceof DriveFailure ? appErrorOf(error) : asTimeout(error);
  }
}

/**
 * As `askProvider`, of a drive that is connected. How it fares is noted, as for whatever else asks it.
 * @throws AppError `drive_reconnect_needed` besides
 */
export async function askDrive<T>(
  ctx: DriveContext,
  id: string,
  work: (opened: OpenedDrive, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const opened = await openFor(ctx, id);
  const { connection } = opened;
  return askProvider(ctx, async (signal) => {
    try {
      const answer = await work(opened, signal);
      await noteSuccess(ctx, connection);
      return answer;
    } catch (error) {
      if (error instanceof DriveFailure) {
        await noteFailure(ctx, connection, error);
        if (error.outcome === 'access_lost') throw reconnectNeeded();
      }
      throw error;
    }
  });
}

async function openFor(ctx: DriveContext, id: string): Promise<OpenedDrive> {
  try {
    return await openDrive(ctx, { workspaceId: ctx.workspace.id, id });
  } catch (error) {
    throw error instanceof DriveUnavailable ? reconnectNeeded() : error;
  }
}

export function reconnectNeeded(): AppError {
  return new AppError('drive_reconnect_needed', 'Nothing can be read of the drive: connect it again first.');
}

function appErrorOf({ outcome, message }: DriveFailure): AppError {
  switch (outcome) {
    case 'access_lost':
    case 'forbidden':
      return new AppError(
        'drive_access_refused',
        'The provider does not let the drive be read with this: check that it is whole, still valid, and may read files.',
      );
    case 'not_found':
      return new AppError(
        'drive_folder_not_found',
        'The folder is not there any more, or not shared with the account.',
      );
    case 'quota':
      return new AppError('drive_unavailable', 'The provider takes no more requests for now: try again in a minute.');
    default:
      return new AppError(
        'drive_unavailable',
        message === outcome ? 'The provider of the drive did not answer as it should: try again in a while.' : message,
      );
  }
}

function asTimeout(error: unknown): unknown {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return isTimeout
    ? new AppError('drive_unavailable', 'The provider of the drive takes too long to answer: try again in a while.')
    : error;
}
