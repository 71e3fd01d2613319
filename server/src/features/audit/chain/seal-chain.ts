import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statement.ts';
import { entityManager } from '../../../database/transaction.ts';
import { ChainedEvent, entryHash, EVENT_JSON, eventHash, GENESIS } from './chain-hash.ts';

/** Entries that one transaction appends. */
const BATCH = 1_000;

/**
 * From when on a look begins: so far behind the newest event that has a place. Null where none has yet, and all are
 * looked at. Events get their places in the order of their times, so whatever broke off goes on from there.
 */
const lookFrom = <const Workspace extends string>(workspace: Workspace) =>
  `select least(event_at, now()) - make_interval(secs => :back::float8) as since from audit_chain
  where workspace_id = ${workspace} order by event_at desc limit 1` as const;

/**
 * Workspaces with events that have no place yet, as far as the look goes. `(at, id)` is not the order of commits, so
 * what was committed late is looked for as well. From the newest on: where much is written, it is the first that has
 * none. `offset 0` keeps it a look into the index for each; what a planner made of it otherwise grew with the square.
 */
const UNSEALED_WORKSPACES = defineStatement({
  name: 'unsealed-workspaces',
  scope: 'sweep',
  seldom: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
select w.id from workspaces w
left join lateral (${lookFrom('w.id')}) look on true
cross join lateral (
  select from audit_events e
  where e.workspace_id = w.id and e.at >= coalesce(look.since, '-infinity') and not exists (
    select from audit_chain c where c.workspace_id = w.id and c.event_at = e.at and c.event_id = e.id offset 0)
  order by e.at desc, e.id desc limit 1
) unsealed`,
});

const BEGIN_LOOK = defineStatement({
  name: 'begin-look-for-unsealed-events',
  scope: 'tenant',
  row: z.strictObject({ since: z.string() }),
  sql: `select since::text from (${lookFrom(':workspaceId')}) look`,
});

const LOCK_CHAIN = defineStatement({
  name: 'lock-audit-chain',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('audit chain ' || :workspaceId::text, 0))`,
});

const TAKE_CHAIN = defineStatement({
  name: 'take-audit-chain',
  scope: 'tenant',
  row: z.strictObject({ taken: z.boolean() }),
  sql: `select pg_try_advisory_xact_lock(hashtextextended('audit chain ' || :workspaceId::text, 0)) as taken`,
});

const CHAIN_HEAD = defineStatement({
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

/**
 * Gives events their place, in every workspace. Answers how many there were.
 * @param back How far behind the newest event that has a place it looks, in milliseconds.
 */
export async function extendAuditChains(db: Database, back: number, stopping: AbortSignal): Promise<number> {
  let sealed = 0;
  for (const { id } of await UNSEALED_WORKSPACES.all(db.pool, { back: back / 1_000 })) {
    for (let from: From | null = { back }; from && !stopping.aborted;) {
      const batch = await sealBatch(db, id, from);
      sealed += batch.length;
      // Events are taken in the order of their times: the next batch begins where this one ended.
      const last = batch.at(-1);
      from = batch.length === BATCH && last ? { since: last.at } : null;
    }
  }
  return sealed;
}

/** How far behind the newest event with a place a workspace is sealed for whoever waits, in milliseconds. */
const RECENT = 3_600_000;

/**
 * Gives all events of a workspace their places that were committed lately, and answers where its chain ends then. Waits
 * for whoever is at it.
 */
export async function extendAuditChain(
  db: Database,
  workspaceId: string,
): Promise<{ entries: number; head: string | null }> {
  for (let from: From | null = { back: RECENT }; from;) {
    const batch = await sealBatch(db, workspaceId, from, true);
    const last = batch.at(-1);
    from = batch.length === BATCH && last ? { since: last.at } : null;
  }
  const head = await CHAIN_HEAD.first(db.pool, { workspaceId });
  return { entries: head?.position ?? 0, head: head?.hash.toString('hex') ?? null };
}

/** A look in milliseconds, or the moment at which the batch before ended. */
type From = { back: number } | { since: string };

/** The next entries of one workspace. Whoever comes while another is at it leaves it to them, or waits. */
async function sealBatch(db: Database, workspaceId: string, from: From, waits = false): Promise<{ at: string }[]> {
  const em = entityManager({ db, workspace: { id: workspaceId, slug: '', name: '' } });
  return em.transactional(async (transaction) => {
    if (waits) await LOCK_CHAIN.run(transaction, { workspaceId });
    else if (!(await TAKE_CHAIN.one(transaction, { workspaceId })).taken) return [];
    const look = 'since' in from ? from : await BEGIN_LOOK.first(transaction, { workspaceId, back: from.back / 1_000 });
    const since = look?.since ?? '-infinity';
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
