import { statSync } from 'node:fs';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../database/database.ts';
import { formatCounts, listEncryptionKeysInUse } from '../../features/secrets/stored-secret.ts';
import { compareKeyringWithDatabase } from '../../features/secrets/known-keys.ts';
import { KeyringError, keyringFilePathOf } from '../../platform/encryption/keyring-file.ts';
import { openKeyring } from '../../platform/encryption/keyring.ts';
import { SEALED_COLUMNS } from '../../app/sealed-columns.ts';
import { type Finding, createNoteFinding, createOkFinding, createWrongFinding } from './finding.ts';

const TOPIC = 'keyring';

/** Checks which keys exist, whether the database knows them, and which secrets are encrypted with each. */
export async function examineKeyring(db: Database, config: Config): Promise<Finding> {
  const open = openToOthers(config);
  if (open) return open;
  try {
    return await compare(db, config);
  } catch (error) {
    if (!(error instanceof KeyringError)) throw error;
    return createWrongFinding(TOPIC, error.message, 'a server would not start with it');
  }
}

/** Checks the file's permissions before it is read, because reading removes the access of other users. */
function openToOthers({ encryption, dataDir }: Config): Finding | undefined {
  if (encryption) return undefined;
  const file = keyringFilePathOf(dataDir);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o077) === 0) return undefined;
  const rights = (mode & 0o777).toString(8).padStart(4, '0');
  return createWrongFinding(
    TOPIC,
    `${file} can be read or changed by other users (mode ${rights})`,
    `chmod 600 ${file}; if anybody else was on this machine, seal anew: wtp keys rewrap --new-key`,
    { mode: rights },
  );
}

async function compare(db: Database, config: Config): Promise<Finding> {
  const keyring = openKeyring(config);
  const ids = keyring.ids();
  const [uses, { wrong: others }] = await Promise.all([
    listEncryptionKeysInUse(db, SEALED_COLUMNS),
    compareKeyringWithDatabase(db, keyring, ids),
  ]);
  // Don't read `activeId` of an empty keyring: that would create a key.
  const active = ids.length === 0 ? null : keyring.activeId;
  const counts = new Map<string, number>();
  for (const { keyId, secrets } of uses) counts.set(keyId, (counts.get(keyId) ?? 0) + secrets);
  const sealed = Object.fromEntries(counts);
  const facts = { ids, active, sealed, other_than_known: others };
  const missing = Object.keys(sealed).filter((id) => !ids.includes(id));
  if (others.length > 0) {
    return createWrongFinding(
      TOPIC,
      `${named(others)} is another key than the database knows`,
      'put the former one back',
      facts,
    );
  }
  if (missing.length > 0) {
    const what = formatCounts(secretsUnder(uses, missing));
    const remedy = 'restore it from its backup; where it is lost for good: wtp keys discard --key-id …';
    return createWrongFinding(TOPIC, `it lacks ${named(missing)}, under which ${what} are sealed`, remedy, facts);
  }
  if (active === null) return createOkFinding(TOPIC, 'there is none yet, and nothing is sealed', facts);
  const older = Object.keys(sealed).filter((id) => id !== active);
  const says = `${named(ids)}; “${active}” seals`;
  if (older.length === 0) return createOkFinding(TOPIC, says, facts);
  const late = formatCounts(secretsUnder(uses, older));
  return createNoteFinding(TOPIC, `${says}, but ${late} are under ${named(older)}`, 'wtp keys rewrap', facts);
}

type Uses = Awaited<ReturnType<typeof listEncryptionKeysInUse>>;

/** Counts the secrets of each kind that are encrypted with one of the keys. */
function secretsUnder(uses: Uses, ids: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const { keyId, noun, secrets } of uses) {
    if (ids.includes(keyId)) counted.set(noun, (counted.get(noun) ?? 0) + secrets);
  }
  return counted;
}

const named = (ids: readonly string[]) => ids.map((id) => `“${id}”`).join(', ');
