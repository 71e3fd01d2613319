import pLimit from 'p-limit';
import { z } from 'zod';
import { eachAlone } from '../core/each-alone.ts';
import { isWorkedOn } from '../database/statements/away.ts';
import { defineStatement } from '../database/statements/statement.ts';
import type { StoredPlace } from '../database/stored-bytes.ts';
import { objectOfPart, STORED_KINDS, STORED_TABLES, type StoredKind } from '../database/stored-tables.ts';

/** Objects that are removed at a time, parts that are looked up together, and those whose bytes are read with them. */
const AT_ONCE = 4;
const BATCH = 500;
const FEW = 8;

const Part = z.strictObject({ workspaceId: z.uuid(), id: z.uuid(), n: z.int() });

function statementsOf(kind: StoredKind) {
  const { rows, parts, of } = STORED_TABLES[kind];
  const key = `p.workspace_id as "workspaceId", p.${of} as id, p.n` as const;
  return {
    removed: defineStatement({
      name: `removed-parts-of-${kind}`,
      scope: 'cross_tenant',
      row: Part,
      sql: `
select ${key} from ${parts} p where p.remove_at <= now() and ${isWorkedOn('p.workspace_id')}
order by p.remove_at limit ${BATCH}`,
    }),
    forget: defineStatement({
      name: `forget-parts-of-${kind}`,
      scope: 'cross_tenant',
      sql: `
delete from ${parts} p using unnest(:workspaceIds::uuid[], :ids::uuid[], :ns::integer[]) as gone (workspace_id, id, n)
where p.workspace_id = gone.workspace_id and p.${of} = gone.id and p.n = gone.n and ${isWorkedOn('p.workspace_id')}`,
    }),
    inColumns: defineStatement({
      name: `parts-in-columns-of-${kind}`,
      scope: 'cross_tenant',
      row: Part.extend({ base64: z.string() }),
      sql: `
select ${key}, encode(p.bytes, 'base64') as base64
from ${parts} p join ${rows} r on r.workspace_id = p.workspace_id and r.id = p.${of}
where p.size is null and r.state = 'stored' and ${isWorkedOn('p.workspace_id')} limit ${FEW}`,
    }),
    clear: defineStatement({
      name: `clear-column-of-${kind}`,
      scope: 'cross_tenant',
      sql: `
update ${parts} p set size = octet_length(bytes), bytes = null
where workspace_id = :workspaceId and ${of} = :id and n = :n and bytes is not null and ${isWorkedOn('p.workspace_id')}`,
    }),
  };
}

const ALL = STORED_KINDS.map(statementsOf);

type Step = (of: (typeof ALL)[number], place: StoredPlace, isStopping: () => boolean) => Promise<void>;

/** Removes the objects of deleted rows, then what named them: after a server died in between, another does it again. */
const removeObjects: Step = async ({ removed, forget }, { db: { pool }, storage }, isStopping) => {
  const limit = pLimit(AT_ONCE);
  for (let parts = await removed.all(pool); parts.length > 0 && !isStopping(); parts = await removed.all(pool)) {
    await Promise.all(parts.map((part) => limit(() => storage.remove(objectOfPart(part)))));
    const [workspaceIds, ids] = [parts.map(({ workspaceId }) => workspaceId), parts.map(({ id }) => id)];
    await forget.run(pool, { workspaceIds, ids, ns: parts.map(({ n }) => n) });
  }
};

/** Moves bytes that are in columns. A column is emptied once they are in storage. */
const moveColumns: Step = async ({ inColumns, clear }, { db: { pool }, storage }, isStopping) => {
  for (let parts = await inColumns.all(pool); parts.length > 0; parts = await inColumns.all(pool)) {
    for (const { base64, ...part } of parts) {
      if (isStopping()) return;
      await storage.put(objectOfPart(part), Buffer.from(base64, 'base64'));
      await clear.run(pool, part);
    }
  }
};

/** Removes from storage what was deleted, and puts there what is in columns. One instance runs it every 10 minutes. */
export async function tidyStored(place: StoredPlace, isStopping: () => boolean = () => false): Promise<void> {
  const steps = [removeObjects, moveColumns].flatMap((step) => ALL.map((of) => () => step(of, place, isStopping)));
  await eachAlone(steps, (step) => step(), isStopping);
}
