import type { NameWebhook, RemovedWebhook } from '@training/shared/webhooks/webhooks';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { publish } from '../../../platform/live.ts';
import { recordEvent } from '../../events/record-event.ts';
import { WebhookEndpointEntity, webhookSubject, webhooksTopic, WebhookSecretEntity } from '../webhook-endpoint.entity.ts';
import { webhookOrigin } from './webhook-context.ts';
import { lockWebhook } from './find-webhook.ts';

/**
 * Removes an endpoint permanently, with its secrets and waiting deliveries. A request in progress may still arrive;
 * nothing is sent after it.
 * @throws AppError `webhook_not_found`
 */
export function removeWebhook(ctx: Context, { id }: NameWebhook): Promise<RemovedWebhook> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const locked = await lockWebhook(em, workspaceId, id);
    const now = new Date();
    // At once, so that nothing more is signed. Deliveries are deleted later, in batches.
    await em.nativeDelete(WebhookSecretEntity, { workspaceId, endpointId: id });
    const removed = { state: 'removed' as const, offReason: null, offAt: null, updatedAt: now };
    await em.nativeUpdate(WebhookEndpointEntity, { workspaceId, id }, removed);
    const changes = { origin: webhookOrigin(locked.url) };
    await recordEvent(em, ctx, { action: 'webhook.removed', subject: webhookSubject(locked), changes });
    await publish(em, webhooksTopic(workspaceId));
    return { id, removed_at: now.toISOString() };
  });
}
