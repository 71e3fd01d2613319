import type { Context, TaskServices } from '../../../context.ts';
import { publish } from '../../../platform/live.ts';
import { repeatedly, type Repeated } from '../../../platform/repeatedly.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { noteFailure, noteSuccess } from '../connections/fail-drive.ts';
import { DriveUnavailable, openDrive, type DriveServices, type OpenedDrive } from '../connections/open-drive.ts';
import { driveCause } from '../drive-cause.ts';
import { drivesTopic } from '../drives-topic.ts';
import { listFolders } from './list-folders.ts';
import { readLogs } from './read-logs.ts';
import type { Looking } from './see-with-parents.ts';
import { startWalkUnless } from './start-walk-unless.ts';
import { endTurn, keepTurn, secondsBetweenListings, takeTurns, TurnLost, type Turn } from './turns-to-ask.ts';

export type AskingServices = DriveServices &
  Pick<TaskServices, 'log' | 'stopping'> & {
    /** Milliseconds between checks for channels, connections and subscriptions that are due. Default: `LOOK_EVERY`. */
    lookEvery?: number;
  };

export const LOOK_EVERY = 10_000;

/** Milliseconds between checks for drives that are due. */
const EVERY = 1_000;

/** Milliseconds before a drive is polled again after an error of our own. */
const RETRY = 10_000;

/** Drives polled at once by an instance. A drive that hangs blocks only its own slot. */
const AT_ONCE = 6;

/**
 * Polls drives for changes: those with a push notification at once, the others periodically (rules/drives 3). Only one
 * instance polls a drive at a time.
 */
export function keepAsking(services: AskingServices): Repeated {
  const { db, log, stopping, drives } = services;
  const underWay = new Set<Promise<void>>();

  async function ask(turn: Turn): Promise<void> {
    try {
      await endTurn(db.pool, turn, await askDrive(services, turn));
      await publish(db.pool, drivesTopic(turn.workspaceId));
    } catch (error) {
      if (stopping.aborted || error instanceof TurnLost) return;
      log.warn({ err: error, workspace_id: turn.workspaceId }, 'A drive could not be asked for changes; tried again');
      // The drive is polled again from the same cursor. If the database is down, the lease expires.
      await endTurn(db.pool, turn, new Date(Date.now() + RETRY)).catch(() => undefined);
    }
  }

  const failed = 'Drives that are due cannot be looked for';
  const looking = repeatedly({ every: EVERY, stopping, log, failed }, async () => {
    const room = AT_ONCE - underWay.size;
    if (room === 0) return;
    for (const turn of await takeTurns(db.pool, { most: room, seconds: drives.settings.pollSeconds })) {
      const asked = ask(turn).finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
  });
  return {
    async stop() {
      await looking.stop();
      await Promise.all(underWay);
    },
  };
}

/** Polls a drive. Returns the latest time for the next poll, or null for the usual interval. */
async function askDrive(services: AskingServices, turn: Turn): Promise<Date | null> {
  try {
    const opened = await openDrive(services, turn);
    try {
      const nextAt = await askOpened(services, turn, opened);
      await noteSuccess(services, opened.connection);
      return nextAt;
    } catch (error) {
      if (services.stopping.aborted || !(error instanceof DriveFailure)) throw error;
      const later = await noteFailure(services, opened.connection, error);
      return later.getTime() > Date.now() ? later : null;
    }
  } catch (error) {
    if (error instanceof DriveUnavailable) return null;
    throw error;
  }
}

/** @throws DriveFailure, TurnLost */
async function askOpened(
  { db, drives, stopping }: AskingServices,
  turn: Turn,
  { connection, drive }: OpenedDrive,
): Promise<Date | null> {
  const workspace = { id: turn.workspaceId, slug: '', name: '' };
  const ctx: Context = { ...driveCause(turn.workspaceId), workspace, db, reach: 'workspace' };
  const looking: Looking = {
    ctx,
    connection,
    drive,
    foundBy: turn.isRung ? 'push' : 'poll',
    signal: stopping,
    keep: (on) => keepTurn(on, turn),
    inVain: new Set(),
  };
  if (drive.log && (await readLogs(looking, turn, drive.log))) return new Date();
  if (await listFolders(looking)) return new Date();
  if (drive.log) return null;
  const within = secondsBetweenListings(drives.settings.pollSeconds) * 1_000;
  return startWalkUnless(ctx, connection.id, { cause: 'poll', within });
}
