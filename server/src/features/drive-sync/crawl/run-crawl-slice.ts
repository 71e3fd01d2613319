import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { Context, TaskServices } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { LeaseLostError } from '../../../platform/queue/lease.ts';
import { type DriveChangeFeed, DriveError } from '../../../providers/drives/drive.ts';
import { ChangeFeedEntity, UNFAILED_FEED_PAGE_VALUES } from '../connection/change-feed.entity.ts';
import { DriveConnectionEntity, PickedDriveFolderEntity } from '../connection/drive-connection.entity.ts';
import { MAX_PROVIDER_PAUSE_SECONDS, recordDriveFailure, recordDriveSuccess } from '../connection/drive-outcome.ts';
import { createDriveEventContext } from '../connection/drive-subject.ts';
import {
  type DriveServices,
  DriveUnavailableError,
  lockDriveRow,
  openDrive,
  type OpenedDrive,
} from '../connection/open-drive.ts';
import { probeForDriveWideFailure, recordDriveRateLimit } from '../connection/request-failures.ts';
import { type ClaimedCrawl, lockClaimedCrawl, releaseCrawl } from './claim-crawl.ts';
import { type CrawlContext, isItemFailingForLong, runCrawlTransaction } from './crawl-context.ts';
import { crawlFolders } from './crawl-folders.ts';
import { queuePickedFolders, findNextCrawlFolders } from './crawl-queue.ts';
import { DriveCrawlEntity } from './crawl.entity.ts';
import { completeLockedCrawl, endCrawlEarly } from './end-crawl.ts';
import { queueMissingItems, findNextMissingItems, verifyMissingItems } from './missing-items.ts';

/** The account's own change feed, as stored in `drive_change_feeds`. */
const ACCOUNT = '';

/** Stored in place of the token of a feed that doesn't tell where it begins, so that the crawl asks only once. */
const NO_TOKEN = '';

/** Locks the rows that `resetCursors` updates. Comes before the crawl's lock, as in picking folders. */
async function lockChangeFeeds(em: EntityManager, { workspaceId, connectionId }: ClaimedCrawl): Promise<void> {
  await lockDriveRow(em, { workspaceId, id: connectionId });
}

/**
 * Stores a start token while the lease is valid. A feed without a cursor is read from there at once, so that changes
 * are found during the crawl.
 */
function storeStartToken(ctx: Context, crawl: ClaimedCrawl, driveId: string, token: string): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const { workspaceId, id, connectionId, leaseId, departmentId } = crawl;
    await lockChangeFeeds(em, crawl);
    const startTokens = { ...crawl.startTokens, [driveId]: token };
    const running = { workspaceId, id, connectionId, state: 'running' as const, leaseId };
    const kept = await em.nativeUpdate(DriveCrawlEntity, running, { startTokens });
    if (kept === 0 || departmentId !== null || token === NO_TOKEN) return;
    const feed = { workspaceId, connectionId, driveId };
    await em.upsert(ChangeFeedEntity, feed, { onConflictAction: 'ignore' });
    const begun = await em.nativeUpdate(ChangeFeedEntity, { ...feed, cursor: null }, { cursor: token });
    if (begun === 0) return;
    const idle = { workspaceId, id: connectionId, dueAt: null };
    await em.nativeUpdate(DriveConnectionEntity, idle, { dueAt: raw('now()') });
  });
}

/**
 * Takes missing start tokens for the change feeds of the account and of these shared drives, before anything of them is
 * listed: the feed has all changes from then on, whatever a page says. Tokens are stored with the crawl, and taken
 * again if the process dies before. Skips shared drives without a feed, and those whose feed fails while the drive
 * answers.
 * @throws DriveError
 */
async function storeStartTokens(crawling: CrawlContext, driveIds: readonly (string | null)[]): Promise<void> {
  const { ctx, crawl, drive } = crawling;
  if (!drive.feed) return;
  for (const driveId of new Set([ACCOUNT, ...driveIds.map((id) => id ?? ACCOUNT)])) {
    if (Object.hasOwn(crawl.startTokens, driveId)) continue;
    const token = await startOf(crawling, drive.feed, driveId);
    if (token === undefined) continue;
    await storeStartToken(ctx, crawl, driveId, token);
    crawl.startTokens[driveId] = token;
  }
}

async function startOf(crawling: CrawlContext, feed: DriveChangeFeed, driveId: string): Promise<string | undefined> {
  try {
    return await feed.start(driveId || null, crawling.signal);
  } catch (error) {
    const isThereNone = error instanceof DriveError && (error.outcome === 'not_found' || error.outcome === 'forbidden');
    if (isThereNone && driveId !== ACCOUNT) return undefined;
    if (driveId !== ACCOUNT && (await isItemFailingForLong(crawling, error))) return NO_TOKEN;
    throw error;
  }
}

/**
 * Resets the change feeds to the crawl's start tokens, in the transaction that ends it: a change made during the crawl
 * may have been overwritten by an older page, and is then read again. Deletes the feeds of shared drives without picked
 * folders or without a start token. A department's crawl doesn't give a feed without a cursor a new one, as such a feed
 * requires a full crawl.
 */
async function resetCursors(em: EntityManager, crawl: ClaimedCrawl): Promise<void> {
  const { workspaceId, connectionId, departmentId } = crawl;
  const feeds = Object.entries(crawl.startTokens).flatMap(([driveId, cursor]) =>
    cursor === NO_TOKEN
      ? []
      : [{ workspaceId, connectionId, driveId, cursor, isBehind: false, ...UNFAILED_FEED_PAGE_VALUES }],
  );
  if (departmentId === null) {
    if (feeds.length > 0) {
      await em.upsertMany(ChangeFeedEntity, feeds, {
        onConflictMergeFields: ['cursor', 'isBehind', 'fetched', 'failingSince'],
      });
    }
    await forgetFeeds(em, { workspaceId, connectionId });
  } else {
    for (const { cursor, driveId } of feeds) {
      const feed = { workspaceId, connectionId, driveId };
      await em.nativeUpdate(
        ChangeFeedEntity,
        { ...feed, cursor: { $ne: null } },
        { cursor, ...UNFAILED_FEED_PAGE_VALUES },
      );
    }
  }
  if (feeds.length === 0) return;
  await em.nativeUpdate(DriveConnectionEntity, { workspaceId, id: connectionId }, { dueAt: raw('now()') });
}

/** Deletes the feeds of shared drives without picked folders or without a start token. */
async function forgetFeeds(em: EntityManager, of: { workspaceId: string; connectionId: string }): Promise<void> {
  const picked = await em.find(PickedDriveFolderEntity, { ...of, driveId: { $ne: null } }, { fields: ['driveId'] });
  const known = picked.flatMap(({ driveId }) => driveId ?? []);
  const others = { ...of, driveId: { $ne: ACCOUNT } };
  await em.nativeDelete(ChangeFeedEntity, { ...others, cursor: null });
  await em.nativeDelete(ChangeFeedEntity, { ...of, driveId: { $nin: [ACCOUNT, ...known] } });
}

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
export async function runCrawlSlice(services: CrawlServices, crawl: ClaimedCrawl): Promise<void> {
  const { db, log, stopping } = services;
  const { workspaceId, id, connectionId } = crawl;
  try {
    if (crawl.attempts > MOST_ATTEMPTS) return await endCrawlEarly(db, crawl, 'failed', 'error');
    const opened = await openDrive(services, { workspaceId, id: connectionId });
    const { connection } = opened;
    if (connection.pausedUntil && connection.pausedUntil > new Date()) {
      return await releaseCrawl(db, crawl, { notBefore: connection.pausedUntil });
    }
    const until = performance.now() + TURN;
    const workspace = { id: workspaceId, slug: '', name: '' };
    const ctx: Context = { ...createDriveEventContext(workspaceId), workspace, db, reach: 'workspace' };
    const isOver = () => stopping.aborted || performance.now() > until;
    try {
      await goOn({ ...opened, ctx, crawl, signal: stopping, isOver, isBusy: services.isBusy, notifiedAt: 0 }, services);
    } catch (error) {
      if (!(error instanceof DriveError) || stopping.aborted) throw error;
      await handleFailure(services, crawl, opened, error);
    }
  } catch (error) {
    if (error instanceof LeaseLostError) return await endWhereUnread(services, crawl);
    if (error instanceof DriveUnavailableError) return await endUnread(services, crawl, error);
    if (stopping.aborted) return await releaseCrawl(db, crawl);
    log.warn({ err: error, workspace_id: workspaceId, crawl_id: id }, 'Couldn’t crawl a drive; retrying');
    await releaseCrawl(db, crawl, { inVain: true, notBefore: new Date(Date.now() + TURN) });
  }
}

/** Works until the crawl is complete or its turn is over. */
async function goOn(crawling: CrawlContext, services: CrawlServices): Promise<void> {
  const { crawl, ctx, connection, isOver } = crawling;
  const { pool } = ctx.db;
  await runCrawlTransaction(crawling, { isAnswered: false }, (transaction) => queuePickedFolders(transaction, crawl));
  let isHealed = false;
  while (!isOver()) {
    const folders = await findNextCrawlFolders(pool, crawl);
    if (folders.length > 0) {
      const driveIds = folders.map(({ driveId }) => driveId);
      await storeStartTokens(crawling, driveIds);
      await crawlFolders(crawling, folders);
    } else {
      const missing = await runCrawlTransaction(crawling, { isAnswered: false }, async (transaction) => {
        await queueMissingItems(transaction, crawl);
        return findNextMissingItems(transaction, crawl);
      });
      if (missing.length > 0) await verifyMissingItems(crawling, missing);
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
    if ((await queuePickedFolders(em, crawl)) > 0) return false;
    await resetCursors(em, crawl);
    await completeLockedCrawl(em, crawl);
    return true;
  });
}

/** Pauses the crawl after a failure of the drive. A failure never marks items as gone. */
async function handleFailure(
  services: CrawlServices,
  crawl: ClaimedCrawl,
  { connection, drive }: OpenedDrive,
  failure: DriveError,
): Promise<void> {
  const { retryAfter } = failure;
  const ofDrive = await probeForDriveWideFailure(drive, failure, services.stopping);
  services.stopping.throwIfAborted();
  if (ofDrive?.outcome === 'access_lost') {
    await recordDriveFailure(services, connection, ofDrive);
    return endCrawlEarly(services.db, crawl, 'failed', 'access_lost');
  }
  const kind = (ofDrive ?? failure).outcome === 'quota' ? 'quota' : 'unavailable';
  if (!ofDrive && kind === 'quota') await recordDriveRateLimit(services, connection);
  const notBefore = ofDrive
    ? await recordDriveFailure(services, connection, { outcome: kind, retryAfter })
    : new Date(Date.now() + Math.min(Math.max(retryAfter ?? 0, AGAIN), MAX_PROVIDER_PAUSE_SECONDS) * 1_000);
  crawl.failingSince ??= new Date();
  if (Date.now() - crawl.failingSince.getTime() > LONGEST[kind])
    return endCrawlEarly(services.db, crawl, 'failed', kind);
  await releaseCrawl(services.db, crawl, { notBefore });
}

/** Ends the crawl of a drive that can't be read. Items stored so far stay, and the others aren't marked as gone. */
function endUnread({ db }: CrawlServices, crawl: ClaimedCrawl, { reason }: DriveUnavailableError): Promise<void> {
  return reason === 'disconnected'
    ? endCrawlEarly(db, crawl, 'stopped', 'disconnected')
    : endCrawlEarly(db, crawl, 'failed', 'access_lost');
}

/** Ends a lost crawl if its drive can't be read any more. Otherwise another instance has it. */
async function endWhereUnread(services: CrawlServices, crawl: ClaimedCrawl): Promise<void> {
  try {
    await openDrive(services, { workspaceId: crawl.workspaceId, id: crawl.connectionId });
  } catch (error) {
    if (!(error instanceof DriveUnavailableError)) throw error;
    await endUnread(services, crawl, error);
  }
}
