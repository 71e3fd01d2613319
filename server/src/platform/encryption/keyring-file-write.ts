import { randomBytes, randomUUID } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ENCRYPTION_KEY_BYTES, type EncryptionKeySet } from './encryption-keys.ts';
import {
  withKeyringErrors,
  nodeErrorCodeOf,
  keyringFilePathOf,
  KeyringError,
  readKeyringFile,
  type StoredKeyring,
} from './keyring-file.ts';

/** Milliseconds a second command waits for the first. */
const PATIENCE = 10_000;

/**
 * Creates the file with one new key, or reads the existing file. If several processes start at once, all get the same
 * file, and none reads it half-written.
 * @throws KeyringError
 */
export function createOrReadKeyringFile(file: string): StoredKeyring {
  const id = freshId();
  withKeyringErrors(
    `${file} cannot be made: see to the folder, or set ENCRYPTION_KEYS and ENCRYPTION_ACTIVE_KEY`,
    () => {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      throughTemporary(
        file,
        { active: id, keys: new Map([[id, randomBytes(ENCRYPTION_KEY_BYTES)]]) },
        undefined,
        (temporary) => {
          try {
            linkSync(temporary, file);
          } catch (error) {
            if (nodeErrorCodeOf(error) !== 'EEXIST') throw error;
          }
        },
      );
    },
  );
  const stored = readKeyringFile(file);
  if (!stored) throw new KeyringError(`${file} was removed while it was made: start again`);
  return stored;
}

/**
 * Adds a new key to the file in the data folder and makes it the active one; older keys stay. Running servers that use
 * the same folder encrypt with it from then on. Returns its id.
 * @throws KeyringError also if the settings define the keyring, because commands can't change settings
 */
export function addKeyToKeyringFile({
  encryption,
  dataDir,
}: {
  encryption: EncryptionKeySet | undefined;
  dataDir: string;
}): string {
  assertKeyringIsInFile(encryption);
  const named = keyringFilePathOf(dataDir);
  if (!readKeyringFile(named)) createOrReadKeyringFile(named);
  return withKeyringErrors(`No key can be added to ${named}`, () => {
    // A symbolic link stays a link: its target is replaced.
    const file = realpathSync(named);
    // Without the lock, the second of two commands would overwrite the first one's key, which might already be in use.
    const lockFile = path.join(dataDir, 'keyring.lock');
    const lock = new DatabaseSync(lockFile, { timeout: PATIENCE });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      // An operator may run the command as root while the server runs as another user, who must still be able to use
      // both files.
      const owner = statSync(file);
      if (owner.uid !== process.getuid?.()) chownSync(lockFile, owner.uid, owner.gid);
      const stored = readKeyringFile(file);
      if (!stored) throw new KeyringError(`${file} was removed meanwhile: put it back from a backup`);
      const id = freshId();
      const keys = new Map([...stored.keys, [id, randomBytes(ENCRYPTION_KEY_BYTES)]]);
      throughTemporary(file, { active: id, keys }, owner, (temporary) => renameSync(temporary, file));
      return id;
    } finally {
      lock.close();
    }
  });
}

/** @throws KeyringError if the settings define the keyring: no key can be added to it then */
export function assertKeyringIsInFile(encryption: EncryptionKeySet | undefined): asserts encryption is undefined {
  if (!encryption) return;
  throw new KeyringError(
    'The keyring comes from ENCRYPTION_KEYS: add a pair there (id:key, the key from openssl rand -base64 32), ' +
      'name its id in ENCRYPTION_ACTIVE_KEY, and keep the old pairs until nothing is sealed under them',
  );
}

function throughTemporary(
  file: string,
  { active, keys }: EncryptionKeySet,
  owner: { uid: number; gid: number } | undefined,
  put: (temporary: string) => void,
): void {
  const encoded = Object.fromEntries([...keys].map(([id, key]) => [id, key.toString('base64')]));
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      if (owner && owner.uid !== process.getuid?.()) fchownSync(descriptor, owner.uid, owner.gid);
      writeFileSync(descriptor, `${JSON.stringify({ active, keys: encoded }, null, 2)}\n`);
      // Encrypted data survives a power failure, so its key has to, too.
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    put(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The date is for readers; the random part keeps ids of the same day distinct. */
const freshId = () => `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(4).toString('hex')}`;
