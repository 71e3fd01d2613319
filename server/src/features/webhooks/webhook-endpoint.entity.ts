import { defineEntity, p } from '@mikro-orm/core';
import type { ChosenType, OffReason } from '@training/shared/webhooks';

/** Where a workspace has its events sent (rules/webhooks). */
export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    url: p.text(),
    description: p.text().nullable(),
    types: p.array().$type<ChosenType[]>(),
    /** A removed one is nobody's any more: it goes with its deliveries, a batch at a time. */
    state: p.text().$type<'on' | 'off' | 'removed'>().default('on'),
    offReason: p.text().$type<OffReason>().nullable(),
    offAt: p.datetime(3).nullable(),
    /** Since when no attempt has succeeded; null where the last one did. */
    failingSince: p.datetime(3).nullable(),
    lastFailureAt: p.datetime(3).nullable(),
    /** Until when it has asked for nothing to be sent. */
    pausedUntil: p.datetime(3).nullable(),
    createdBy: p.uuid().nullable(),
    createdByName: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
