import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryAttempt, type NameWebhook, type WebhookTest } from '@training/shared/webhooks';
import { z } from 'zod';
import { defineStatement } from '../../../database/statement.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { AtOnce } from '../../../platform/at-once.ts';
import { publish } from '../../../platform/live.ts';
import { recordEvent } from '../../events/record-event.ts';
import { webhookSubject } from '../webhook-subject.ts';
import { webhooksTopic } from '../webhooks-topic.ts';
import { holdWebhook } from './hold-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

/** How long somebody waits for what a test meets, in milliseconds: the 15 s of an attempt, and its way to the sender. */
const PATIENCE = 25_000;
const ASKED_EVERY = 50;

/** Tests that somebody of a workspace waits for. */
const MOST = 4;
const tests = new AtOnce();

const HAS_SECRET = defineStatement({
  name: 'webhook-has-secret',
  scope: 'tenant',
  sql: `
select from webhook_secrets
where workspace_id = :workspaceId and endpoint_id = :id and (expires_at is null or expires_at > now())`,
});

/** It has no place among the events, and so waits for none. */
const SEND = defineStatement({
  name: 'send-webhook-test',
  scope: 'tenant',
  sql: `
insert into webhook_deliveries (workspace_id, endpoint_id, event_id, at, state, regardless, due_at)
values (:workspaceId, :id, :eventId, :now, 'pending', true, :now)`,
});

const FIRST_ATTEMPT = defineStatement({
  name: 'first-webhook-attempt',
  scope: 'tenant',
  row: z.strictObject({ attempt: DeliveryAttempt, delivered: z.boolean() }),
  sql: `
select json_build_object('n', a.n, 'at', wire_time(a.at), 'status', a.status, 'error', a.error, 'response', a.response,
  'duration_ms', a.duration_ms) as attempt, d.state = 'delivered' as delivered
from webhook_attempts a
join webhook_deliveries d
  on d.workspace_id = :workspaceId and d.endpoint_id = a.endpoint_id and d.event_id = a.event_id
where a.workspace_id = :workspaceId and a.endpoint_id = :id and a.event_id = :eventId and a.n = 1`,
});

/**
 * Sends a signed `endpoint.test`, on the way that every event goes, and waits for what it meets. Whether the endpoint is
 * on makes no difference, and a bad outcome is an answer and no error.
 * @throws AppError `webhook_not_found`, `webhook_secret_lost`; `rate_limited` where others are tried
 */
export function testWebhook(ctx: WebhookContext, { id }: NameWebhook): Promise<WebhookTest> {
  return oneAtATime(ctx, () => sendTest(ctx, id));
}

/** @throws AppError `rate_limited` where the workspace has too many tests under way */
export function oneAtATime<T>({ workspace }: WebhookContext, work: () => Promise<T>): Promise<T> {
  return tests.run(workspace.id, MOST, tooManyTests, work);
}

/** As `testWebhook`, for who has seen to it that there are not too many. */
export async function sendTest(ctx: WebhookContext, id: string): Promise<WebhookTest> {
  const eventId = await recordTest(ctx, id);
  const wait = () => firstAttempt(ctx, id, eventId);
  return (await (ctx.outside?.(wait) ?? wait())) ?? late(eventId);
}

async function recordTest(ctx: WebhookContext, id: string): Promise<string> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const held = await holdWebhook(em, workspaceId, id);
    if ((await HAS_SECRET.run(em, { workspaceId, id })) === 0) throw secretLost();
    const now = new Date();
    const change = { action: 'webhook.tested', subject: webhookSubject(held), outgoing: { endpoint_id: id } } as const;
    const eventId = await recordEvent(em, { ...ctx, now }, change);
    await SEND.run(em, { workspaceId, id, eventId, now });
    await publish(em, webhooksTopic(workspaceId));
    return eventId;
  });
}

async function firstAttempt(ctx: WebhookContext, id: string, eventId: string): Promise<WebhookTest | undefined> {
  const asked = { workspaceId: ctx.workspace.id, id, eventId };
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    const found = await FIRST_ATTEMPT.first(ctx.db.pool, asked);
    if (found) {
      const { n: _n, at: _at, ...outcome } = found.attempt;
      return { event_id: eventId, delivered: found.delivered, ...outcome };
    }
    await sleep(ASKED_EVERY);
  }
  return undefined;
}

function late(eventId: string): WebhookTest {
  const error = 'The test has not been sent yet, since much else is on its way. Look at its delivery in a minute.';
  return { event_id: eventId, delivered: false, status: null, error, response: null, duration_ms: PATIENCE };
}

function secretLost(): AppError {
  return new AppError(
    'webhook_secret_lost',
    'The encryption key that sealed the secret of this webhook is lost, so nothing can be signed: roll the secret, ' +
      'give the receiver the new one, and test again.',
  );
}

function tooManyTests(): AppError {
  return new AppError(
    'rate_limited',
    'Other webhooks of this workspace are being tested at this moment: wait until that has ended.',
    { headers: { 'retry-after': '15' } },
  );
}
