import { defineEntity, p } from '@mikro-orm/core';

/** A user who has hidden the set-up list. */
export const HiddenSetUpListEntity = defineEntity({
  name: 'SetUpPutAway',
  tableName: 'set_up_put_away',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    at: p.datetime(3),
  },
});
