import type { NameWebhook, RemovedWebhook } from '@training/shared/webhooks/webhooks';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { publish } from '../../../platform/live.ts';
import { recordEvent } from '../../events/record-event.ts';
import { webhookSubject } from '../webhook-subject.ts';
import { webhooksTopic } from '../webhooks-topic.ts';
import { webhookOrigin } from './check-webhook-address.ts';
import { lockWebhook } from './lock-webhook.ts';

/** Deletes the secrets at once, so that nothing more is signed. Deliveries are deleted later, in batches. */
const REMOVE = defineStatement({
  name: 'remove-webhook',
  scope: 'tenant',
  sql: `
with secrets as (
  delete from webhook_secrets where workspace_id = :workspaceId and endpoint_id = :id
)
update webhook_endpoints set state = 'removed', off_reason = null, off_at = null, updated_at = :now
where workspace_id = :workspaceId and id = :id`,
});

/**
 * Removes an endpoint permanently, with its secrets and waiting deliveries. A request in progress may still arrive;
 * nothing is sent after it.
 * @throws AppError `webhook_not_found`
 */
export function removeWebhook(ctx: Context, { id }: NameWebhook): Promise<RemovedWebhook> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const held = await lockWebhook(em, workspaceId, id);
    const now = new Date();
    await REMOVE.run(em, { workspaceId, id, now });
    const changes = { origin: webhookOrigin(held.url) };
    await recordEvent(em, ctx, { action: 'webhook.removed', subject: webhookSubject(held), changes });
    await publish(em, webhooksTopic(workspaceId));
    return { id, removed_at: now.toISOString() };
  });
}
