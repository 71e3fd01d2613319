import { defineEntity, p } from '@mikro-orm/core';

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
