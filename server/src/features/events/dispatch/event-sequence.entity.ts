import { defineEntity, p } from '@mikro-orm/core';

/** The last sequence that an event of the workspace was given. */
export const EventSequenceEntity = defineEntity({
  name: 'EventSequence',
  tableName: 'event_sequences',
  properties: {
    workspaceId: p.uuid().primary(),
    last: p.bigint('number'),
  },
});
