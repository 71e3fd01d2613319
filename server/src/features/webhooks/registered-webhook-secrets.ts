import { raw } from '@mikro-orm/postgresql';
import { inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { registerSealedColumn } from '../secrets/sealed-column.ts';
import { SEALED_WEBHOOK_SECRET_COLUMN } from './sealed-webhook-secret.ts';
import { switchOffEndpoint } from './switch-off.ts';
import { lockWebhook } from './endpoints/find-webhook.ts';
import { WebhookSecretEntity, webhookAuditSubjectOf } from './webhook-endpoint.entity.ts';

/**
 * Secrets of endpoints, for the operator's commands. An endpoint without any secret is off, and its events are held,
 * until its secret is rolled and it is switched on.
 */
export const REWRAPPABLE_WEBHOOK_SECRET_COLUMN = registerSealedColumn(SEALED_WEBHOOK_SECRET_COLUMN, {
  rewrapped: ({ endpointId }) => ({
    action: 'webhook.secret_rewrapped',
    subject: { kind: 'webhook', id: endpointId, name: 'endpoint' },
  }),
  discard: (ctx, { id }) =>
    inTransaction(ctx, async (em) => {
      const workspaceId = ctx.workspace.id;
      const secret = await em.findOne(WebhookSecretEntity, { workspaceId, id }, { fields: ['endpointId'] });
      if (!secret || (await em.nativeDelete(WebhookSecretEntity, { workspaceId, id })) === 0) return;
      const { endpointId } = secret;
      const endpoint = await lockWebhook(em, workspaceId, endpointId);
      await recordEvent(em, ctx, { action: 'webhook.secret_discarded', subject: webhookAuditSubjectOf(endpoint) });
      const valid = [{ expiresAt: null }, { expiresAt: { $gt: raw<Date>('now()') } }];
      const left = await em.count(WebhookSecretEntity, { workspaceId, endpointId, $or: valid });
      if (left === 0) await switchOffEndpoint(em, ctx, endpoint, 'no_secret');
    }),
});
