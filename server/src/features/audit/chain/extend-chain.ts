import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { ChainedEvent, hashChainEntry, CHAINED_EVENT_JSON_SQL, hashChainedEvent, GENESIS_HASH } from './chain-hash.ts';

/** Entries appended by one transaction. */
const BATCH = 1_000;

/**
 * Start of a check: `:back` seconds before the newest sealed event; null if there is none, to check all. Events are
 * sealed in the order of their times, so an interrupted run is continued from there.
 */
const rangeStart = <const Workspace extends string>(workspace: Workspace) =>
  `select least(event_at, now()) - make_interval(secs => :back::float8) as since from audit_chain
  where workspace_id = ${workspace} order by event_at desc limit 1` as const;

/**
 * Workspaces with unsealed events within the range of the check. `(at, id)` isn't the order of commits, so events
 * committed late are searched, too. Starts with the newest event, which in a busy workspace is already unsealed.
 * `offset 0` forces an index lookup per event; the planner's alternative took quadratic time.
 */
const UNSEALED_WORKSPACES = defineStatement({
  name: 'unsealed-workspaces',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
select w.id from workspaces w
left join lateral (${rangeStart('w.id')}) checked on true
cross join lateral (
  select from audit_events e
  where e.workspace_id = w.id and e.at >= coalesce(checked.since, '-infinity') and not exists (
    select from audit_chain c where c.workspace_id = w.id and c.event_at = e.at and c.event_id = e.id offset 0)
  order by e.at desc, e.id desc limit 1
) unsealed
where ${runsBackgroundWorkSql('w.id')}`,
});

const RANGE_START = defineStatement({
  name: 'start-of-range-to-seal',
  scope: 'tenant',
  row: z.strictObject({ since: z.string() }),
  sql: `select since::text from (${rangeStart(':workspaceId')}) checked`,
});

const LOCK_CHAIN = defineStatement({
  name: 'lock-audit-chain',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('audit chain ' || :workspaceId::text, 0))`,
});

const CLAIM_CHAIN = defineStatement({
  name: 'claim-audit-chain',
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
select ${CHAINED_EVENT_JSON_SQL} as event
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
 * Seals events in every workspace. Returns their number.
 * @param back Milliseconds before the newest sealed event at which to start.
 */
export async function extendAuditChains(db: Database, back: number, stopping: AbortSignal): Promise<number> {
  let sealed = 0;
  await processEachAndThrowFirstFailure(
    await UNSEALED_WORKSPACES.all(db.pool, { back: back / 1_000 }),
    async ({ id }) => {
      for (let from: From | null = { back }; from && !stopping.aborted;) {
        const batch = await sealBatch(db, id, from);
        sealed += batch.length;
        // Events are sealed in the order of their times, so the next batch starts where this one ended.
        const last = batch.at(-1);
        from = batch.length === BATCH && last ? { since: last.at } : null;
      }
    },
  );
  return sealed;
}

/** Milliseconds before the newest sealed event at which `extendAuditChain` starts. */
const RECENT = 3_600_000;

/**
 * Seals all recently committed events of a workspace, and returns the end of its chain. Waits for another instance that
 * is sealing it.
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

/** The range of a check in milliseconds, or the time at which the previous batch ended. */
type From = { back: number } | { since: string };

/** Appends the next entries of a workspace. If another instance is doing that, waits for it (`waits`) or skips. */
async function sealBatch(db: Database, workspaceId: string, from: From, waits = false): Promise<{ at: string }[]> {
  const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
  return em.transactional(async (transaction) => {
    if (waits) await LOCK_CHAIN.run(transaction, { workspaceId });
    else if (!(await CLAIM_CHAIN.one(transaction, { workspaceId })).taken) return [];
    const range =
      'since' in from ? from : await RANGE_START.first(transaction, { workspaceId, back: from.back / 1_000 });
    const since = range?.since ?? '-infinity';
    const head = await CHAIN_HEAD.first(transaction, { workspaceId });
    const unsealed = await UNSEALED_EVENTS.all(transaction, { workspaceId, since, limit: BATCH });
    let { position, hash } = head ?? { position: 0, hash: GENESIS_HASH };
    const entries = unsealed.map(({ event }) => {
      const ofEvent = hashChainedEvent(event);
      position += 1;
      hash = hashChainEntry(workspaceId, position, hash, ofEvent);
      return { position, at: event.at, id: event.id, event_hash: ofEvent.toString('hex'), hash: hash.toString('hex') };
    });
    if (entries.length > 0) await APPEND.run(transaction, { workspaceId, entries: JSON.stringify(entries) });
    return entries;
  });
}
