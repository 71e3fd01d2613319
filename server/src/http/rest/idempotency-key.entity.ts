import { defineEntity, p } from '@mikro-orm/core';

/** The answer that a repetition of the request gets. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    workspaceId: p.uuid().primary(),
    tokenId: p.uuid().primary(),
    operation: p.text().primary(),
    key: p.text().primary(),
    /** SHA-256 of the request. */
    fingerprint: p.blob(),
    status: p.integer(),
    contentType: p.text(),
    body: p.text(),
    createdAt: p.datetime(3),
  },
});
