import type { WebhookRef, WebhookEndpoint, WebhookTestResult } from '@training/shared/webhooks/webhooks';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { recordEvent } from '../../events/record-event.ts';
import { switchOffEndpoint } from '../switch-off.ts';
import { WebhookEndpointEntity, webhooksLiveTopicOf, webhookAuditSubjectOf } from '../webhook-endpoint.entity.ts';
import { getWebhookFields, lockWebhook, type WebhookContext } from './find-webhook.ts';
import { getWebhook } from './read-webhooks.ts';
import { runWithinWebhookTestLimit, sendWebhookTest } from './test-webhook.ts';

const ON = {
  state: 'on',
  offReason: null,
  offAt: null,
  failingSince: null,
  lastFailureAt: null,
  pausedUntil: null,
} as const;

/** Deliveries released by one statement. Up to 30 days of events may be held. */
const BATCH = 10_000;

/** Releases the held deliveries of an endpoint that was never on: all events since it was added. */
const RELEASE_HELD = defineStatement({
  name: 'release-held-deliveries',
  scope: 'tenant',
  sql: `
update webhook_deliveries set state = 'pending', due_at = :now
where workspace_id = :workspaceId and endpoint_id = :id and event_id = any (array(
  select event_id from webhook_deliveries
  where workspace_id = :workspaceId and endpoint_id = :id and state = 'held' order by event_id limit ${BATCH}))`,
});

/**
 * Switches an endpoint on after it accepted a test. Deliveries held while it was off wait for a replay; only when an
 * endpoint is switched on for the first time are the events since it was added sent.
 * @throws AppError `webhook_not_found`, `webhook_check_failed`; `stale_version` if its URL changed in the meantime
 */
export async function switchOnWebhook(ctx: WebhookContext, { id }: WebhookRef): Promise<WebhookEndpoint> {
  const workspaceId = ctx.workspace.id;
  const { state } = await getWebhookFields(ctx.db.pool, workspaceId, id);
  if (state === 'off') {
    await runWithinWebhookTestLimit(ctx, async () => {
      const { test, url } = await sendWebhookTest(ctx, id);
      if (!test.delivered) throw webhookCheckFailedError(test, 'The webhook stays off, and its held events are kept.');
      await switchOnTestedWebhook(ctx, { id, url });
    });
  }
  return getWebhook(ctx.db.pool, workspaceId, id);
}

/** Like `switchOnWebhook`, for an endpoint that has just accepted a test at `url`. */
export async function switchOnTestedWebhook(ctx: Context, named: { id: string; url: string }): Promise<void> {
  const released = await switchOn(ctx, named);
  // If the server dies in between, the other deliveries stay held and can be replayed.
  for (let more = released; more === BATCH;) {
    more = await RELEASE_HELD.run(ctx.db.pool, { workspaceId: ctx.workspace.id, id: named.id, now: new Date() });
  }
}

/** Switches it on. Returns the number of deliveries released. */
function switchOn(ctx: Context, { id, url }: { id: string; url: string }): Promise<number> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const locked = await lockWebhook(em, workspaceId, id);
    if (locked.state === 'on') return 0;
    if (locked.url !== url) throw movedMeanwhile();
    const now = new Date();
    await em.nativeUpdate(WebhookEndpointEntity, { workspaceId, id }, { ...ON, updatedAt: now });
    const released = locked.offReason === 'unchecked' ? await RELEASE_HELD.run(em, { workspaceId, id, now }) : 0;
    // Use the present time: the request started before its test.
    await recordEvent(em, { ...ctx, now }, { action: 'webhook.switched_on', subject: webhookAuditSubjectOf(locked) });
    await publishTopics(em, webhooksLiveTopicOf(workspaceId));
    return released;
  });
}

/**
 * Switches an endpoint off on request. Waiting deliveries and new events are held.
 * @throws AppError `webhook_not_found`
 */
export async function switchOffWebhook(ctx: Context, { id }: WebhookRef): Promise<WebhookEndpoint> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const locked = await lockWebhook(em, workspaceId, id);
    if (locked.state === 'on') await switchOffEndpoint(em, ctx, locked, 'by_hand');
    return getWebhook(em, workspaceId, id);
  });
}

function movedMeanwhile(): AppError {
  return new AppError(
    'stale_version',
    'Someone else changed the webhook’s address while this one was being tested. Reload the page, and switch it on again.',
  );
}

/** Error for a URL that failed its test, with the outcome and the consequence. */
export function webhookCheckFailedError({ status, error }: WebhookTestResult, consequence: string): AppError {
  const met = error ?? `It answered ${status}.`;
  return new AppError('webhook_check_failed', `${met} ${consequence}`, {
    fields: [{ path: 'url', code: 'webhook_check_failed', message: met }],
  });
}
