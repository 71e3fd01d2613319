import type { WebhookRef, RemovedWebhook, UpdateWebhook, WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { recordEvent } from '../../events/record-event.ts';
import {
  WebhookEndpointEntity,
  WebhookSecretEntity,
  webhooksLiveTopicOf,
  webhookAuditSubjectOf,
} from '../webhook-endpoint.entity.ts';
import {
  parseWebhookUrl,
  getWebhookFields,
  type LockedWebhookFields,
  lockWebhook,
  type WebhookContext,
  webhookOriginOf,
} from './find-webhook.ts';
import { getWebhook } from './read-webhooks.ts';
import { webhookCheckFailedError } from './switch-webhook.ts';
import { runWithinWebhookTestLimit, sendWebhookTest } from './test-webhook.ts';

/**
 * Removes an endpoint permanently, with its secrets and waiting deliveries. A request in progress may still arrive;
 * nothing is sent after it.
 * @throws AppError `webhook_not_found`
 */
export function removeWebhook(ctx: Context, { id }: WebhookRef): Promise<RemovedWebhook> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const locked = await lockWebhook(em, workspaceId, id);
    const now = new Date();
    // At once, so that nothing more is signed. Deliveries are deleted later, in batches.
    await em.nativeDelete(WebhookSecretEntity, { workspaceId, endpointId: id });
    const removed = { state: 'removed' as const, offReason: null, offAt: null, updatedAt: now };
    await em.nativeUpdate(WebhookEndpointEntity, { workspaceId, id }, removed);
    const changes = { origin: webhookOriginOf(locked.url) };
    await recordEvent(em, ctx, { action: 'webhook.removed', subject: webhookAuditSubjectOf(locked), changes });
    await publishTopics(em, webhooksLiveTopicOf(workspaceId));
    return { id, removed_at: now.toISOString() };
  });
}

/**
 * Updates the given fields. A new URL of an endpoint that is on must accept a test first: until then, events are sent
 * to the old one, and if the test fails, nothing is saved (rules/webhooks 4).
 * @throws AppError `webhook_not_found`, `webhook_address_refused`, `webhook_check_failed`; `stale_version` if it was
 * switched on in the meantime
 */
export async function updateWebhook(ctx: WebhookContext, { id, ...input }: UpdateWebhook): Promise<WebhookEndpoint> {
  if (input.url === undefined) await change(ctx, id, input);
  else {
    const url = parseWebhookUrl(ctx.outward, input.url);
    await runWithinWebhookTestLimit(ctx, () => move(ctx, id, { ...input, url }));
  }
  return getWebhook(ctx.db.pool, ctx.workspace.id, id);
}

async function move(ctx: WebhookContext, id: string, input: Fields & { url: string }): Promise<void> {
  const { state, url } = await getWebhookFields(ctx.db.pool, ctx.workspace.id, id);
  const isOn = state === 'on' && url !== input.url;
  if (isOn) {
    const { test } = await sendWebhookTest(ctx, id, input.url);
    if (!test.delivered) throw webhookCheckFailedError(test, 'Nothing was saved. Events still go to the old address.');
  }
  await change(ctx, id, input, isOn);
}

type Fields = Omit<UpdateWebhook, 'id'>;

async function change(ctx: Context, id: string, { url, description, types }: Fields, isTested = false): Promise<void> {
  const workspaceId = ctx.workspace.id;
  await inTransaction(ctx, async (em) => {
    const before = await lockWebhook(em, workspaceId, id);
    if (before.state === 'on' && url !== undefined && url !== before.url && !isTested) throw switchedOnMeanwhile();
    const after = {
      ...before,
      url: url ?? before.url,
      description: description === undefined ? before.description : (description ?? ''),
      types: types ?? before.types,
    };
    const changes = changesOf(before, after);
    if (Object.keys(changes).length > 0) {
      const fields = { url: after.url, description: after.description, types: after.types };
      await em.nativeUpdate(WebhookEndpointEntity, { workspaceId, id }, { ...fields, updatedAt: new Date() });
      await recordEvent(em, ctx, { action: 'webhook.updated', subject: webhookAuditSubjectOf(after), changes });
      await publishTopics(em, webhooksLiveTopicOf(workspaceId));
    }
  });
}

/** Returns the changed fields, each as `[before, after]`. */
function changesOf(before: LockedWebhookFields, after: LockedWebhookFields): Record<string, [unknown, unknown]> {
  return {
    // What is behind the host can be a password, so a change of it alone shows as two that are equal.
    ...(before.url !== after.url && { origin: [webhookOriginOf(before.url), webhookOriginOf(after.url)] }),
    ...(before.description !== after.description && { description: [before.description, after.description] }),
    ...(String(before.types.toSorted()) !== String(after.types.toSorted()) && { types: [before.types, after.types] }),
  };
}

function switchedOnMeanwhile(): AppError {
  return new AppError(
    'stale_version',
    'Someone else switched the webhook on, so its new address has to accept a test first. Save it again.',
  );
}
