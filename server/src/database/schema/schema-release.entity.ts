import { defineEntity, p } from '@mikro-orm/core';

/** The release whose schema this is, and the oldest one that works on it. One row. */
export const SchemaReleaseEntity = defineEntity({
  name: 'SchemaRelease',
  tableName: 'schema_release',
  properties: {
    isOnly: p.boolean().primary(),
    release: p.text(),
    oldest: p.text(),
  },
});
