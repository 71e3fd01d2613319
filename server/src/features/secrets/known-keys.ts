import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { KeyringError, keyringFilePathOf } from '../../platform/encryption/keyring-file.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import { deriveEncryptionKeyCheckValue } from '../../platform/encryption/encryption-keys.ts';
import { EncryptionKeyEntity } from './encryption-key.entity.ts';
import type { AnySealedColumn } from './sealed-column.ts';
import {
  decryptStoredSecret,
  readSecretsUnderKey,
  formatEnglishCount,
  listEncryptionKeysInUse,
  UnreadableSecretsError,
  type KeyUse,
} from './stored-secret.ts';
import type { Config } from '../../core/config.ts';

/**
 * Records the keyring's keys in the database, and verifies that the keyring has every key in use and that each is the
 * key that the database knows by its id (rules/secrets 4). Otherwise a server would only find out call by call. Creates
 * no keyring if nothing is encrypted.
 * @throws KeyringError if a key differs from the one that the database knows by that id
 * @throws UnreadableSecretsError that names the missing keys, their uses, and possible solutions
 */
export async function recordKeysAndVerifyKeyring(
  db: Database,
  keyring: Keyring,
  columns: readonly AnySealedColumn[],
  { encryption, dataDir }: Pick<Config, 'encryption' | 'dataDir'>,
): Promise<void> {
  await recordKeysInDatabase(db, keyring, columns);
  const missing = new Map<string, KeyUse[]>();
  for (const use of await listEncryptionKeysInUse(db, columns)) {
    if (!keyring.key(use.keyId)) missing.set(use.keyId, [...(missing.get(use.keyId) ?? []), use]);
  }
  const [first] = missing.keys();
  if (first === undefined) return;
  const needed = [...missing].map(([id, uses]) => `“${id}” (${uses.map(inWords).join(', ')})`);
  const file = keyringFilePathOf(dataDir);
  const [what, restore] = encryption
    ? ['ENCRYPTION_KEYS', `Add them to it again; a server that ran without that setting kept its keys in ${file}`]
    : [file, 'Restore that file from the backup that belongs to this database, or set ENCRYPTION_KEYS as it was'];
  throw new UnreadableSecretsError(
    `The keyring, ${what}, lacks encryption keys that are in use: ${needed.join(', ')}. ${restore}. If they are lost ` +
      `for good: wtp keys discard --key-id ${first} removes what only they opened.`,
  );
}

const inWords = ({ noun, secrets, workspaces }: KeyUse) =>
  `${formatEnglishCount(secrets, noun)} in ${formatEnglishCount(workspaces, 'workspace')}`;

const KnownKey = z.strictObject({ id: z.string(), checkValue: z.instanceof(Buffer) });
type KnownKey = z.infer<typeof KnownKey>;

const KNOWN_KEYS = defineStatement({
  name: 'known-encryption-keys',
  scope: 'global',
  sql: 'select id, check_value as "checkValue" from directory.encryption_keys where id = any(:ids)',
  row: KnownKey,
});

/** Compares keys of the keyring with the database: which ones differ, and which are unknown. */
export async function compareKeyringWithDatabase(
  db: Database,
  keyring: Keyring,
  ids: readonly string[],
): Promise<{ wrong: string[]; unseen: string[] }> {
  const known = await KNOWN_KEYS.all(db.pool, { ids });
  const seen = new Set(known.map(({ id }) => id));
  return {
    wrong: known.filter((key) => !isKnown(keyring, key)).map(({ id }) => id),
    unseen: ids.filter((id) => !seen.has(id)),
  };
}

/** @throws KeyringError if a key of the keyring differs from the one that the database knows by its id */
export async function assertKeyringMatchesDatabase(db: Database, keyring: Keyring): Promise<void> {
  const { wrong } = await compareKeyringWithDatabase(db, keyring, keyring.ids());
  if (wrong[0] !== undefined) throw wrongKeyError(wrong[0]);
}

/** Inserts a key, or returns the one stored first by another instance. */
async function enrolKey(db: Database, { id, checkValue }: KnownKey): Promise<KnownKey> {
  const stored = { id, checkValue, createdAt: new Date() };
  // The key is known from then on, whatever happens to the caller.
  await runAsSystem(() => db.em.fork().upsert(EncryptionKeyEntity, stored, { onConflictAction: 'ignore' }));
  return KNOWN_KEYS.one(db.pool, { ids: [id] });
}

/**
 * Records keys of the keyring in the database. An unknown key whose id already has secrets must decrypt at least one of
 * them.
 * @throws KeyringError for a key that differs from the recorded one, or that decrypts none of the secrets under its id
 */
export async function recordKeysInDatabase(
  db: Database,
  keyring: Keyring,
  columns: readonly AnySealedColumn[],
  ids: readonly string[] = keyring.ids(),
): Promise<void> {
  const { wrong, unseen } = await compareKeyringWithDatabase(db, keyring, ids);
  for (const id of unseen) {
    const key = keyring.key(id);
    if (!key) continue;
    if (!(await provesItself(db, keyring, columns, id))) throw unprovenKey(id);
    const enrolled = await enrolKey(db, { id, checkValue: deriveEncryptionKeyCheckValue(id, key) });
    if (!isKnown(keyring, enrolled)) wrong.push(id);
  }
  const [id] = wrong;
  if (id !== undefined) throw wrongKeyError(id);
}

/** Frees an id for another key. Returns true if a key was recorded. */
export async function deleteEncryptionKeyRecord(db: Database, id: string): Promise<boolean> {
  return (await db.em.fork().nativeDelete(EncryptionKeyEntity, { id })) > 0;
}

export function wrongKeyError(id: string): KeyringError {
  return new KeyringError(
    `The keyring’s encryption key “${id}” is not the one that this database knows by that id. Put that one back; if ` +
      'this one is new, give it an id of its own. If the former is lost for good, give this one another id all the ' +
      `same: then wtp keys discard --key-id ${id} removes what only the lost one opened, and frees the id.`,
  );
}

function unprovenKey(id: string): KeyringError {
  return new KeyringError(
    `The keyring’s encryption key “${id}” opens nothing of what is sealed under that id: another key sealed it. Put ` +
      `that one back, or, if it is lost for good, wtp keys discard --key-id ${id} removes what only it opened.`,
  );
}

function isKnown(keyring: Keyring, { id, checkValue }: KnownKey): boolean {
  const key = keyring.key(id);
  return key === undefined || deriveEncryptionKeyCheckValue(id, key).equals(checkValue);
}

/** Returns true if the key decrypts a secret under its id, or if there is none. */
async function provesItself(
  db: Database,
  keyring: Keyring,
  columns: readonly AnySealedColumn[],
  id: string,
): Promise<boolean> {
  const under = await Promise.all(columns.map((column) => readSecretsUnderKey(db, column, id)));
  const secrets = under.flat();
  return secrets.length === 0 || secrets.some((secret) => 'text' in decryptStoredSecret(keyring, secret));
}
