import { raw, type EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import type { ChangeLog } from '../../../providers/drives/drive.ts';
import { lockDriveRow } from '../connection/lock-readable-drive.ts';
import { DriveConnectionEntity, DriveFolderEntity } from '../connection/drive-connection.entity.ts';
import { ChangeFeedEntity, NEW_PAGE } from '../connection/change-feed.entity.ts';
import type { Crawl } from './claim-crawl.ts';
import { failsForLong, type CrawlContext } from './crawl-context.ts';
import { DriveCrawlEntity } from './crawl.entity.ts';

/** The account's own change log, as stored in `drive_change_feeds`. */
const ACCOUNT = '';

/** Stored in place of the token of a log that doesn't tell where it begins, so that the crawl asks only once. */
const NO_TOKEN = '';

/** Locks the rows that `resetCursors` updates. Comes before the crawl's lock, as in picking folders. */
export async function lockChangeFeeds(em: EntityManager, { workspaceId, connectionId }: Crawl): Promise<void> {
  await lockDriveRow(em, { workspaceId, id: connectionId });
}

/**
 * Stores a start token while the lease is valid. A log without a cursor is read from there at once, so that changes are
 * found during the crawl.
 */
function storeStartToken(ctx: Context, crawl: Crawl, driveId: string, token: string): Promise<void> {
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
 * Takes missing start tokens for the change logs of the account and of these shared drives, before anything of them is
 * listed: the log has all changes from then on, whatever a page says. Tokens are stored with the crawl, and taken again
 * if the process dies before. Skips shared drives without a log, and those whose log fails while the drive answers.
 * @throws DriveFailure
 */
export async function storeStartTokens(crawling: CrawlContext, driveIds: readonly (string | null)[]): Promise<void> {
  const { ctx, crawl, drive } = crawling;
  if (!drive.log) return;
  for (const driveId of new Set([ACCOUNT, ...driveIds.map((id) => id ?? ACCOUNT)])) {
    if (Object.hasOwn(crawl.startTokens, driveId)) continue;
    const token = await startOf(crawling, drive.log, driveId);
    if (token === undefined) continue;
    await storeStartToken(ctx, crawl, driveId, token);
    crawl.startTokens[driveId] = token;
  }
}

async function startOf(crawling: CrawlContext, log: ChangeLog, driveId: string): Promise<string | undefined> {
  try {
    return await log.start(driveId || null, crawling.signal);
  } catch (error) {
    const isThereNone =
      error instanceof DriveFailure && (error.outcome === 'not_found' || error.outcome === 'forbidden');
    if (isThereNone && driveId !== ACCOUNT) return undefined;
    if (driveId !== ACCOUNT && (await failsForLong(crawling, error))) return NO_TOKEN;
    throw error;
  }
}

/**
 * Resets the change logs to the crawl's start tokens, in the transaction that ends it: a change made during the crawl
 * may have been overwritten by an older page, and is then read again. Deletes the logs of shared drives without picked
 * folders or without a start token. A department's crawl doesn't give a log without a cursor a new one, as such a log
 * requires a full crawl.
 */
export async function resetCursors(em: EntityManager, crawl: Crawl): Promise<void> {
  const { workspaceId, connectionId, departmentId } = crawl;
  const feeds = Object.entries(crawl.startTokens).flatMap(([driveId, cursor]) =>
    cursor === NO_TOKEN ? [] : [{ workspaceId, connectionId, driveId, cursor, isBehind: false, ...NEW_PAGE }],
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
      await em.nativeUpdate(ChangeFeedEntity, { ...feed, cursor: { $ne: null } }, { cursor, ...NEW_PAGE });
    }
  }
  if (feeds.length === 0) return;
  await em.nativeUpdate(DriveConnectionEntity, { workspaceId, id: connectionId }, { dueAt: raw('now()') });
}

/** Deletes the logs of shared drives without picked folders or without a start token. */
async function forgetFeeds(em: EntityManager, of: { workspaceId: string; connectionId: string }): Promise<void> {
  const picked = await em.find(DriveFolderEntity, { ...of, driveId: { $ne: null } }, { fields: ['driveId'] });
  const known = picked.flatMap(({ driveId }) => driveId ?? []);
  const others = { ...of, driveId: { $ne: ACCOUNT } };
  await em.nativeDelete(ChangeFeedEntity, { ...others, cursor: null });
  await em.nativeDelete(ChangeFeedEntity, { ...of, driveId: { $nin: [ACCOUNT, ...known] } });
}
