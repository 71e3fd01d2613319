import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { ChainedEvent, hashChainEntry, CHAINED_EVENT_JSON_SQL, hashChainedEvent, GENESIS_HASH } from './chain-hash.ts';

/** Maximum clock difference between instances, in seconds. */
const SKEW = 60;

const BEGINNING = defineStatement({
  name: 'audit-log-beginning',
  scope: 'tenant',
  row: z.strictObject({ created: z.boolean(), completions: z.number(), approvals: z.number(), tokens: z.number() }),
  sql: `
with log as (
  select w.created_at, coalesce((select min(at) from audit_events where workspace_id = :workspaceId), 'infinity')
    - make_interval(secs => :skew::float8) as begins
  from workspaces w where w.id = :workspaceId::uuid
)
select exists (
  select from audit_events e
  where e.workspace_id = :workspaceId and e.action = 'workspace.created' and e.subject_id = :workspaceId
    and e.at <= log.begins + 2 * make_interval(secs => :skew::float8)
    and e.at between log.created_at - make_interval(secs => :skew::float8)
      and log.created_at + make_interval(secs => :skew::float8)) as created, (
  select count(*)::float from enrollments e where e.workspace_id = :workspaceId and e.attested_id is null and e.completed_at < log.begins) as completions, (
  select count(*)::float from review_decisions d
  where d.workspace_id = :workspaceId and d.verdict = 'approved' and d.at < log.begins) as approvals, (
  select count(*)::float from api_tokens t where t.workspace_id = :workspaceId and t.created_at < log.begins) as tokens
from log`,
});

/** Counts what is always stored together with an entry: outgoing events (kept for 30 days) have the entry's id. */
const WITHOUT_ENTRY = defineStatement({
  name: 'data-without-audit-entry',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ events: z.number(), tokens: z.number() }),
  sql: `
select (
  select count(*)::float from outgoing_events o
  where o.workspace_id = :workspaceId and not exists (
    select from audit_events e where e.workspace_id = :workspaceId and e.at = o.at and e.id = o.id)) as events, (
  select count(*)::float from api_tokens t
  where t.workspace_id = :workspaceId and not exists (
    select from audit_events e
    where e.workspace_id = :workspaceId and e.action = 'token.created' and e.subject_id = t.id)) as tokens`,
});

const AFTER_END = defineStatement({
  name: 'data-after-audit-log',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ people: z.number(), decisions: z.number(), assignments: z.number() }),
  sql: `
with log as (
  select max(at) + make_interval(secs => :skew::float8) as ends from audit_events where workspace_id = :workspaceId
)
select (
  select count(*)::float from users u where u.workspace_id = :workspaceId and u.created_at > log.ends) as people, (
  select count(*)::float from review_decisions d where d.workspace_id = :workspaceId and d.at > log.ends) as decisions, (
  select count(*)::float from assignments a where a.workspace_id = :workspaceId and a.created_at > log.ends) as assignments
from log`,
});

/**
 * Finds contradictions between an audit log and the data. A log that was emptied and restarted doesn't begin with the
 * creation of its workspace, and has data older than itself. One whose end was cut off lacks entries of data.
 */
async function findImplausible(on: StatementRunner, workspaceId: string): Promise<string[]> {
  const { created, ...older } = await BEGINNING.one(on, { workspaceId, skew: SKEW });
  const without = await WITHOUT_ENTRY.one(on, { workspaceId });
  const newer = await AFTER_END.one(on, { workspaceId, skew: SKEW });
  const named = (counts: Record<string, number>, problem: string) =>
    Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what} ${problem}.`] : []));
  return [
    ...(created ? [] : ['The audit log does not begin with the creation of the workspace.']),
    ...named(older, 'are older than the audit log'),
    ...named(without, 'have no entry in the audit log'),
    ...named(newer, 'are newer than the audit log'),
  ];
}

const PAGE = 1_000;

/** Entries of the chain. `event` is null if the entry's event is missing. */
const ENTRIES = defineStatement({
  name: 'audit-chain-entries',
  scope: 'tenant',
  row: z.strictObject({
    position: z.number(),
    hash: z.instanceof(Buffer),
    event_hash: z.instanceof(Buffer),
    event: ChainedEvent.nullable(),
  }),
  sql: `
select c.position::float as position, c.hash, c.event_hash, case when e.id is not null then ${CHAINED_EVENT_JSON_SQL} end as event
from audit_chain c
left join audit_events e on e.workspace_id = :workspaceId and e.at = c.event_at and e.id = c.event_id
where c.workspace_id = :workspaceId and c.position > :after::bigint
order by c.position limit :limit`,
});

const UNSEALED = defineStatement({
  name: 'count-unsealed-events',
  scope: 'tenant',
  row: z.strictObject({ events: z.number(), oldest_at: z.string().nullable() }),
  sql: `
select count(*)::float as events, to_iso(min(e.at)) as oldest_at
from audit_events e
where e.workspace_id = :workspaceId and not exists (
  select from audit_chain c where c.workspace_id = :workspaceId and c.event_at = e.at and c.event_id = e.id)`,
});

export type ChainVerdict = {
  valid: boolean;
  /** Number of sealed events. */
  events: number;
  /** Number of events that aren't sealed yet, and the time of the oldest. */
  unsealed: number;
  unsealed_since: string | null;
  /** The hash of the last entry. Compare it with an earlier copy to detect truncation. */
  head: string | null;
  /** The first invalid entry, and the reason. */
  broken?: { position: number; event_id: string | null; reason: string };
  /** Contradictions in a log whose hashes are valid. */
  problems: string[];
};

/**
 * Verifies the whole chain of a workspace, in one snapshot (rules/audit).
 * @param head The hash of an entry kept elsewhere. If that entry is missing, the log was truncated or restarted since.
 */
export function verifyAuditChain(
  { db, workspace }: Pick<Context, 'db' | 'workspace'>,
  head?: string,
): Promise<ChainVerdict> {
  const workspaceId = workspace.id;
  const snapshot = { isolationLevel: 'repeatable read', readOnly: true } as const;
  return createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
    const { events: unsealed, oldest_at } = await UNSEALED.one(em, { workspaceId });
    const counted = { unsealed, unsealed_since: oldest_at };
    const problems = await findImplausible(em, workspaceId);
    let last: Entry = { position: 0, hash: GENESIS_HASH };
    let found = head === undefined;
    for (;;) {
      const page = await ENTRIES.all(em, { workspaceId, after: last.position, limit: PAGE });
      for (const entry of page) {
        const reason = whatIsWrong(workspaceId, last, entry);
        if (reason) {
          const broken = { position: entry.position, event_id: entry.event?.id ?? null, reason };
          return { valid: false, events: last.position, ...counted, head: null, broken, problems };
        }
        last = entry;
        found ||= entry.hash.toString('hex') === head;
      }
      if (page.length < PAGE) break;
    }
    if (!found) problems.push(EXPECTED_HASH_MISSING_MESSAGE);
    const ends = last.position > 0 ? last.hash.toString('hex') : null;
    return { valid: problems.length === 0, events: last.position, ...counted, head: ends, problems };
  }, snapshot);
}

/** Message used for both logs and evidence packs. */
export const EXPECTED_HASH_MISSING_MESSAGE =
  'No entry has the expected hash: the audit log was cut off or begun anew since that hash was kept, or it is of another log.';

type Entry = { position: number; hash: Buffer };

/** The reason why an entry doesn't continue the chain; null if it does. */
function whatIsWrong(
  workspaceId: string,
  last: Entry,
  { position, hash, event_hash, event }: Entry & { event_hash: Buffer; event: ChainedEvent | null },
): string | null {
  if (position !== last.position + 1) return `the entry ${last.position + 1} is missing`;
  if (!event) return 'its event is missing';
  const ofEvent = hashChainedEvent(event);
  if (!hashChainEntry(workspaceId, position, last.hash, ofEvent).equals(hash)) return 'its event is not what it was';
  // In packs, this hash replaces events about other subjects.
  if (!ofEvent.equals(event_hash)) return 'its kept hash of the event is not what it was';
  return null;
}
