import { defineEntity, p } from '@mikro-orm/core';

/** A card seen in a cycle, by its content. */
export const SeenCardEntity = defineEntity({
  name: 'SeenCard',
  tableName: 'seen_cards',
  properties: {
    workspaceId: p.uuid().primary(),
    enrollmentId: p.uuid().primary(),
    cardId: p.uuid().primary(),
    itemHash: p.text().primary(),
    seenAt: p.datetime(3),
  },
});
