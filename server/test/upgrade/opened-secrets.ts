import type { Database } from '../../src/database/database.ts';
import { decryptStoredSecret, readSecretsUnderKey } from '../../src/features/secrets/stored-secret.ts';
import type { EncryptionKeySet } from '../../src/platform/encryption/encryption-keys.ts';
import type { Keyring } from '../../src/platform/encryption/keyring.ts';
import { SEALED_COLUMNS } from '../../src/app/sealed-columns.ts';

/** The provider key of a workspace in every dump; whoever restores the database opens it again. */
export const OWN_KEY = 'good-own-0123456789abcdef';

/** Key of test servers. The dumps were sealed with it, so it stays. */
export const SEALED_WITH: EncryptionKeySet = { keys: new Map([['test', Buffer.alloc(32, 7)]]), active: 'test' };

/** By its table every secret that is stored, or why the keyring does not open it. */
export async function openedSecrets(db: Database, keyring: Keyring) {
  const opened: Record<string, ReturnType<typeof decryptStoredSecret>[]> = {};
  for (const column of SEALED_COLUMNS) {
    const secrets = await readSecretsUnderKey(db, column, SEALED_WITH.active);
    opened[column.table] = secrets.map((secret) => decryptStoredSecret(keyring, secret));
  }
  return opened;
}
