import type { Context, TaskServices } from '../../../context.ts';
import { publish } from '../../../platform/live.ts';
import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { noteFailure, noteSuccess } from '../connections/fail-drive.ts';
import { DriveUnavailable, openDrive, type DriveServices, type OpenedDrive } from '../connections/open-drive.ts';
import { driveCause } from '../drive-cause.ts';
import { drivesTopic } from '../drives-topic.ts';
import { listNewFolders } from './list-new-folders.ts';
import { readChangeFeeds } from './read-change-feeds.ts';
import type { DriveReader } from './upsert-with-ancestors.ts';
import { startCrawlUnless } from './start-crawl-unless.ts';
import {
  releaseDriveClaim,
  renewDriveClaim,
  secondsBetweenListings,
  claimDueDrives,
  DriveClaimLost,
  type DriveClaim,
} from './claim-due-drives.ts';

export type DrivePollingServices = DriveServices &
  Pick<TaskServices, 'log' | 'stopping'> & {
    /**
     * Milliseconds between checks for channels, connections and subscriptions that are due. Default: `POLL_INTERVAL`.
     */
    lookEvery?: number;
  };

export const POLL_INTERVAL = 10_000;

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
export function startDrivePoller(services: DrivePollingServices): Repeated {
  const { db, log, stopping, drives } = services;
  const underWay = new Set<Promise<void>>();

  async function ask(turn: DriveClaim): Promise<void> {
    try {
      await releaseDriveClaim(db.pool, turn, await askDrive(services, turn));
      await publish(db.pool, drivesTopic(turn.workspaceId));
    } catch (error) {
      if (stopping.aborted || error instanceof DriveClaimLost) return;
      log.warn({ err: error, workspace_id: turn.workspaceId }, 'A drive could not be asked for changes; tried again');
      // It is asked again from where it was; where the database is away, the turn ends by itself.
      await releaseDriveClaim(db.pool, turn, new Date(Date.now() + RETRY)).catch(() => undefined);
    }
  }

  const failed = 'Drives that are due cannot be looked for';
  const looking = repeatedly({ every: EVERY, stopping, log, failed }, async () => {
    const room = AT_ONCE - underWay.size;
    if (room === 0) return;
    for (const turn of await claimDueDrives(db.pool, { most: room, seconds: drives.settings.pollSeconds })) {
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

/** Answers when it is to be asked again at the latest; null is as always. */
async function askDrive(services: DrivePollingServices, turn: DriveClaim): Promise<Date | null> {
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

/** @throws DriveFailure, DriveClaimLost */
async function askOpened(
  { db, drives, stopping }: DrivePollingServices,
  turn: DriveClaim,
  { connection, drive }: OpenedDrive,
): Promise<Date | null> {
  const workspace = { id: turn.workspaceId, slug: '', name: '' };
  const ctx: Context = { ...driveCause(turn.workspaceId), workspace, db, reach: 'workspace' };
  const looking: DriveReader = {
    ctx,
    connection,
    drive,
    foundBy: turn.isRung ? 'push' : 'poll',
    signal: stopping,
    keep: (on) => renewDriveClaim(on, turn),
    inVain: new Set(),
  };
  if (drive.log && (await readChangeFeeds(looking, turn, drive.log))) return new Date();
  if (await listNewFolders(looking)) return new Date();
  if (drive.log) return null;
  const within = secondsBetweenListings(drives.settings.pollSeconds) * 1_000;
  return startCrawlUnless(ctx, connection.id, { cause: 'poll', within });
}
