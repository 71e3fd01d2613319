import { defineEntity, p } from '@mikro-orm/core';

/** Stored response, replayed for requests with the same idempotency key. */
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

/** Number of requests of a token's one-minute window that the instances have reserved. */
export const TokenRateWindowEntity = defineEntity({
  name: 'RateWindow',
  tableName: 'rate_windows',
  properties: {
    workspaceId: p.uuid().primary(),
    tokenId: p.uuid().primary(),
    kind: p.text().primary().$type<'read' | 'write' | 'people'>(),
    startsAt: p.datetime(3).primary(),
    taken: p.integer(),
  },
});
