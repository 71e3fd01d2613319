import { defineEntity, p } from '@mikro-orm/core';
import type { SubscribableEventType, WebhookOffReason } from '@training/shared/webhooks/webhooks';
import { liveTopics } from '@training/shared/live';
import { workspaceLiveTopicOf } from '../../platform/topic-changes.ts';

/** A secret that signs the requests of an endpoint. During a roll, two of them are valid. */
export const WebhookSecretEntity = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secrets',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    endpointId: p.uuid(),
    /** Number of the secret within its endpoint, starting at 1. */
    version: p.integer(),
    keyId: p.text(),
    /** A `sealed_secret`; see `sealed-webhook-secret.ts`. Its text is shown only when it is created. */
    sealed: p.blob(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
  },
});

/** An endpoint as the audit log's subject. Never includes the whole URL, which can contain a password. */
export function webhookAuditSubjectOf({ id, description, url }: { id: string; description: string; url: string }) {
  return { kind: 'webhook', id, name: description || new URL(url).host };
}

/** Topic published when the workspace's endpoints or their status change. */
export const webhooksLiveTopicOf = (workspaceId: string) => workspaceLiveTopicOf(workspaceId, liveTopics.webhooks);

/** A URL that receives the events of a workspace (rules/webhooks). */
export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    url: p.text(),
    description: p.text().nullable(),
    types: p.array().$type<SubscribableEventType[]>(),
    /** `removed` endpoints are invisible, and deleted with their deliveries in batches. */
    state: p.text().$type<'on' | 'off' | 'removed'>().default('on'),
    offReason: p.text().$type<WebhookOffReason>().nullable(),
    offAt: p.datetime(3).nullable(),
    /** Time since which no attempt has succeeded; null if the last one did. */
    failingSince: p.datetime(3).nullable(),
    lastFailureAt: p.datetime(3).nullable(),
    /** Time until which it has asked for no requests. */
    pausedUntil: p.datetime(3).nullable(),
    createdBy: p.uuid().nullable(),
    createdByName: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
