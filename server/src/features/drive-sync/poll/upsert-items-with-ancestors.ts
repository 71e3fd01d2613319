import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangeDetectionMethod } from '@training/shared/drives/drives';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import type { StatementRunner } from '../../../database/statements/statement.ts';
import type { Drive, DriveItem } from '../../../providers/drives/drive.ts';
import { fetchItems } from '../ingest/fetch-items.ts';
import { upsertItems } from '../ingest/upsert-items.ts';
import { queueFoldersToList } from './folders-to-list.ts';

/** Maximum folder depth. No drive nests folders this deep, but a cycle of folders would never end. */
const DEEPEST = 100;

/** Context for reading the items of a connection. */
export type DriveReadingContext = {
  ctx: Context;
  connection: { id: string };
  drive: Drive;
  foundBy: ChangeDetectionMethod;
  signal: AbortSignal;
  /**
   * Renews the lease. Called before long work and first in each transaction: locks are always taken in the order
   * connection, crawl, files, change feeds.
   * @throws if the lease is lost
   */
  renewLease: (on: StatementRunner) => Promise<void>;
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
 * @throws DriveError
 */
export async function upsertItemsWithAncestors(
  reader: DriveReadingContext,
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
      await queueFoldersToList(em, of, seen.entered, { foundBy, now });
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
