import { DriveFolderProblem } from '@training/shared/drives/drives';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { type DriveChangeFeed, type DriveChange, DriveError } from '../../../providers/drives/drive.ts';
import { ChangeFeedEntity, UNFAILED_FEED_PAGE_VALUES } from '../connection/change-feed.entity.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { hasFailedLong, probeForDriveWideFailure } from '../connection/request-failures.ts';
import { fetchItems, markUnfetchableItems } from '../ingest/fetch-items.ts';
import type { ClaimedDrive } from './claim-due-drives.ts';
import { recordUnannouncedChange } from './silent-channels.ts';
import { startCrawlIfDue } from './start-crawl-if-due.ts';
import { type DriveReadingContext, upsertItemsWithAncestors } from './upsert-items-with-ancestors.ts';

/** Pages read in one lease. Then other drives are next. */
const PAGES = 20;

/** Milliseconds between crawls started for a feed that has no cursor or missed changes. */
const RECRAWL_AFTER = 300_000;

const ReadFeed = z.strictObject({
  driveId: z.string(),
  cursor: z.string().nullable(),
  isBehind: z.boolean(),
  /** True if its shared drive couldn't be read last time. */
  isLost: z.boolean(),
  /** Items of the page at the cursor that were requested before another one failed. */
  fetched: z.array(z.string()),
  failingSince: z.date().nullable(),
});
/** A change feed as loaded, before it is read. */
type ReadFeed = z.infer<typeof ReadFeed>;

/** The account's own feed comes last: if it fails, the whole drive has failed. */
const FEEDS = defineStatement({
  name: 'change-feeds-of-drive',
  scope: 'tenant',
  row: ReadFeed,
  sql: `
select drive_id as "driveId", cursor, is_behind as "isBehind", problem is not null as "isLost", fetched,
  failing_since as "failingSince"
from drive_change_feeds where workspace_id = :workspaceId and connection_id = :id order by drive_id = '', drive_id`,
});

const KNOWN = defineStatement({
  name: 'known-items-of-drive',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), driveId: z.string().nullable() }),
  sql: `
select provider_id as id, drive_id as "driveId" from drive_files
where workspace_id = :workspaceId and connection_id = :id and provider_id = any(:ids::text[])`,
});

/**
 * Reads each change feed of a drive, page by page (rules/drives 3). A page and its new cursor are stored in one
 * transaction, so an instance that dies in between reads the page again. If an item of it fails, the others are stored,
 * and not requested again with the page. Returns true if there is more to read.
 * @throws DriveError, LeaseLostError
 */
export async function readChangeFeeds(
  reader: DriveReadingContext,
  claim: ClaimedDrive,
  provider: DriveChangeFeed,
): Promise<boolean> {
  const { ctx } = reader;
  const of = { workspaceId: claim.workspaceId, id: claim.id };
  let left = PAGES;
  for (const feed of await FEEDS.all(ctx.db.pool, of)) {
    try {
      left = await readFeed(reader, claim, provider, feed, left);
      if (feed.isLost) await recordProblem(ctx, claim.id, feed, null);
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
      const problem = await classifyFailure(reader, provider, feed, error);
      if (problem) await recordProblem(ctx, claim.id, feed, problem);
    }
    if (left === 0) return true;
  }
  const feeds = await FEEDS.all(ctx.db.pool, of);
  if (feeds.some(({ cursor, isBehind }) => cursor === null || isBehind)) {
    await startCrawlIfDue(ctx, claim.id, { cause: 'cursor_refused', within: RECRAWL_AFTER });
  }
  return false;
}

/** Returns how many pages may still be read of other feeds. @throws DriveError, LeaseLostError */
async function readFeed(
  reader: DriveReadingContext,
  claim: ClaimedDrive,
  provider: DriveChangeFeed,
  feed: ReadFeed,
  most: number,
): Promise<number> {
  const { driveId } = feed;
  const places = new Set<string>();
  let pages = most;
  let isFound = false;
  let before: InPart = feed;
  for (let { cursor } = feed; cursor !== null && pages > 0; pages -= 1) {
    const from: string = cursor;
    const page = await provider.changes(driveId || null, from, reader.signal);
    places.add(from);
    if (page.more && places.has(page.next)) {
      throw new DriveError('unavailable', { detail: 'The list of changes leads in a circle.' });
    }
    if (page.changes.length > 0 || page.next !== from) {
      await storeChanges(reader, claim, page.changes, { driveId, from, to: page.next, before });
      before = UNFAILED_FEED_PAGE_VALUES;
    }
    isFound ||= page.changes.length > 0;
    cursor = page.more ? page.next : null;
    const of = { workspaceId: claim.workspaceId, connectionId: claim.id, driveId };
    if (cursor === null && isFound) await recordUnannouncedChange(reader.ctx, of);
  }
  return pages;
}

/** Remains of earlier tries to store a page. */
type InPart = Pick<ReadFeed, 'fetched' | 'failingSince'>;

/**
 * Stores the changes of a page. Requests removed items one by one: they may have moved to where the account can't see
 * them.
 */
async function storeChanges(
  reading: DriveReadingContext,
  claim: ClaimedDrive,
  changes: readonly DriveChange[],
  { driveId, from, to, before }: { driveId: string; from: string; to: string; before: InPart },
): Promise<void> {
  const { ctx } = reading;
  const { workspaceId, id } = claim;
  const reader: DriveReadingContext = {
    ...reading,
    isLong: hasFailedLong(before.failingSince),
    unavailableParents: new Set([...reading.unavailableParents, ...before.fetched]),
  };
  const done = new Set(before.fetched);
  const removed = changes.flatMap((change) => (change.item || done.has(change.id) ? [] : [change.id]));
  const known = removed.length > 0 ? await KNOWN.all(ctx.db.pool, { workspaceId, id, ids: removed }) : [];
  const { asked, failure } = await fetchItems(reader, known);
  const items = [...changes, ...asked].flatMap(({ item }) => item ?? []);
  await upsertItemsWithAncestors(reader, items, async (em, inPart) => {
    await markUnfetchableItems(em, reader, asked);
    const read = { workspaceId, connectionId: id, driveId, cursor: from };
    if (inPart === null && failure === undefined) {
      await em.nativeUpdate(ChangeFeedEntity, read, { cursor: to, ...UNFAILED_FEED_PAGE_VALUES });
      return;
    }
    const fetched = [...new Set([...done, ...asked.map((each) => each.id), ...(inPart ?? [])])];
    await em.nativeUpdate(ChangeFeedEntity, read, { fetched, failingSince: before.failingSince ?? new Date() });
  });
  if (failure !== undefined) throw failure;
}

/**
 * Handles a change feed that couldn't be read. A refused cursor is replaced with the current one at once, so that a
 * crawl only has to find older changes. A shared drive that the account can't see any more, or whose feed fails while
 * the drive answers, may come back: its cursor and the other feeds stay as they are, and the problem is returned.
 * @throws DriveError if the whole drive failed
 */
async function classifyFailure(
  { ctx, connection, drive, signal }: DriveReadingContext,
  provider: DriveChangeFeed,
  { driveId, cursor: from }: ReadFeed,
  error: DriveError,
): Promise<DriveFolderProblem | undefined> {
  const lost = async (failure: unknown): Promise<DriveFolderProblem | undefined> => {
    if (driveId === '' || !(failure instanceof DriveError)) return undefined;
    if (failure.outcome === 'not_found' || failure.outcome === 'forbidden') return failure.outcome;
    if (failure.outcome === 'cursor_refused') return undefined;
    return (await probeForDriveWideFailure(drive, failure, signal)) ? undefined : 'unavailable';
  };
  const problem = await lost(error);
  if (problem) return problem;
  if (error.outcome !== 'cursor_refused') throw error;
  if (from === null) return undefined;
  const read = { workspaceId: ctx.workspace.id, connectionId: connection.id, driveId, cursor: from };
  try {
    const cursor = await provider.start(driveId || null, signal);
    // A crawl has to find what changed before.
    await createWorkspaceEntityManager(ctx).nativeUpdate(ChangeFeedEntity, read, {
      cursor,
      isBehind: true,
      ...UNFAILED_FEED_PAGE_VALUES,
    });
    return undefined;
  } catch (failure) {
    const why = await lost(failure);
    if (!why) throw failure;
    return why;
  }
}

/** Stores why a shared drive can't be read, which is shown with its picked folders; null clears it. */
async function recordProblem(
  ctx: Context,
  connectionId: string,
  { driveId }: ReadFeed,
  problem: DriveFolderProblem | null,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const other =
    problem === null ? { problem: { $ne: null } } : { $or: [{ problem: null }, { problem: { $ne: problem } }] };
  const em = createWorkspaceEntityManager(ctx);
  const noted = await em.nativeUpdate(ChangeFeedEntity, { workspaceId, connectionId, driveId, ...other }, { problem });
  if (noted > 0) await publishTopics(em, drivesLiveTopicOf(workspaceId));
}
