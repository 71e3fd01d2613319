import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { TokenScope } from '@training/shared/permissions';

/** Last use of a token. Stored in a separate row, because running writes lock the token's row. */
export const ApiTokenUseEntity = defineEntity({
  name: 'ApiTokenUse',
  tableName: 'api_token_uses',
  properties: {
    workspaceId: p.uuid().primary(),
    tokenId: p.uuid().primary(),
    usedAt: p.datetime(3),
    operation: p.text(),
    ip: p.text(),
    status: p.integer().nullable(),
  },
});

export const ApiTokenEntity = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    prefix: p.text(),
    /** SHA-256 of the value, which isn't stored (rules/tokens 3). */
    hash: p.blob(),
    scopes: p.array<TokenScope>(),
    createdBy: p.uuid().nullable(),
    createdByName: p.text(),
    createdAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
    revokedByName: p.text().nullable(),
    /** The identity provider's connection, for the scope `scim`. */
    scimConnectionId: p.uuid().nullable(),
  },
});
export type ApiTokenRow = InferEntity<typeof ApiTokenEntity>;
