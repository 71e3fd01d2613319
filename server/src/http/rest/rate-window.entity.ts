import { defineEntity, p } from '@mikro-orm/core';

/** How many places of a token’s minute the instances have taken. */
export const RateWindowEntity = defineEntity({
  name: 'RateWindow',
  tableName: 'rate_windows',
  properties: {
    workspaceId: p.uuid().primary(),
    tokenId: p.uuid().primary(),
    kind: p.text().primary().$type<'read' | 'write'>(),
    startsAt: p.datetime(3).primary(),
    taken: p.integer(),
  },
});
