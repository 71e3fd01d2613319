import type { EntityManager } from '@mikro-orm/postgresql';
import type { FoundBy } from '@training/shared/drives';
import type { Context } from '../../../context.ts';
import type { Runner } from '../../../database/statement.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Drive, DriveItem, FolderRef } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { failsAlone } from '../connections/fails-alone.ts';
import { markMissing } from '../files/mark-items-missing.ts';
import { upsertItems } from '../files/upsert-items.ts';
import { addFoldersToList } from './folders-to-list.ts';

/** Folders deeper than this are in nothing picked: no drive nests them so, but a circle of them never ends. */
const DEEPEST = 100;

/** Items that are asked for at once. */
const AT_ONCE = 8;

/** What somebody looks at a connection with. */
export type DriveReader = {
  ctx: Context;
  connection: { id: string };
  drive: Drive;
  foundBy: FoundBy;
  signal: AbortSignal;
  /**
   * Says that it goes on, wherever it takes long and first in each transaction: whoever locks several goes from the
   * connection of a drive to its walk, its files and its logs. @throws where it is not to go on
   */
  keep: (on: Runner) => Promise<void>;
  /** Folders that were asked for in vain, for as long as somebody looks. */
  inVain: Set<string>;
};

/**
 * Stores items that somebody saw, and asks for the folders above them that nobody knows, level by level: each level is
 * a transaction, and `done` is part of the last one. Whoever dies before sees all of it again. What is in folders that
 * came into what was picked is listed soon. Answers how many files were new or had changed.
 * @throws DriveFailure
 */
export async function upsertWithAncestors(
  looking: DriveReader,
  items: readonly DriveItem[],
  done: (em: EntityManager) => Promise<void>,
): Promise<number> {
  const { ctx, connection, foundBy, inVain } = looking;
  const of = { workspaceId: ctx.workspace.id, connectionId: connection.id };
  let changed = 0;
  let level = items;
  for (let depth = 0; ; depth += 1) {
    const now = new Date();
    const unknown = await inTransaction(ctx, async (em) => {
      await looking.keep(em);
      const seen = await upsertItems(em, ctx, connection, level, { foundBy, now });
      await addFoldersToList(em, of, seen.entered, { foundBy, now });
      changed += seen.changed;
      const left = depth < DEEPEST ? seen.unknownParents.filter(({ id }) => !inVain.has(id)) : [];
      if (left.length === 0) await done(em);
      return left;
    });
    if (unknown.length === 0) return changed;
    const asked = await fetchItems(looking, unknown);
    level = asked.flatMap(({ item }) => item ?? []);
    // Those that are no folders, or none that we may see, would be asked for without end.
    for (const { id, item } of asked) if (item?.kind !== 'folder') inVain.add(id);
  }
}

/**
 * What became of asking for an item by itself: it is there, it is not there any more, or it may not be read. Neither is
 * said where the provider fails at it alone: it stays as it was until a walk comes to it.
 */
export type FetchedItem = { id: string; item: DriveItem | undefined; missing: 'gone' | 'unreadable' | undefined };

/** Asks for items by themselves, some at once. @throws DriveFailure of the drive as a whole */
export async function fetchItems(
  { ctx, drive, signal, keep }: Pick<DriveReader, 'ctx' | 'drive' | 'signal' | 'keep'>,
  refs: readonly FolderRef[],
): Promise<FetchedItem[]> {
  async function ask(ref: FolderRef): Promise<FetchedItem> {
    try {
      const item = await drive.get(ref, signal).catch(async (error: unknown) => {
        if (await failsAlone(drive, error, signal)) return drive.get(ref, signal);
        throw error;
      });
      return { id: ref.id, item, missing: item ? undefined : 'gone' };
    } catch (error) {
      if (!(error instanceof DriveFailure)) throw error;
      if (error.outcome === 'not_found') return { id: ref.id, item: undefined, missing: 'gone' };
      if (error.outcome === 'forbidden') return { id: ref.id, item: undefined, missing: 'unreadable' };
      if (await failsAlone(drive, error, signal)) return { id: ref.id, item: undefined, missing: undefined };
      throw error;
    }
  }
  const asked: FetchedItem[] = [];
  for (let at = 0; at < refs.length; at += AT_ONCE) {
    if (at > 0) await keep(ctx.db.pool);
    asked.push(...(await Promise.all(refs.slice(at, at + AT_ONCE).map(ask))));
  }
  return asked;
}

/** Stores in a transaction which of them are missing. */
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
