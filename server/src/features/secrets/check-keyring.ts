import type { Config } from '../../core/config.ts';
import type { Database } from '../../database/database.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { keyringFile } from '../../platform/encryption/keyring-file.ts';
import { formatCount, keysInUse, UnreadableSecrets, type KeyUse } from './stored-secret.ts';
import { enrolKeys } from './known-keys.ts';
import type { StoredColumn } from './sealed-column.ts';

/**
 * Verifies that the keyring has every key in use, and that each is the key that the database knows by its id
 * (rules/secrets 4). Otherwise a server would only find out call by call. Creates no keyring if nothing is encrypted.
 * @throws KeyringError if a key differs from the one that the database knows by that id
 * @throws UnreadableSecrets that names the missing keys, their uses, and possible solutions
 */
export async function checkKeyring(
  db: Database,
  keyring: Keyring,
  columns: readonly StoredColumn[],
  { encryption, dataDir }: Pick<Config, 'encryption' | 'dataDir'>,
): Promise<void> {
  await enrolKeys(db, keyring, columns);
  const missing = new Map<string, KeyUse[]>();
  for (const use of await keysInUse(db, columns)) {
    if (!keyring.key(use.keyId)) missing.set(use.keyId, [...(missing.get(use.keyId) ?? []), use]);
  }
  const [first] = missing.keys();
  if (first === undefined) return;
  const needed = [...missing].map(([id, uses]) => `“${id}” (${uses.map(inWords).join(', ')})`);
  const file = keyringFile(dataDir);
  const [what, restore] = encryption
    ? ['ENCRYPTION_KEYS', `Add them to it again; a server that ran without that setting kept its keys in ${file}`]
    : [file, 'Restore that file from the backup that belongs to this database, or set ENCRYPTION_KEYS as it was'];
  throw new UnreadableSecrets(
    `The keyring, ${what}, lacks encryption keys that are in use: ${needed.join(', ')}. ${restore}. If they are lost ` +
      `for good: wtp keys discard --key-id ${first} removes what only they opened.`,
  );
}

const inWords = ({ noun, secrets, workspaces }: KeyUse) =>
  `${formatCount(secrets, noun)} in ${formatCount(workspaces, 'workspace')}`;
