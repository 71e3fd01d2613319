import { defineEntity, p } from '@mikro-orm/core';

/** A key of the keyring that the database has met, so that another one of the same id is told apart from it. */
export const EncryptionKeyEntity = defineEntity({
  name: 'EncryptionKey',
  tableName: 'encryption_keys',
  properties: {
    id: p.text().primary(),
    /** See `check-value.ts`; the key cannot be found from it. */
    checkValue: p.blob(),
    createdAt: p.datetime(3),
  },
});
