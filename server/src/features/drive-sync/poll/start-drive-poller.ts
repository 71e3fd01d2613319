import type { Context, TaskServices } from '../../../core/context.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { LeaseLostError } from '../../../platform/queue/lease.ts';
import { startQueueWorker, type QueueWorker } from '../../../platform/queue/start-worker.ts';
import { DriveError } from '../../../providers/drives/drive.ts';
import { recordDriveSuccess } from '../connection/drive-outcome.ts';
import { DriveUnavailableError, openDrive, type DriveServices, type OpenedDrive } from '../connection/open-drive.ts';
import { readChangeFeeds } from './read-change-feeds.ts';
import { type DriveReadingContext, upsertItemsWithAncestors } from './upsert-items-with-ancestors.ts';
import { startCrawlIfDue } from './start-crawl-if-due.ts';
import {
  DRIVE_POLL_QUEUE,
  computeNextPollTime,
  listingIntervalSecondsOf,
  type ClaimedDrive,
} from './claim-due-drives.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { MAX_PAGES_PER_FOLDER } from '../crawl/crawl-folders.ts';
import { doesDriveStillAnswer, hasFailedLong, recordFailureIfDriveWide } from '../connection/request-failures.ts';
import { createDriveEventContext, drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { requestQueuedFiles } from './files-to-request.ts';
import { findNextFolderToList, recordListedFolderPage } from './folders-to-list.ts';

/** Pages listed in one lease. Then other drives are next. */
const PAGES = 50;

/**
 * Lists folders whose content is unknown: those that moved into a picked folder, with everything inside, and those in
 * which something was created. Returns true if there are more.
 * @throws DriveError
 */
async function listNewFolders(reader: DriveReadingContext): Promise<boolean> {
  const { ctx, connection, drive, signal } = reader;
  const of = { workspaceId: ctx.workspace.id, connectionId: connection.id };
  for (let pages = 0; pages < PAGES; pages += 1) {
    const folder = await findNextFolderToList(ctx.db.pool, of);
    if (!folder) return false;
    await reader.renewLease(ctx.db.pool);
    const isLong = hasFailedLong(folder.addedAt);
    try {
      const list = (from: string | null) => drive.list({ id: folder.id, driveId: folder.driveId }, from, signal);
      const page = await list(folder.page).catch(async (error: unknown) => {
        // Page tokens expire. List the folder again from the start.
        if (error instanceof DriveError && error.outcome === 'cursor_refused') return list(null);
        if (await doesDriveStillAnswer(drive, error, signal)) return list(folder.page);
        throw error;
      });
      // A folder whose pages never end is left to a crawl, which reports it.
      const isEndless = page.next !== null && (page.next === folder.page || folder.pages >= MAX_PAGES_PER_FOLDER);
      const next = isEndless ? null : page.next;
      await upsertItemsWithAncestors({ ...reader, foundBy: folder.foundBy, isLong }, page.items, async (em, inPart) => {
        if (inPart === null) await recordListedFolderPage(em, of, folder, next);
      });
    } catch (error) {
      // The folder is gone, not readable, or fails on its own. A crawl finds out more.
      if (!(await doesDriveStillAnswer(drive, error, signal, isLong))) throw error;
      await inTransaction(ctx, (em) => recordListedFolderPage(em, of, folder, null));
    }
  }
  return true;
}

export type DrivePollingServices = DriveServices & Pick<TaskServices, 'log' | 'stopping' | 'lookEvery'>;

/** Milliseconds between checks for channels, connections and subscriptions that are due. */
export const PUSH_SETUP_CHECK_INTERVAL_MS = 10_000;

/** Milliseconds between checks for drives that are due. */
const EVERY = 1_000;

/** Milliseconds before a drive is polled again after an error of our own. */
const RETRY = 10_000;

/** Drives polled at once by an instance. */
const AT_ONCE = 6;

/** Polls that take longer than most. */
const HANGING = { after: 5_000, most: 24 };

/**
 * Polls drives for changes: those with a push notification at once, the others periodically (rules/drives 3). Only one
 * instance polls a drive at a time.
 */
export function startDrivePoller(services: DrivePollingServices): QueueWorker {
  const { db, log, stopping, drives, lookEvery: pollInterval = EVERY } = services;
  return startQueueWorker<ClaimedDrive>({
    queue: DRIVE_POLL_QUEUE.name,
    name: 'Polling drives',
    slots: AT_ONCE,
    hanging: HANGING,
    pollInterval,
    claim: (free) => DRIVE_POLL_QUEUE.claim(db.pool, free),
    async run(drive) {
      try {
        const next = computeNextPollTime(drive, drives.settings.pollSeconds);
        const wanted = await pollDrive(services, drive);
        await DRIVE_POLL_QUEUE.release(db.pool, drive, wanted && wanted < next ? wanted : next);
        await publishTopics(db.pool, drivesLiveTopicOf(drive.workspaceId));
      } catch (error) {
        // It is polled again from where it was: by another instance at once if this one stops. If the database is
        // unavailable, the lease ends by itself.
        if (!(error instanceof LeaseLostError)) {
          const retryAt = new Date(Date.now() + (stopping.aborted ? 0 : RETRY));
          await DRIVE_POLL_QUEUE.release(db.pool, drive, retryAt).catch(() => undefined);
        }
        throw error;
      }
    },
    describe: ({ workspaceId }) => ({ workspace_id: workspaceId }),
    log,
    stopping,
  });
}

/** Returns the time of the next poll, or null for the usual one. */
async function pollDrive(services: DrivePollingServices, claim: ClaimedDrive): Promise<Date | null> {
  try {
    const opened = await openDrive(services, claim);
    try {
      const nextAt = await pollOpened(services, claim, opened);
      await recordDriveSuccess(services, opened.connection);
      return nextAt;
    } catch (error) {
      if (services.stopping.aborted || !(error instanceof DriveError)) throw error;
      const later = await recordFailureIfDriveWide(services, opened, error, services.stopping);
      return later.getTime() > Date.now() ? later : null;
    }
  } catch (error) {
    if (error instanceof DriveUnavailableError) return null;
    throw error;
  }
}

/** @throws DriveError, LeaseLostError */
async function pollOpened(
  { db, drives, stopping }: DrivePollingServices,
  claim: ClaimedDrive,
  { connection, drive }: OpenedDrive,
): Promise<Date | null> {
  const workspace = { id: claim.workspaceId, slug: '', name: '' };
  const ctx: Context = { ...createDriveEventContext(claim.workspaceId), workspace, db, reach: 'workspace' };
  const reader: DriveReadingContext = {
    ctx,
    connection,
    drive,
    foundBy: claim.wasPushed ? 'push' : 'poll',
    signal: stopping,
    renewLease: (on) => DRIVE_POLL_QUEUE.renew(on, claim),
    unavailableParents: new Set(),
  };
  if (drive.feed) {
    if (await readChangeFeeds(reader, claim, drive.feed)) return new Date();
    return (await listNewFolders(reader)) ? new Date() : null;
  }
  // A file that fails keeps no folder waiting.
  const [requested, listed] = await Promise.allSettled([requestQueuedFiles(reader), listNewFolders(reader)]);
  if (requested.status === 'rejected') throw requested.reason;
  if (listed.status === 'rejected') throw listed.reason;
  if (requested.value || listed.value) return new Date();
  const within = listingIntervalSecondsOf(drives.settings.pollSeconds) * 1_000;
  return startCrawlIfDue(ctx, connection.id, { cause: 'poll', within });
}
