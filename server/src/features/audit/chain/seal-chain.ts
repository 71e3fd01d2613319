import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statement.ts';
import { entityManager } from '../../../database/transaction.ts';
import { ChainedEvent, entryHash, EVENT_JSON, eventHash, GENESIS } from './chain-hash.ts';

/** Entries that one transaction appends. */
const BATCH = 1_000;

/**
 * Workspaces with events since a moment that have no place yet. `(at, id)` is not the order of commits, so what was
 * committed late is looked for as well. From the newest on: where much is written, it is the first that has none.
 * `offset 0` keeps it a look into the index for each; what a planner made of it otherwise grew with the square.
 */
const UNSEALED_WORKSPACES = defineStatement({
  name: 'unsealed-workspaces',
  scope: 'sweep',
  seldom: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
select w.id from workspaces w
cross join lateral (
  select from audit_events e
  where e.workspace_id = w.id and e.at >= :since::timestamptz and not exists (
    select from audit_chain c where c.workspace_id = w.id and c.event_at = e.at and c.event_id = e.id offset 0)
  order by e.at desc, e.id desc limit 1
) unsealed`,
});

const TAKE_CHAIN = defineStatement({
  name: 'take-audit-chain',
  scope: 'tenant',
  row: z.strictObject({ taken: z.boolean() }),
  sql: `select pg_try_advisory_xact_lock(hashtextextended('audit chain ' || :workspaceId::text, 0)) as taken`,
});

export const CHAIN_HEAD = defineStatement({
  name: 'audit-chain-head',
  scope: 'tenant',
  row: z.strictObject({ position: z.number(), hash: z.instanceof(Buffer) }),
  sql: `
select position::float as position, hash from audit_chain
where workspace_id = :workspaceId order by position desc limit 1`,
});

const UNSEALED_EVENTS = defineStatement({
  name: 'unsealed-events',
  scope: 'tenant',
  row: z.strictObject({ event: ChainedEvent }),
  sql: `
select ${EVENT_JSON} as event
from audit_events e
where e.workspace_id = :workspaceId and e.at >= :since::timestamptz and not exists (
  select from audit_chain c where c.workspace_id = :workspaceId and c.event_at = e.at and c.event_id = e.id)
order by e.at, e.id limit :limit`,
});

const APPEND = defineStatement({
  name: 'append-to-audit-chain',
  scope: 'tenant',
  sql: `
insert into audit_chain (workspace_id, position, event_at, event_id, event_hash, hash)
select :workspaceId::uuid, position, at, id, decode(event_hash, 'hex'), decode(hash, 'hex')
from jsonb_to_recordset(:entries::jsonb)
  as entry (position bigint, at timestamptz, id uuid, event_hash text, hash text)`,
});

/** Gives the events since a moment their place, in every workspace. Answers how many there were. */
export async function sealAuditChains(db: Database, since: Date, stopping: AbortSignal): Promise<number> {
  let sealed = 0;
  for (const { id } of await UNSEALED_WORKSPACES.all(db.pool, { since })) {
    for (let from: Date | null = since; from && !stopping.aborted;) {
      const batch = await sealBatch(db, id, from);
      sealed += batch.length;
      // Events are taken in the order of their times: the next batch begins where this one ended.
      const last = batch.at(-1);
      from = batch.length === BATCH && last ? new Date(last.at) : null;
    }
  }
  return sealed;
}

/** The next entries of one workspace. Whoever comes while another is at it leaves it to them. */
async function sealBatch(db: Database, workspaceId: string, since: Date): Promise<{ at: string }[]> {
  const em = entityManager({ db, workspace: { id: workspaceId, slug: '', name: '' } });
  return em.transactional(async (transaction) => {
    const { taken } = await TAKE_CHAIN.one(transaction, { workspaceId });
    if (!taken) return [];
    const head = await CHAIN_HEAD.first(transaction, { workspaceId });
    const unsealed = await UNSEALED_EVENTS.all(transaction, { workspaceId, since, limit: BATCH });
    let { position, hash } = head ?? { position: 0, hash: GENESIS };
    const entries = unsealed.map(({ event }) => {
      const ofEvent = eventHash(event);
      position += 1;
      hash = entryHash(workspaceId, position, hash, ofEvent);
      return { position, at: event.at, id: event.id, event_hash: ofEvent.toString('hex'), hash: hash.toString('hex') };
    });
    if (entries.length > 0) await APPEND.run(transaction, { workspaceId, entries: JSON.stringify(entries) });
    return entries;
  });
}
