import { DeliveryDetail, type NameDelivery } from '@training/shared/webhooks/webhooks';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { statusOfAttempt, ATTEMPT_JSON, DELIVERY_FIELDS } from './list-deliveries.ts';

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

/** @throws AppError `delivery_not_found` */
export async function readDelivery(
  { db, workspace, reach }: Pick<Context, 'db' | 'workspace' | 'reach'>,
  { id, event_id }: NameDelivery,
): Promise<DeliveryDetail> {
  const found = await READ.first(db.pool, { workspaceId: workspace.id, id, eventId: event_id });
  if (!found) throw deliveryNotFound(event_id);
  const { delivery } = found;
  if (reach !== 'status') return delivery;
  const attempts = delivery.attempts.map(statusOfAttempt);
  return { ...delivery, attempts, last_attempt: attempts[0] ?? null, payload: null };
}

export function deliveryNotFound(eventId: string): AppError {
  return new AppError(
    'delivery_not_found',
    `This webhook has no delivery for the event ${eventId}; deliveries are kept for 30 days.`,
  );
}
