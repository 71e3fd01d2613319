import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import type { EntityManager } from '@mikro-orm/postgresql';

/** A range of events of a workspace that were numbered together, without gaps. */
export type SequencedEventRange = { workspaceId: string; first: number; last: number };

/**
 * Derives rows from events, such as deliveries, with one statement over the range, in the transaction that numbers
 * them. So each event is processed exactly once. If a consumer fails, it is called again with the same events; until it
 * succeeds, the workspace’s events wait.
 */
export type EventConsumer = (em: EntityManager, events: SequencedEventRange) => Promise<void>;

/** Events numbered by one transaction. */
export const EVENT_BATCH_SIZE = 500;

const CLAIM_TURN = defineStatement({
  name: 'claim-event-numbering',
  scope: 'tenant',
  row: z.strictObject({ taken: z.boolean() }),
  sql: `select pg_try_advisory_xact_lock(hashtextextended('event sequence ' || :workspaceId::text, 0)) as taken`,
});

/**
 * Numbers events by id, which is roughly the order in which they happened. An event that is committed late gets a
 * higher number.
 */
const NUMBER = defineStatement({
  name: 'number-events',
  scope: 'tenant',
  row: z.strictObject({ first: z.number().nullable(), last: z.number().nullable() }),
  sql: `
with next as materialized (
  select id, row_number() over (order by id) as place from (
    select id from outgoing_events where workspace_id = :workspaceId and sequence is null
    order by id limit ${EVENT_BATCH_SIZE}) e
), counted as (
  select count(*) as events from next
), given as (
  insert into event_sequences as s (workspace_id, last)
  select :workspaceId::uuid, events from counted where events > 0
  on conflict (workspace_id) do update set last = s.last + excluded.last
  returning last
), numbered as (
  update outgoing_events e set sequence = given.last - counted.events + next.place
  from next, counted, given
  where e.workspace_id = :workspaceId and e.id = next.id
  returning e.sequence
)
select min(sequence)::float8 as first, max(sequence)::float8 as last from numbered`,
});

/**
 * Numbers the next events of a workspace and passes them to all consumers, in one transaction. Returns undefined if
 * there are none, or if another instance is numbering them.
 */
export function sequenceAndDispatchEvents(
  db: Database,
  workspaceId: string,
  consumers: readonly EventConsumer[],
): Promise<SequencedEventRange | undefined> {
  const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
  return em.transactional(async (transaction) => {
    const { taken } = await CLAIM_TURN.one(transaction, { workspaceId });
    if (!taken) return undefined;
    const { first, last } = await NUMBER.one(transaction, { workspaceId });
    if (first === null || last === null) return undefined;
    const events = { workspaceId, first, last };
    for (const follow of consumers) await follow(transaction, events);
    return events;
  });
}
