import type { WebhookRef, WebhookTestResult } from '@training/shared/webhooks/webhooks';
import { AppError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { RefusingConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts';
import { newId } from '../../../platform/ids.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { createLeaseValues } from '../../../platform/queue/lease.ts';
import { recordEvent } from '../../events/record-event.ts';
import { attemptDelivery } from '../delivery/attempt-delivery.ts';
import { ClaimedDeliveryRow, type ClaimedDelivery, DELIVERY_LEASE_SECONDS } from '../delivery/claim-deliveries.ts';
import type { DeliveryAttemptResult } from '../delivery/delivery-result.ts';
import { recordDeliveryResults } from '../delivery/record-delivery-results.ts';
import { WebhookDeliveryEntity } from '../delivery/webhook-delivery.entity.ts';
import { switchOffEndpoint } from '../switch-off.ts';
import { webhooksLiveTopicOf, webhookAuditSubjectOf } from '../webhook-endpoint.entity.ts';
import { lockWebhook, type WebhookContext } from './find-webhook.ts';

/** Tests of one workspace that may run at once. */
const MOST = 4;
const tests = new RefusingConcurrencyLimit();

const CLAIMED_TEST = defineStatement({
  name: 'claimed-webhook-test',
  scope: 'tenant',
  row: ClaimedDeliveryRow,
  sql: `
select d.workspace_id as "workspaceId", d.endpoint_id as "endpointId", d.event_id as "eventId",
  null::float8 as sequence, d.lease_id as "leaseId", d.attempts as attempt, d.failures, d.deferrals, d.regardless, d.due_at as "dueAt", false as failing,
  e.url, o.type, to_iso(o.at) as at, o.data::text as data, (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'version', s.version, 'keyId', s.key_id, 'sealed', encode(s.sealed, 'base64')
      ) order by s.version desc), '[]')
    from webhook_secrets s
    where s.workspace_id = :workspaceId and s.endpoint_id = e.id
      and (s.expires_at is null or s.expires_at > now())) as secrets
from webhook_deliveries d
join webhook_endpoints e on e.workspace_id = :workspaceId and e.id = d.endpoint_id
join outgoing_events o on o.workspace_id = :workspaceId and o.id = d.event_id
where d.workspace_id = :workspaceId and d.endpoint_id = :id and d.event_id = :eventId`,
});

/**
 * Sends a signed `endpoint.test`, like any event, and waits for the outcome, whether the endpoint is on or off. A
 * failure is returned, not thrown.
 * @throws AppError `webhook_not_found`; `rate_limited` if too many others are being tested
 */
export function testWebhook(ctx: WebhookContext, { id }: WebhookRef): Promise<WebhookTestResult> {
  return runWithinWebhookTestLimit(ctx, async () => (await sendWebhookTest(ctx, id)).test);
}

/**
 * Limits the tests of a workspace that run at once.
 * @throws AppError `rate_limited` if there are too many
 */
export function runWithinWebhookTestLimit<T>({ workspace }: WebhookContext, work: () => Promise<T>): Promise<T> {
  return tests.run(workspace.id, MOST, tooManyTests, work);
}

/**
 * Like `testWebhook`, without the limit. Also returns the URL used.
 * @param tried A URL to try instead of the endpoint's own. Its outcome doesn't affect the endpoint's state.
 */
export async function sendWebhookTest(
  ctx: WebhookContext,
  id: string,
  tried?: string,
): Promise<{ test: WebhookTestResult; url: string }> {
  const { ai, outward } = ctx;
  const begun = await beginTest(ctx, id);
  const claimed = { ...begun, url: tried ?? begun.url };
  const signal = new AbortController().signal;
  const send = () => attemptDelivery(claimed, { outward, keyring: ai.keyring, signal });
  const result = await (ctx.outside?.(send) ?? send());
  await recordTestResult(ctx, id, tried === undefined ? result : { ...result, endpoint: 'unknown' });
  const { status, error, response, durationMs } = result;
  const delivered = result.state === 'delivered';
  const test = { event_id: claimed.eventId, delivered, status, error, response, duration_ms: durationMs };
  return { test, url: claimed.url };
}

async function beginTest(ctx: WebhookContext, id: string): Promise<ClaimedDelivery> {
  const workspaceId = ctx.workspace.id;
  const eventId = await inTransaction(ctx, async (em) => {
    const locked = await lockWebhook(em, workspaceId, id);
    const now = new Date();
    const change = {
      action: 'webhook.tested',
      subject: webhookAuditSubjectOf(locked),
      outgoing: { endpoint_id: id },
    } as const;
    const recorded = await recordEvent(em, { ...ctx, now }, change);
    // Already claimed: other instances send it only if this server dies. Without a sequence number, it doesn't wait for
    // other events.
    await em.insert(WebhookDeliveryEntity, {
      workspaceId,
      endpointId: id,
      eventId: recorded,
      sequence: null,
      at: now,
      state: 'sending',
      attempts: 1,
      regardless: true,
      dueAt: now,
      ...createLeaseValues(DELIVERY_LEASE_SECONDS, newId()),
    });
    return recorded;
  });
  return CLAIMED_TEST.one(ctx.db.pool, { workspaceId, id, eventId });
}

/** Stores the result. It affects the endpoint like any event's: a 410 response switches it off. */
function recordTestResult(ctx: WebhookContext, id: string, result: DeliveryAttemptResult): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockWebhook(em, ctx.workspace.id, id);
    const [unfit] = await recordDeliveryResults(em, [result]);
    if (unfit) await switchOffEndpoint(em, { ...ctx, now: new Date() }, locked, unfit.reason);
    await publishTopics(em, webhooksLiveTopicOf(ctx.workspace.id));
  });
}

function tooManyTests(): AppError {
  return new AppError('rate_limited', 'Other webhooks of this workspace are being tested. Try again in a moment.', {
    headers: { 'retry-after': '15' },
  });
}
