import { defineEntity, p } from '@mikro-orm/core';
import type { ChosenType, OffReason } from '@training/shared/webhooks/webhooks';
import { topics } from '@training/shared/live';
import { topicOf } from '../../platform/live.ts';

/** An endpoint as the audit log's subject. Never includes the whole URL, which can contain a password. */
export function webhookSubject({ id, description, url }: { id: string; description: string; url: string }) {
  return { kind: 'webhook', id, name: description || new URL(url).host };
}

/** Topic published when the workspace's endpoints or their status change. */
export const webhooksTopic = (workspaceId: string) => topicOf(workspaceId, topics.webhooks);

/** A URL that receives the events of a workspace (rules/webhooks). */
export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    url: p.text(),
    description: p.text().nullable(),
    types: p.array().$type<ChosenType[]>(),
    /** `removed` endpoints are invisible, and deleted with their deliveries in batches. */
    state: p.text().$type<'on' | 'off' | 'removed'>().default('on'),
    offReason: p.text().$type<OffReason>().nullable(),
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
