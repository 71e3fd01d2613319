import { defineEntity, p } from '@mikro-orm/core';

/** The time of the last claim of a workspace's rows by a queue, so that workspaces take turns. */
export const QueueTurnEntity = defineEntity({
  name: 'QueueTurn',
  tableName: 'queue_turns',
  properties: {
    workspaceId: p.uuid().primary(),
    queue: p.text().primary(),
    servedAt: p.datetime(3),
  },
});
