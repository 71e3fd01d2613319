import { defineEntity, p } from '@mikro-orm/core';

/** Somebody has put the set-up list of their first page away. */
export const SetUpPutAwayEntity = defineEntity({
  name: 'SetUpPutAway',
  tableName: 'set_up_put_away',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    at: p.datetime(3),
  },
});
