import type { EntityManager } from '@mikro-orm/postgresql';
import type { FoundBy } from '@training/shared/drives/drives';
import type { Context } from '../../../core/context.ts';
import type { Runner } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import type { Drive, DriveItem, FolderRef } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { concernsOneItem } from '../connection/request-failures.ts';
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
};

/**
 * Stores items, and requests their unknown parent folders level by level. Each level is a transaction, and `done` runs
 * in the last one; if the instance dies before, all of it is repeated. Folders that moved into a picked folder are
 * queued for listing. Returns how many files were new or changed.
 * @throws DriveFailure
 */
export async function upsertWithAncestors(
  reader: DriveReader,
  items: readonly DriveItem[],
  done: (em: EntityManager) => Promise<void>,
): Promise<number> {
  const { ctx, connection, foundBy, unavailableParents } = reader;
  const of = { workspaceId: ctx.workspace.id, connectionId: connection.id };
  let changed = 0;
  let level = items;
  for (let depth = 0; ; depth += 1) {
    const now = new Date();
    const unknown = await inTransaction(ctx, async (em) => {
      await reader.renewLease(em);
      const seen = await upsertItems(em, ctx, connection, level, { foundBy, now });
      await addFoldersToList(em, of, seen.entered, { foundBy, now });
      changed += seen.changed;
      const left = depth < DEEPEST ? seen.unknownParents.filter(({ id }) => !unavailableParents.has(id)) : [];
      if (left.length === 0) await done(em);
      return left;
    });
    if (unknown.length === 0) return changed;
    const asked = await fetchItems(reader, unknown);
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

/** Requests items one by one, several at once. @throws DriveFailure of the drive as a whole */
export async function fetchItems(
  { ctx, drive, signal, renewLease }: Pick<DriveReader, 'ctx' | 'drive' | 'signal' | 'renewLease'>,
  refs: readonly FolderRef[],
): Promise<FetchedItem[]> {
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
      if (await concernsOneItem(drive, error, signal)) return { id: ref.id, item: undefined, missing: undefined };
      throw error;
    }
  }
  const asked: FetchedItem[] = [];
  for (let at = 0; at < refs.length; at += AT_ONCE) {
    if (at > 0) await renewLease(ctx.db.pool);
    asked.push(...(await Promise.all(refs.slice(at, at + AT_ONCE).map(ask))));
  }
  return asked;
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
