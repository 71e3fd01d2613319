import { DeliveryAttempt } from '@training/shared/webhooks/webhooks';
import { OutgoingType } from '@training/shared/events/outgoing-events';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { findWebhook } from './lock-webhook.ts';
import { ATTEMPT_JSON } from './list-deliveries.ts';

/** An attempt and the event that it delivered. */
const Attempt = z.strictObject({ delivery_id: z.uuid(), type: OutgoingType, attempt: DeliveryAttempt });

const LIST = defineStatement({
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

/**
 * Lists the attempts of an endpoint’s newest deliveries, for the operator.
 * @throws AppError `webhook_not_found`
 */
export async function listAttempts({ db, workspace }: Context, { id, limit }: { id: string; limit: number }) {
  await findWebhook(db.pool, workspace.id, id);
  const rows = await LIST.all(db.pool, { workspaceId: workspace.id, id, limit });
  return rows.map(({ attempt, ...delivery }) => ({ ...delivery, ...attempt }));
}
