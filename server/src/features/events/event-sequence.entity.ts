import { defineEntity, p } from '@mikro-orm/core';

/** The last sequence number assigned in the workspace. */
export const EventSequenceEntity = defineEntity({
  name: 'EventSequence',
  tableName: 'event_sequences',
  properties: {
    workspaceId: p.uuid().primary(),
    last: p.bigint('number'),
  },
});
