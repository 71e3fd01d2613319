import {
  WebhookDelivery,
  DeliveryAttempt,
  type DeliveryPage,
  type ListDeliveries,
  DeliveryDetail,
  type DeliveryRef,
} from '@training/shared/webhooks/webhooks';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { getWebhookFields } from './find-webhook.ts';
import { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { AppError } from '../../../core/errors.ts';

/** @throws AppError `delivery_not_found` */
export async function readDelivery(
  { db, workspace, reach }: Pick<Context, 'db' | 'workspace' | 'reach'>,
  { id, event_id }: DeliveryRef,
): Promise<DeliveryDetail> {
  const found = await READ.first(db.pool, { workspaceId: workspace.id, id, eventId: event_id });
  if (!found) throw deliveryNotFoundError(event_id);
  const { delivery } = found;
  if (reach !== 'status') return delivery;
  const attempts = delivery.attempts.map(statusOfAttempt);
  return { ...delivery, attempts, last_attempt: attempts[0] ?? null, payload: null };
}

export function deliveryNotFoundError(eventId: string): AppError {
  return new AppError(
    'delivery_not_found',
    `This webhook has no delivery for the event ${eventId}; deliveries are kept for 30 days.`,
  );
}

/** An attempt and the event that it delivered. */
const Attempt = z.strictObject({ delivery_id: z.uuid(), type: OutgoingEventType, attempt: DeliveryAttempt });

/**
 * Lists the attempts of an endpoint’s newest deliveries, for the operator.
 * @throws AppError `webhook_not_found`
 */
export async function listEndpointDeliveryAttempts(
  { db, workspace }: Context,
  { id, limit }: { id: string; limit: number },
) {
  await getWebhookFields(db.pool, workspace.id, id);
  const rows = await LIST_ATTEMPTS.all(db.pool, { workspaceId: workspace.id, id, limit });
  return rows.map(({ attempt, ...delivery }) => ({ ...delivery, ...attempt }));
}

/** A JSON attempt `a`: a delivery's newest, or each one of a query. */
const ATTEMPT_JSON = `json_build_object(
  'n', a.n, 'at', to_iso(a.at), 'status', a.status, 'error', a.error, 'response', a.response,
  'duration_ms', a.duration_ms)` as const;

const LIST_ATTEMPTS = defineStatement({
  name: 'list-webhook-attempts',
  scope: 'tenant',
  unprepared: true,
  row: Attempt,
  sql: `
select a.event_id as delivery_id, o.type, ${ATTEMPT_JSON} as attempt
from webhook_attempts a
join outgoing_events o on o.workspace_id = :workspaceId and o.id = a.event_id
where a.workspace_id = :workspaceId and a.endpoint_id = :id
order by a.event_id desc, a.n desc limit :limit`,
});

/** The JSON fields of a delivery `d` of the event `o`. */
const DELIVERY_FIELDS = `
  'event_id', d.event_id, 'type', o.type, 'at', to_iso(d.at), 'sequence', d.sequence, 'state', d.state,
  'attempt_count', d.attempts, 'replayed', d.replayed,
  'due_at', case when d.state in ('pending', 'retrying') then to_iso(d.due_at) end,
  'finished_at', to_iso(d.finished_at),
  'last_attempt', (
    select ${ATTEMPT_JSON} from webhook_attempts a
    where a.workspace_id = :workspaceId and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id
    order by a.n desc limit 1)` as const;

const READ = defineStatement({
  name: 'read-webhook-delivery',
  scope: 'tenant',
  row: z.strictObject({ delivery: DeliveryDetail }),
  sql: `
select json_build_object(${DELIVERY_FIELDS},
  'attempts', (
    select coalesce(json_agg(${ATTEMPT_JSON} order by a.n desc), '[]') from (
      select * from webhook_attempts
      where workspace_id = :workspaceId and endpoint_id = :id and event_id = :eventId order by n desc limit 50) a),
  'payload', json_build_object('type', o.type, 'timestamp', to_iso(o.at), 'sequence', d.sequence,
    'workspace_id', d.workspace_id, 'data', o.data)) as delivery
from webhook_deliveries d
join webhook_endpoints e on e.workspace_id = :workspaceId and e.id = d.endpoint_id and e.state <> 'removed'
join outgoing_events o on o.workspace_id = :workspaceId and o.id = d.event_id
where d.workspace_id = :workspaceId and d.endpoint_id = :id and d.event_id = :eventId`,
});

/** Planned for each query: each state has its own index. Event ids are ordered by time. */
const defineList = (name: string, before: '<' | '>', way: 'asc' | 'desc') =>
  defineStatement({
    name,
    scope: 'tenant',
    unprepared: true,
    row: z.strictObject({ delivery: WebhookDelivery }),
    sql: `
select json_build_object(${DELIVERY_FIELDS}) as delivery
from webhook_deliveries d
join outgoing_events o on o.workspace_id = :workspaceId and o.id = d.event_id
where d.workspace_id = :workspaceId and d.endpoint_id = :id
  and (:state::text is null or d.state = :state) and (:type::text is null or o.type = :type)
  and (:before::uuid is null or d.event_id ${before} :before)
order by d.event_id ${way} limit :limit`,
  });

const NEWEST_FIRST = defineList('list-webhook-deliveries', '<', 'desc');
const OLDEST_FIRST = defineList('list-webhook-deliveries-oldest-first', '>', 'asc');

/**
 * Lists the deliveries of an endpoint, newest first unless asked otherwise.
 * @throws AppError `webhook_not_found`
 */
export async function listDeliveries(
  { db, workspace, reach }: Pick<Context, 'db' | 'workspace' | 'reach'>,
  { id, state = null, type = null, before = null, oldest_first, limit }: ListedDeliveries,
): Promise<DeliveryPage> {
  const workspaceId = workspace.id;
  await getWebhookFields(db.pool, workspaceId, id);
  // One row more shows if there is another page.
  const list = oldest_first ? OLDEST_FIRST : NEWEST_FIRST;
  const rows = await list.all(db.pool, { workspaceId, id, state, type, before, limit: limit + 1 });
  const deliveries = rows.slice(0, limit).map(({ delivery }) => (reach === 'status' ? statusOf(delivery) : delivery));
  return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.event_id ?? null) : null };
}

type ListedDeliveries = Omit<ListDeliveries, 'state' | 'type' | 'before'> & Filters;
type Filters = { [Name in 'state' | 'type' | 'before']?: ListDeliveries[Name] | null };

function statusOf(delivery: WebhookDelivery): WebhookDelivery {
  const { last_attempt } = delivery;
  return { ...delivery, last_attempt: last_attempt && statusOfAttempt(last_attempt) };
}

/** The attempt without its response and without the host, which error messages contain. */
function statusOfAttempt(attempt: DeliveryAttempt): DeliveryAttempt {
  return { ...attempt, error: attempt.error && 'It wasn’t accepted.', response: null };
}
