import { defineEntity, p } from '@mikro-orm/core';
import type { DeliveryState } from '@training/shared/webhooks';

/** An event for an endpoint; the table itself is the queue (rules/webhooks). */
export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    workspaceId: p.uuid().primary(),
    endpointId: p.uuid().primary(),
    eventId: p.uuid().primary(),
    /** Null of a test, which has no place among the events. */
    sequence: p.bigint('number').nullable(),
    /** When the event happened. */
    at: p.datetime(3),
    state: p.text().$type<DeliveryState>(),
    /** How often it was taken up, which numbers its attempts; a replay counts on. */
    attempts: p.integer().default(0),
    /** Attempts that failed and count, since it was due first or replayed. */
    failures: p.integer().default(0),
    /** 429s that named a time and used up no attempt, since then. */
    deferrals: p.integer().default(0),
    replayed: p.boolean().default(false),
    /** Sent although the endpoint is off or paused: somebody wants to see what it answers. */
    regardless: p.boolean().default(false),
    dueAt: p.datetime(3),
    leasedUntil: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** What came of one attempt. */
export const WebhookAttemptEntity = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  properties: {
    workspaceId: p.uuid().primary(),
    endpointId: p.uuid().primary(),
    eventId: p.uuid().primary(),
    n: p.integer().primary(),
    at: p.datetime(3),
    durationMs: p.integer(),
    /** Null where nobody answered; then the error says why. */
    status: p.integer().nullable(),
    error: p.text().nullable(),
    /** The beginning of the answer, without secrets. */
    response: p.text().nullable(),
  },
});
