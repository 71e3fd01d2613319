import { defineEntity, p } from '@mikro-orm/core';

/** What an endpoint's requests are signed with: while a secret is rolled, two of them are valid. */
export const WebhookSecretEntity = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secrets',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    endpointId: p.uuid(),
    /** The first, the second … of the endpoint. */
    version: p.integer(),
    keyId: p.text(),
    /** A `sealed_secret`; see `sealed-webhook-secret.ts`. Shown once, when it is made. */
    sealed: p.blob(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
  },
});
