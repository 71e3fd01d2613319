import { defineEntity, p } from '@mikro-orm/core';

/** Hashes of the functions and triggers as they were last applied. */
export const SqlObjectEntity = defineEntity({
  name: 'SqlObject',
  tableName: 'sql_objects',
  properties: {
    /** Path of its file within `sql`. */
    name: p.text().primary(),
    /** SHA-256 of the file, in hexadecimal digits. */
    hash: p.text(),
  },
});
