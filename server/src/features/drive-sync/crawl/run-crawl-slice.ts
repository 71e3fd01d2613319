import type { Context, TaskServices } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { LeaseLost } from '../../../platform/queue/lease.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { MOST_ASKED, recordDriveFailure, recordDriveSuccess } from '../connection/drive-outcome.ts';
import { failureOfDrive, recordLimit } from '../connection/request-failures.ts';
import { DriveUnavailable, openDrive, type DriveServices, type OpenedDrive } from '../connection/open-drive.ts';
import { driveCause } from '../connection/drive-subject.ts';
import { lockClaimedCrawl, releaseCrawl, type Crawl } from './claim-crawl.ts';
import { endClaimedCrawl, endCrawl } from './end-crawl.ts';
import { addPicked, nextFolders } from './crawl-queue.ts';
import { crawlFolders } from './crawl-folders.ts';
import { findMissing, nextMissing, verifyMissing } from './missing.ts';
import { lockChangeFeeds, resetCursors, storeStartTokens } from './reset-cursors.ts';
import { runWhileLeased, type CrawlContext } from './crawl-context.ts';

export type CrawlServices = DriveServices & {
  log: { warn(fields: object, message: string): void };
  stopping: AbortSignal;
  /** Returns true if a user or API client is waiting for a response. */
  isBusy: () => boolean;
  lookEvery?: TaskServices['lookEvery'];
};

/** Milliseconds before another crawl is next. */
const TURN = 5_000;

/** Milliseconds a provider may fail before the crawl fails. */
const LONGEST = { unavailable: 3_600_000, quota: 86_400_000 };

/** Seconds before a retry if a folder fails while the drive answers. */
const AGAIN = 30;

/** Maximum number of attempts without progress: the crawl itself may crash the process. */
const MOST_ATTEMPTS = 10;

/** Takes a turn at a crawl, and gives it back or ends it. */
export async function runCrawlSlice(services: CrawlServices, crawl: Crawl): Promise<void> {
  const { db, log, stopping } = services;
  const { workspaceId, id, connectionId } = crawl;
  try {
    if (crawl.attempts > MOST_ATTEMPTS) return await endCrawl(db, crawl, 'failed', 'error');
    const opened = await openDrive(services, { workspaceId, id: connectionId });
    const { connection } = opened;
    if (connection.pausedUntil && connection.pausedUntil > new Date()) {
      return await releaseCrawl(db, crawl, { notBefore: connection.pausedUntil });
    }
    const until = performance.now() + TURN;
    const workspace = { id: workspaceId, slug: '', name: '' };
    const ctx: Context = { ...driveCause(workspaceId), workspace, db, reach: 'workspace' };
    const isOver = () => stopping.aborted || performance.now() > until;
    try {
      await goOn({ ...opened, ctx, crawl, signal: stopping, isOver, isBusy: services.isBusy, notifiedAt: 0 }, services);
    } catch (error) {
      if (!(error instanceof DriveFailure) || stopping.aborted) throw error;
      await handleFailure(services, crawl, opened, error);
    }
  } catch (error) {
    if (error instanceof LeaseLost) return await endWhereUnread(services, crawl);
    if (error instanceof DriveUnavailable) return await endUnread(services, crawl, error);
    if (stopping.aborted) return await releaseCrawl(db, crawl);
    log.warn({ err: error, workspace_id: workspaceId, crawl_id: id }, 'Couldn’t crawl a drive; retrying');
    await releaseCrawl(db, crawl, { inVain: true, notBefore: new Date(Date.now() + TURN) });
  }
}

/** Works until the crawl is complete or its turn is over. */
async function goOn(crawling: CrawlContext, services: CrawlServices): Promise<void> {
  const { crawl, ctx, connection, isOver } = crawling;
  const { pool } = ctx.db;
  await runWhileLeased(crawling, { isAnswered: false }, (transaction) => addPicked(transaction, crawl));
  let isHealed = false;
  while (!isOver()) {
    const folders = await nextFolders(pool, crawl);
    if (folders.length > 0) {
      const driveIds = folders.map(({ driveId }) => driveId);
      await storeStartTokens(crawling, driveIds);
      await crawlFolders(crawling, folders);
    } else {
      const missing = await runWhileLeased(crawling, { isAnswered: false }, async (transaction) => {
        await findMissing(transaction, crawl);
        return nextMissing(transaction, crawl);
      });
      if (missing.length > 0) await verifyMissing(crawling, missing);
      else if (await finish(crawling)) return;
    }
    if (!isHealed) await recordDriveSuccess(services, connection);
    isHealed = true;
  }
  await releaseCrawl(ctx.db, crawl);
}

/** Ends the crawl, unless folders were picked meanwhile: those who pick wait for this transaction, or it for theirs. */
function finish(crawling: CrawlContext): Promise<boolean> {
  const { crawl, ctx } = crawling;
  return inTransaction(ctx, async (em) => {
    await lockChangeFeeds(em, crawl);
    await lockClaimedCrawl(em, crawl, { isAnswered: false });
    if ((await addPicked(em, crawl)) > 0) return false;
    await resetCursors(em, crawl);
    await endClaimedCrawl(em, crawl);
    return true;
  });
}

/** Pauses the crawl after a failure of the drive. A failure never marks items as gone. */
async function handleFailure(
  services: CrawlServices,
  crawl: Crawl,
  { connection, drive }: OpenedDrive,
  failure: DriveFailure,
): Promise<void> {
  const { retryAfter } = failure;
  const ofDrive = await failureOfDrive(drive, failure, services.stopping);
  services.stopping.throwIfAborted();
  if (ofDrive?.outcome === 'access_lost') {
    await recordDriveFailure(services, connection, ofDrive);
    return endCrawl(services.db, crawl, 'failed', 'access_lost');
  }
  const kind = (ofDrive ?? failure).outcome === 'quota' ? 'quota' : 'unavailable';
  if (!ofDrive && kind === 'quota') await recordLimit(services, connection);
  const notBefore = ofDrive
    ? await recordDriveFailure(services, connection, { outcome: kind, retryAfter })
    : new Date(Date.now() + Math.min(Math.max(retryAfter ?? 0, AGAIN), MOST_ASKED) * 1_000);
  crawl.failingSince ??= new Date();
  if (Date.now() - crawl.failingSince.getTime() > LONGEST[kind]) return endCrawl(services.db, crawl, 'failed', kind);
  await releaseCrawl(services.db, crawl, { notBefore });
}

/** Ends the crawl of a drive that can't be read. Items stored so far stay, and the others aren't marked as gone. */
function endUnread({ db }: CrawlServices, crawl: Crawl, { reason }: DriveUnavailable): Promise<void> {
  return reason === 'disconnected'
    ? endCrawl(db, crawl, 'stopped', 'disconnected')
    : endCrawl(db, crawl, 'failed', 'access_lost');
}

/** Ends a lost crawl if its drive can't be read any more. Otherwise another instance has it. */
async function endWhereUnread(services: CrawlServices, crawl: Crawl): Promise<void> {
  try {
    await openDrive(services, { workspaceId: crawl.workspaceId, id: crawl.connectionId });
  } catch (error) {
    if (!(error instanceof DriveUnavailable)) throw error;
    await endUnread(services, crawl, error);
  }
}
