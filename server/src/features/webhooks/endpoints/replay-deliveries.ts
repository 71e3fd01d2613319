import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReplayDeliveries, ReplayedDeliveries } from '@training/shared/webhooks/webhooks';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { recordEvent } from '../../events/record-event.ts';
import { webhookAuditSubjectOf, webhooksLiveTopicOf } from '../webhook-endpoint.entity.ts';
import { lockWebhook } from './find-webhook.ts';
import { deliveryNotFoundError } from './list-deliveries.ts';

/** Deliveries replayed per request. The client continues with the next page token. */
const BATCH = 10_000;

/**
 * Condition for the chosen deliveries. Those already in progress, `pending` and `sending`, don't change. Tests are
 * replayed only one by one.
 */
const CHOSEN = `
workspace_id = :workspaceId and endpoint_id = :id
  and state in ('held', 'retrying', 'delivered', 'exhausted', 'cancelled')
  and (:held::boolean is not true or state = 'held')
  and (:eventId::uuid is null and sequence is not null or event_id = :eventId)
  and (:from::timestamptz is null or at >= :from) and (:to::timestamptz is null or at < :to)
  and (:after::uuid is null or event_id > :after)` as const;

/**
 * Resends the chosen deliveries as if they were new. Compares with the batch's last id instead of joining the batch,
 * because PostgreSQL can't estimate its size when planning.
 */
const REPLAY = defineStatement({
  name: 'replay-webhook-deliveries',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ replayed: z.int(), last: z.uuid().nullable() }),
  sql: `
with batch as materialized (
  select event_id from webhook_deliveries where ${CHOSEN} order by event_id limit ${BATCH}
), replayed as (
  update webhook_deliveries
  set state = 'pending', due_at = :now, failures = 0, deferrals = 0, replayed = true,
    regardless = :regardless, finished_at = null
  where ${CHOSEN} and event_id <= (select event_id from batch order by event_id desc limit 1)
  returning event_id
)
select count(*)::integer as replayed, (array_agg(event_id order by event_id desc))[1] as last from replayed`,
});

const IS_THERE = defineStatement({
  name: 'webhook-delivery-is-there',
  scope: 'tenant',
  sql: `
select from webhook_deliveries where workspace_id = :workspaceId and endpoint_id = :id and event_id = :eventId`,
});

type Chosen = { eventId: string | null; held: boolean; from: string | null; to: string | null; after: string | null };

/**
 * Resends deliveries with the same `webhook-id`: one, all of a time span, or all held ones. Works for an endpoint that
 * is off, too (rules/webhooks).
 * @throws AppError `webhook_not_found`; `delivery_not_found` if a single one doesn't exist
 */
export function replayDeliveries(ctx: Context, input: ReplayDeliveries): Promise<ReplayedDeliveries> {
  const workspaceId = ctx.workspace.id;
  const { id } = input;
  const chosen = chosenBy(input);
  return inTransaction(ctx, async (em) => {
    const held = await lockWebhook(em, workspaceId, id);
    const regardless = held.state === 'off' || input.which === 'one';
    const { replayed, last } = await REPLAY.one(em, { workspaceId, id, ...chosen, regardless, now: new Date() });
    if (input.which === 'one' && replayed === 0) await assertThere(em, { workspaceId, id, eventId: input.event_id });
    if (replayed > 0) {
      const { which } = input;
      const span = { ...(chosen.from && { from: chosen.from }), ...(chosen.to && { to: chosen.to }) };
      const changes = { which, ...span, events: replayed };
      await recordEvent(em, ctx, { action: 'webhook.replayed', subject: webhookAuditSubjectOf(held), changes });
      await publishTopics(em, webhooksLiveTopicOf(workspaceId));
    }
    return { replayed, next: replayed === BATCH ? last : null };
  });
}

/** Repeats `replayDeliveries` until all are replayed. */
export async function replayDeliveriesInBatches(
  ctx: Context,
  input: Exclude<ReplayDeliveries, { which: 'one' }>,
): Promise<number> {
  let replayed = 0;
  for (let after = input.after; ;) {
    const answer = await replayDeliveries(ctx, { ...input, after });
    replayed += answer.replayed;
    if (answer.next === null) return replayed;
    after = answer.next;
  }
}

function chosenBy(input: ReplayDeliveries): Chosen {
  const all = { eventId: null, held: false, from: null, to: null, after: null };
  switch (input.which) {
    case 'one':
      return { ...all, eventId: input.event_id };
    case 'held':
      return { ...all, held: true, after: input.after ?? null };
    case 'span':
      return { ...all, from: input.from, to: input.to ?? null, after: input.after ?? null };
  }
}

/** A delivery that exists but is already in progress needs no replay. */
async function assertThere(em: EntityManager, named: { workspaceId: string; id: string; eventId: string }) {
  if ((await IS_THERE.run(em, named)) === 0) throw deliveryNotFoundError(named.eventId);
}
