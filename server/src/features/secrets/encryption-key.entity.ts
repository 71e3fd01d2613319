import { defineEntity, p } from '@mikro-orm/core';

/** A key of the keyring that the database has recorded, so that a different key with the same id is detected. */
export const EncryptionKeyEntity = defineEntity({
  name: 'EncryptionKey',
  tableName: 'encryption_keys',
  schema: 'directory',
  properties: {
    id: p.text().primary(),
    /** A value from which the key can't be derived; see `deriveEncryptionKeyCheckValue`. */
    checkValue: p.blob(),
    createdAt: p.datetime(3),
  },
});
