import type { Context } from '../../../context.ts';
import type { Runner } from '../../../database/statement.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { MOST_ASKED, noteFailure, noteSuccess } from '../connections/fail-drive.ts';
import { failsAlone } from '../connections/fails-alone.ts';
import { DriveUnavailable, openDrive, type DriveServices, type OpenedDrive } from '../connections/open-drive.ts';
import { driveCause } from '../drive-cause.ts';
import { verifyMissing } from './verify-missing.ts';
import { releaseCrawl, CrawlLost, type Crawl } from './claim-crawl.ts';
import { endClaimedCrawl, endCrawl } from './end-crawl.ts';
import { addPicked, nextFolders } from './crawl-queue.ts';
import { crawlFolders } from './crawl-folders.ts';
import { findMissing, nextMissing } from './missing.ts';
import { dropPages } from './pages.ts';
import { lockChangeFeeds, resetCursors, storeStartTokens } from './reset-cursors.ts';
import { write, type CrawlContext } from './crawl-context.ts';

export type CrawlServices = DriveServices & {
  log: { warn(fields: object, message: string): void };
  stopping: AbortSignal;
  /** Whether somebody waits for an answer of ours. */
  isBusy: () => boolean;
};

/** How long a turn lasts before it is that of another walk, in milliseconds. */
const TURN = 5_000;

/** How long a provider may fail before a walk gives up, in milliseconds. */
const LONGEST = { unavailable: 3_600_000, quota: 86_400_000 };

/** After how many seconds it is tried again where a folder fails and the drive answers otherwise. */
const AGAIN = 30;

/** How often a walk is taken up in vain: it may be what ends the process. */
const MOST_ATTEMPTS = 10;

/** Takes a turn at a walk, and gives it back or ends it. */
export async function runCrawlSlice(services: CrawlServices, walk: Crawl): Promise<void> {
  const { db, log, stopping } = services;
  const { workspaceId, id, connectionId } = walk;
  try {
    if (walk.attempts > MOST_ATTEMPTS) return await endCrawl(db.pool, walk, 'failed', 'error');
    const opened = await openDrive(services, { workspaceId, id: connectionId });
    const { connection } = opened;
    if (connection.pausedUntil && connection.pausedUntil > new Date()) {
      return await releaseCrawl(db.pool, walk, { notBefore: connection.pausedUntil });
    }
    const until = performance.now() + TURN;
    const workspace = { id: workspaceId, slug: '', name: '' };
    const ctx: Context = { ...driveCause(workspaceId), workspace, db, reach: 'workspace' };
    const isOver = () => stopping.aborted || performance.now() > until;
    try {
      await goOn({ ...opened, ctx, walk, signal: stopping, isOver, isBusy: services.isBusy, told: 0 }, services);
    } catch (error) {
      if (!(error instanceof DriveFailure) || stopping.aborted) throw error;
      await settle(services, walk, opened, error);
    }
  } catch (error) {
    if (error instanceof CrawlLost) return await endWhereUnread(services, walk);
    if (error instanceof DriveUnavailable) return await endUnread(services, walk, error);
    if (stopping.aborted) return await releaseCrawl(db.pool, walk);
    log.warn(
      { err: error, workspace_id: workspaceId, walk_id: id },
      'A drive could not be walked through; tried again',
    );
    await releaseCrawl(db.pool, walk, { inVain: true, notBefore: new Date(Date.now() + TURN) });
  }
}

/** Until the walk is through, or it is the turn of others. */
async function goOn(walking: CrawlContext, services: CrawlServices): Promise<void> {
  const { walk, ctx, connection, drive, isOver } = walking;
  const { pool } = ctx.db;
  await write(walking, { isAnswered: false }, (transaction) => addPicked(transaction, walk));
  let isHealed = false;
  while (!isOver()) {
    const folders = await nextFolders(pool, walk);
    if (folders.length > 0) {
      const driveIds = folders.map(({ driveId }) => driveId);
      await storeStartTokens(pool, walk, drive, driveIds, walking.signal);
      await crawlFolders(walking, folders);
    } else {
      const missing = await write(walking, { isAnswered: false }, async (transaction) => {
        await findMissing(transaction, walk);
        return nextMissing(transaction, walk);
      });
      if (missing.length > 0) await verifyMissing(walking, missing);
      else if (await finish(walking)) return;
    }
    if (!isHealed) await noteSuccess(services, connection);
    isHealed = true;
  }
  await releaseCrawl(pool, walk);
}

/** Ends the walk, unless folders were picked meanwhile: those who pick wait for this transaction, or it for theirs. */
function finish(walking: CrawlContext): Promise<boolean> {
  const { walk } = walking;
  const first = (transaction: Runner) => lockChangeFeeds(transaction, walk);
  return write(walking, { isAnswered: false, first }, async (transaction) => {
    if ((await addPicked(transaction, walk)) > 0) return false;
    await resetCursors(transaction, walk);
    await dropPages(transaction, walk);
    await endClaimedCrawl(transaction, walk);
    return true;
  });
}

/** A drive that fails is left alone for a while, and nothing is said of what is in it. */
async function settle(
  services: CrawlServices,
  walk: Crawl,
  { connection, drive }: OpenedDrive,
  failure: DriveFailure,
): Promise<void> {
  const { outcome, retryAfter } = failure;
  const { pool } = services.db;
  if (outcome === 'access_lost') {
    await noteFailure(services, connection, { outcome, retryAfter });
    return endCrawl(pool, walk, 'failed', 'access_lost');
  }
  const kind = outcome === 'quota' ? 'quota' : 'unavailable';
  const notBefore = (await failsAlone(drive, failure, services.stopping))
    ? new Date(Date.now() + Math.min(Math.max(retryAfter ?? 0, AGAIN), MOST_ASKED) * 1_000)
    : await noteFailure(services, connection, { outcome: kind, retryAfter });
  walk.failingSince ??= new Date();
  if (Date.now() - walk.failingSince.getTime() > LONGEST[kind]) return endCrawl(pool, walk, 'failed', kind);
  await releaseCrawl(pool, walk, { notBefore });
}

/** Nothing can be read of the drive: what the walk has seen stays, and nothing is said of the rest. */
function endUnread({ db }: CrawlServices, walk: Crawl, { reason }: DriveUnavailable): Promise<void> {
  return reason === 'disconnected'
    ? endCrawl(db.pool, walk, 'stopped', 'disconnected')
    : endCrawl(db.pool, walk, 'failed', 'access_lost');
}

/** A walk that was lost is another's, or its drive is not read any more. */
async function endWhereUnread(services: CrawlServices, walk: Crawl): Promise<void> {
  try {
    await openDrive(services, { workspaceId: walk.workspaceId, id: walk.connectionId });
  } catch (error) {
    if (!(error instanceof DriveUnavailable)) throw error;
    await endUnread(services, walk, error);
  }
}
