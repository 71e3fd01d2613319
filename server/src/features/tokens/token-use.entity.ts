import { defineEntity, p } from '@mikro-orm/core';

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
