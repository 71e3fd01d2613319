import { defineEntity, p } from '@mikro-orm/core';

/** When a token was last used: beside its row, which writes under way hold. */
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
