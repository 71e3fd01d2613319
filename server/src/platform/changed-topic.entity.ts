import { defineEntity, p } from '@mikro-orm/core';

/** A change that is committed and not yet sent to event streams (`live.ts`). */
export const ChangedTopicEntity = defineEntity({
  name: 'ChangedTopic',
  tableName: 'changed_topics',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    topic: p.text(),
  },
});
