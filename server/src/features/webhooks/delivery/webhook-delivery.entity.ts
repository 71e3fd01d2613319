import { defineEntity, p } from '@mikro-orm/core';
import type { WebhookDeliveryState } from '@training/shared/webhooks/webhooks';
import { createLeaseEntityProperties } from '../../../platform/queue/lease.ts';

/** An event to deliver to an endpoint. The table itself is the queue (rules/webhooks). */
export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    workspaceId: p.uuid().primary(),
    endpointId: p.uuid().primary(),
    eventId: p.uuid().primary(),
    /** Null for tests, which have no sequence number. */
    sequence: p.bigint('number').nullable(),
    /** Time of the event. */
    at: p.datetime(3),
    state: p.text().$type<WebhookDeliveryState>(),
    /** Number of claims, which also numbers the attempts. Not reset by a replay. */
    attempts: p.integer().default(0),
    /** Failed attempts that count, since it was created or replayed. */
    failures: p.integer().default(0),
    /** 429 responses that didn't count as an attempt, since then. */
    deferrals: p.integer().default(0),
    replayed: p.boolean().default(false),
    /** True if it is sent even when the endpoint is off or paused, because a user requested it. */
    regardless: p.boolean().default(false),
    dueAt: p.datetime(3),
    ...createLeaseEntityProperties(),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** The result of one attempt. */
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
    /** Null if there was no response. `error` then has the reason. */
    status: p.integer().nullable(),
    error: p.text().nullable(),
    /** The beginning of the response, without secrets. */
    response: p.text().nullable(),
  },
});
