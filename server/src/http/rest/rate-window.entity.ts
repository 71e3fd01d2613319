import { defineEntity, p } from '@mikro-orm/core';

/** Number of requests of a token's one-minute window that the instances have reserved. */
export const RateWindowEntity = defineEntity({
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
