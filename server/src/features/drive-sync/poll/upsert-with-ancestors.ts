import type { EntityManager } from '@mikro-orm/postgresql';
import type { FoundBy } from '@training/shared/drives/drives';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import type { Runner } from '../../../database/statements/statement.ts';
import { type Drive, DriveFailure, type DriveItem, type FolderRef } from '../../../providers/drives/drive.ts';
import { concernsOneItem, failureOfDrive } from '../connection/request-failures.ts';
import { markMissing } from '../ingest/mark-items-missing.ts';
import { upsertItems } from '../ingest/upsert-items.ts';
import { addFoldersToList } from './folders-to-list.ts';

/** Maximum folder depth. No drive nests folders this deep, but a cycle of folders would never end. */
const DEEPEST = 100;

/** Items requested at once. */
const AT_ONCE = 8;

/** Context for reading the items of a connection. */
export type DriveReader = {
  ctx: Context;
  connection: { id: string };
  drive: Drive;
  foundBy: FoundBy;
  signal: AbortSignal;
  /**
   * Renews the lease. Called before long work and first in each transaction: locks are always taken in the order
   * connection, crawl, files, change logs.
   * @throws if the lease is lost
   */
  renewLease: (on: Runner) => Promise<void>;
  /** Folders already requested without success in this scan or poll. */
  unavailableParents: Set<string>;
  /** True if what is read has failed for so long that limited items are left to the next crawl. */
  isLong?: boolean;
};

/**
 * Stores items, and requests their unknown parent folders level by level. Each level is a transaction, and `done` runs
 * in the last one; if the instance dies before, all of it is repeated. Folders that moved into a picked folder are
 * queued for listing. Returns how many files were new or changed.
 * @param done Gets the ids of the parents that answered before another one failed, which is then thrown; null if all
 *   is stored.
 * @throws DriveFailure
 */
export async function upsertWithAncestors(
  reader: DriveReader,
  items: readonly DriveItem[],
  done: (em: EntityManager, inPart: readonly string[] | null) => Promise<void>,
): Promise<number> {
  const { ctx, connection, foundBy, unavailableParents } = reader;
  const of = { workspaceId: ctx.workspace.id, connectionId: connection.id };
  let changed = 0;
  let level = items;
  let failure: unknown;
  const parents: string[] = [];
  for (let depth = 0; ; depth += 1) {
    const now = new Date();
    const unknown = await inTransaction(ctx, async (em) => {
      await reader.renewLease(em);
      const seen = await upsertItems(em, ctx, connection, level, { foundBy, now });
      await addFoldersToList(em, of, seen.entered, { foundBy, now });
      changed += seen.changed;
      const left = depth < DEEPEST ? seen.unknownParents.filter(({ id }) => !unavailableParents.has(id)) : [];
      if (failure !== undefined) await done(em, parents);
      else if (left.length === 0) await done(em, null);
      return left;
    });
    if (failure !== undefined) throw failure;
    if (unknown.length === 0) return changed;
    const fetched = await fetchItems(reader, unknown);
    const { asked } = fetched;
    failure = fetched.failure;
    parents.push(...asked.map(({ id }) => id));
    level = asked.flatMap(({ item }) => item ?? []);
    // Parents that aren't folders, or that the account can't see, would be requested forever.
    for (const { id, item } of asked) if (item?.kind !== 'folder') unavailableParents.add(id);
  }
}

/**
 * Result of requesting one item: it exists, it is gone, or it can't be read. Neither `item` nor `missing` is set if the
 * provider fails for this item alone; then the item stays as it was until the next crawl.
 */
type FetchedItem = { id: string; item: DriveItem | undefined; missing: 'gone' | 'unreadable' | undefined };

/** Failures of items while the drive answers, after which no others are requested. */
const MOST_FAILURES = 3;

/**
 * Requests items one by one, several at once. Stops at the first failure of the drive as a whole, or the third of items
 * alone, and returns it with what answered.
 */
export async function fetchItems(
  { ctx, drive, signal, renewLease, isLong }: Pick<DriveReader, 'ctx' | 'drive' | 'signal' | 'renewLease' | 'isLong'>,
  refs: readonly FolderRef[],
): Promise<{ asked: FetchedItem[]; failure: unknown }> {
  async function ask(ref: FolderRef): Promise<FetchedItem> {
    try {
      const item = await drive.get(ref, signal).catch(async (error: unknown) => {
        if (await concernsOneItem(drive, error, signal)) return drive.get(ref, signal);
        throw error;
      });
      return { id: ref.id, item, missing: item ? undefined : 'gone' };
    } catch (error) {
      if (!(error instanceof DriveFailure)) throw error;
      if (error.outcome === 'not_found') return { id: ref.id, item: undefined, missing: 'gone' };
      if (error.outcome === 'forbidden') return { id: ref.id, item: undefined, missing: 'unreadable' };
      if (await concernsOneItem(drive, error, signal, isLong))
        return { id: ref.id, item: undefined, missing: undefined };
      throw error;
    }
  }
  const asked: FetchedItem[] = [];
  let failures = 0;
  let failure: unknown;
  for (let at = 0; at < refs.length; at += AT_ONCE) {
    if (at > 0) await renewLease(ctx.db.pool);
    const answers = await Promise.allSettled(refs.slice(at, at + AT_ONCE).map(ask));
    asked.push(...answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
    const failed = answers.filter((answer) => answer.status === 'rejected');
    if (failed.length === 0) continue;
    failure = failed.find(({ reason }) => !(reason instanceof DriveFailure))?.reason ?? failed[0]?.reason;
    failures += failed.length;
    if (failures >= MOST_FAILURES || !(failure instanceof DriveFailure)) break;
    if (signal.aborted || (await failureOfDrive(drive, failure, signal))) break;
  }
  return { asked, failure };
}

/** Marks the missing items as gone or unreadable. */
export async function markFetched(
  em: EntityManager,
  { ctx, connection }: Pick<DriveReader, 'ctx' | 'connection'>,
  asked: readonly FetchedItem[],
): Promise<void> {
  for (const state of ['gone', 'unreadable'] as const) {
    const ids = asked.flatMap(({ id, missing }) => (missing === state ? [id] : []));
    if (ids.length > 0) await markMissing(em, ctx, connection, ids, state);
  }
}
