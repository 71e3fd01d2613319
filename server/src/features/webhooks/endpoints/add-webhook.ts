import { MAX_WEBHOOKS_PER_WORKSPACE, type AddedWebhook, type AddWebhook } from '@training/shared/webhooks/webhooks';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { recordEvent } from '../../events/record-event.ts';
import { lockWorkspace } from '../../workspaces/workspace.entity.ts';
import { WebhookEndpointEntity, webhookAuditSubjectOf, webhooksLiveTopicOf } from '../webhook-endpoint.entity.ts';
import { parseWebhookUrl, webhookOriginOf, type WebhookContext } from './find-webhook.ts';
import { getWebhook } from './read-webhooks.ts';
import { switchOnTestedWebhook } from './switch-webhook.ts';
import { runWithinWebhookTestLimit, sendWebhookTest } from './test-webhook.ts';
import { createSealedEndpointSecret } from './roll-secret.ts';

/**
 * Adds an endpoint and sends it a signed `endpoint.test`. It is on if it accepts that, otherwise off: a receiver that
 * verifies needs the secret first. Events are held until it is switched on, and sent then (rules/webhooks 3).
 * @throws AppError `webhook_address_refused`, `webhook_limit_reached`; `rate_limited` if too many others are being
 * tested
 */
export function addWebhook(ctx: WebhookContext, { description, types, ...input }: AddWebhook): Promise<AddedWebhook> {
  const { workspace, actor, now } = ctx;
  const url = parseWebhookUrl(ctx.outward, input.url);
  return runWithinWebhookTestLimit(ctx, async () => {
    const id = newId();
    const secret = await createSealedEndpointSecret(ctx, id, 1);
    await inTransaction(ctx, async (em) => {
      // Serialized per workspace, or two requests could both take the last place.
      await lockWorkspace(em, workspace.id);
      const webhooks = await em.count(WebhookEndpointEntity, { workspaceId: workspace.id, state: { $ne: 'removed' } });
      if (webhooks >= MAX_WEBHOOKS_PER_WORKSPACE) throw tooMany();
      const added = { id, url, description: description ?? '' };
      await em.insert(WebhookEndpointEntity, {
        workspaceId: workspace.id,
        ...added,
        types,
        state: 'off',
        offReason: 'unchecked',
        offAt: now,
        createdBy: actor.kind === 'user' ? actor.id : null,
        createdByName: actor.name,
        createdAt: now,
        updatedAt: now,
      });
      await secret.store(em, now);
      const changes = { origin: webhookOriginOf(url), types };
      await recordEvent(em, ctx, { action: 'webhook.added', subject: webhookAuditSubjectOf(added), changes });
      await publishTopics(em, webhooksLiveTopicOf(workspace.id));
    });
    const { test } = await sendWebhookTest(ctx, id);
    if (test.delivered) await switchOnTestedWebhook(ctx, { id, url });
    return { endpoint: await getWebhook(ctx.db.pool, workspace.id, id), secret: secret.text, test };
  });
}

function tooMany(): AppError {
  const detail = `The workspace has ${MAX_WEBHOOKS_PER_WORKSPACE} webhooks, the most it can have. Remove one first, or add types to one of them.`;
  return new AppError('webhook_limit_reached', detail);
}
