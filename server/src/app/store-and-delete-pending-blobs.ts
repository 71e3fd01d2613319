import pLimit from 'p-limit';
import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../core/process-each-alone.ts';
import { runsBackgroundWorkSql } from '../database/statements/away.ts';
import { defineStatement } from '../database/statements/statement.ts';
import type { DatabaseAndStorage } from '../database/blob-store.ts';
import { objectNameOfBlobPart, BLOB_KINDS, BLOB_TABLES, type BlobKind } from '../database/blob-tables.ts';
import { StorageUnavailableError } from '../platform/storage/object-storage.ts';

/** Objects that are removed at a time, parts that are looked up together, and those whose bytes are read with them. */
const AT_ONCE = 4;
const BATCH = 500;
const FEW = 8;

/** Refusals of the storage, each of another workspace, after which a sweep ends: it is away for all. */
const MOST_REFUSALS = 5;

/** Milliseconds, after which a sweep leaves its turn to other work, and the next one goes on. */
const TURN = 180_000;

const Part = z.strictObject({ workspaceId: z.uuid(), id: z.uuid(), n: z.int() });

function statementsOf(kind: BlobKind) {
  const { rows, parts, of } = BLOB_TABLES[kind];
  const key = `p.workspace_id as "workspaceId", p.${of} as id, p.n` as const;
  const isDone = `${runsBackgroundWorkSql('p.workspace_id')} and p.workspace_id <> all (:refused::uuid[])` as const;
  return {
    removed: defineStatement({
      name: `removed-parts-of-${kind}`,
      scope: 'cross_tenant',
      row: Part,
      sql: `
select ${key} from ${parts} p where p.remove_at <= now() and ${isDone}
order by p.remove_at limit ${BATCH}`,
    }),
    forget: defineStatement({
      name: `forget-parts-of-${kind}`,
      scope: 'cross_tenant',
      sql: `
delete from ${parts} p using unnest(:workspaceIds::uuid[], :ids::uuid[], :ns::integer[]) as gone (workspace_id, id, n)
where p.workspace_id = gone.workspace_id and p.${of} = gone.id and p.n = gone.n and ${runsBackgroundWorkSql('p.workspace_id')}`,
    }),
    inColumns: defineStatement({
      name: `parts-in-columns-of-${kind}`,
      scope: 'cross_tenant',
      row: Part.extend({ base64: z.string() }),
      sql: `
select ${key}, encode(p.bytes, 'base64') as base64
from ${parts} p join ${rows} r on r.workspace_id = p.workspace_id and r.id = p.${of}
where p.size is null and r.state = 'stored' and ${isDone} limit ${FEW}`,
    }),
    isForgotten: defineStatement({
      name: `is-part-forgotten-of-${kind}`,
      scope: 'cross_tenant',
      row: z.strictObject({ yes: z.boolean() }),
      sql: `
select true as yes where ${runsBackgroundWorkSql(':workspaceId::uuid')} and not exists (
  select from ${parts} where workspace_id = :workspaceId and ${of} = :id and n = :n)`,
    }),
    clear: defineStatement({
      name: `clear-column-of-${kind}`,
      scope: 'cross_tenant',
      sql: `
update ${parts} p set size = octet_length(bytes), bytes = null
where workspace_id = :workspaceId and ${of} = :id and n = :n and bytes is not null and ${runsBackgroundWorkSql('p.workspace_id')}`,
    }),
  };
}

const ALL = BLOB_KINDS.map(statementsOf);

type Part = z.infer<typeof Part>;

/** A sweep: it passes over a workspace of which the storage refused something, until it has refused too much. */
type Sweep = DatabaseAndStorage & { refusals: StorageUnavailableError[]; isEnding: () => boolean };

type Step = (of: (typeof ALL)[number], sweep: Sweep) => Promise<void>;

/** Works on parts, `atOnce` at a time. Returns those for which the storage refused nothing. */
async function each<P extends Part>(
  parts: readonly P[],
  { refusals, isEnding }: Sweep,
  { refused, atOnce }: { refused: Set<string>; atOnce: number },
  work: (part: P) => Promise<void>,
): Promise<P[]> {
  const done: P[] = [];
  const limit = pLimit(atOnce);
  const tried = parts.map((part) =>
    limit(async () => {
      if (isEnding() || refused.has(part.workspaceId)) return;
      try {
        await work(part);
        done.push(part);
      } catch (error) {
        if (!(error instanceof StorageUnavailableError)) throw error;
        if (!refused.has(part.workspaceId)) refusals.push(error);
        refused.add(part.workspaceId);
      }
    }),
  );
  await Promise.all(tried);
  return done;
}

/** Removes the objects of deleted rows, then what named them: after a server died in between, another does it again. */
const removeObjects: Step = async ({ removed, forget }, sweep) => {
  const { db, storage } = sweep;
  const refused = new Set<string>();
  const left = async () => (sweep.isEnding() ? [] : removed.all(db.pool, { refused: [...refused] }));
  for (let parts = await left(); parts.length > 0; parts = await left()) {
    const gone = await each(parts, sweep, { refused, atOnce: AT_ONCE }, (part) =>
      storage.remove(objectNameOfBlobPart(part)),
    );
    const [workspaceIds, ids] = [gone.map(({ workspaceId }) => workspaceId), gone.map(({ id }) => id)];
    await forget.run(db.pool, { workspaceIds, ids, ns: gone.map(({ n }) => n) });
  }
};

/** Moves bytes that are in columns. A column is emptied once they are in storage. */
const moveColumns: Step = async ({ inColumns, clear, isForgotten }, sweep) => {
  const { db, storage } = sweep;
  const refused = new Set<string>();
  const left = async () => (sweep.isEnding() ? [] : inColumns.all(db.pool, { refused: [...refused] }));
  for (let parts = await left(); parts.length > 0; parts = await left()) {
    await each(parts, sweep, { refused, atOnce: 1 }, async ({ base64, ...part }) => {
      await storage.put(objectNameOfBlobPart(part), Buffer.from(base64, 'base64'));
      if ((await clear.run(db.pool, part)) > 0) return;
      // Another sweep may have removed it meanwhile, since it was deleted.
      if (await isForgotten.first(db.pool, part)) await storage.remove(objectNameOfBlobPart(part));
    });
  }
};

/**
 * Removes from storage what was deleted, and puts there what is in columns. Runs every 10 minutes.
 * @throws StorageUnavailableError the first refusal, once all is done that can be
 */
export async function storeAndDeletePendingBlobs(
  place: DatabaseAndStorage,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const refusals: StorageUnavailableError[] = [];
  const until = performance.now() + TURN;
  const isEnding = () => isStopping() || refusals.length >= MOST_REFUSALS || performance.now() > until;
  const { db, storage } = place;
  const sweep = { db, storage, refusals, isEnding };
  const steps = [removeObjects, moveColumns].flatMap((step) => ALL.map((of) => () => step(of, sweep)));
  await processEachAndThrowFirstFailure(steps, (step) => step(), isEnding);
  if (refusals[0]) throw refusals[0];
}
