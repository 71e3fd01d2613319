import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Key, KEY_LENGTH, KeyId, type Encryption } from './encryption-keys.ts';

/** The keyring's file cannot be used. The message says what to do and holds no key. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
}

/** What the file holds, and the `stamp` that it had then: another one says that it was changed since. */
export type StoredKeyring = Encryption & { readonly stamp: string };

const Stored = z
  .strictObject({ active: KeyId, keys: z.record(KeyId, Key) })
  .refine(({ active, keys }) => Object.hasOwn(keys, active));

/** Milliseconds that a second command waits for the first. */
const PATIENCE = 10_000;

export const keyringFile = (dataDir: string) => path.join(dataDir, 'keyring.json');

/** @throws KeyringError */
export function readKeyringFile(file: string): StoredKeyring | undefined {
  return whenThere(file, () => {
    const descriptor = openSync(file, 'r');
    try {
      const stats = fstatSync(descriptor, { bigint: true });
      keepToOwner(file, descriptor, stats);
      return { ...parse(file, readFileSync(descriptor, 'utf8')), stamp: stampOf(stats) };
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Changes whenever the file is replaced or written; undefined when there is none. */
export function keyringFileStamp(file: string): string | undefined {
  return whenThere(file, () => stampOf(statSync(file, { bigint: true })));
}

/**
 * Makes the file with one fresh key, or reads the one that is there: of many processes that start at once, all get the
 * same, and none ever sees half of it.
 * @throws KeyringError
 */
export function createKeyringFile(file: string): StoredKeyring {
  const id = freshId();
  attempt(`${file} cannot be made: see to the folder, or set ENCRYPTION_KEYS and ENCRYPTION_ACTIVE_KEY`, () => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    throughTemporary(file, { active: id, keys: new Map([[id, randomBytes(KEY_LENGTH)]]) }, undefined, (temporary) => {
      try {
        linkSync(temporary, file);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
    });
  });
  const stored = readKeyringFile(file);
  if (!stored) throw new KeyringError(`${file} was removed while it was made: start again`);
  return stored;
}

/**
 * Adds a fresh key to the file in the data folder and makes it the active one; older keys stay. Servers that run on
 * the same folder seal with it from then on. Returns its id.
 * @throws KeyringError also when the settings give the keyring, since they are not ours to write
 */
export function addKeyToFile({ encryption, dataDir }: { encryption: Encryption | undefined; dataDir: string }): string {
  if (encryption) {
    throw new KeyringError(
      'The keyring comes from ENCRYPTION_KEYS: add a pair there (id:key, the key from openssl rand -base64 32), ' +
        'name its id in ENCRYPTION_ACTIVE_KEY, and keep the old pairs until nothing is sealed under them',
    );
  }
  const named = keyringFile(dataDir);
  if (!readKeyringFile(named)) createKeyringFile(named);
  return attempt(`No key can be added to ${named}`, () => {
    // A link stays one: what it points to is replaced.
    const file = realpathSync(named);
    // Of two commands at once the second would otherwise overwrite the first one's key, perhaps already in use.
    const lock = new DatabaseSync(path.join(dataDir, 'keyring.lock'), { timeout: PATIENCE });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      const stored = readKeyringFile(file);
      if (!stored) throw new KeyringError(`${file} was removed meanwhile: put it back from a backup`);
      const id = freshId();
      const keys = new Map([...stored.keys, [id, randomBytes(KEY_LENGTH)]]);
      // An operator's command may run as root beside a server that does not, and must go on reading it.
      throughTemporary(file, { active: id, keys }, statSync(file), (temporary) => renameSync(temporary, file));
      return id;
    } finally {
      lock.close();
    }
  });
}

function parse(file: string, text: string): Encryption {
  const stored = Stored.safeParse(parsedJson(text));
  if (!stored.success) {
    throw new KeyringError(
      `${file} is not a keyring: put it back from a backup. Removing it makes a new one, and then nothing that was ` +
        'sealed under the old keys can be read again',
    );
  }
  return { active: stored.data.active, keys: new Map(Object.entries(stored.data.keys)) };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error quotes the text, which may be a key.
    return undefined;
  }
}

/** Where others may read it, takes that away when the file is ours to change, and else refuses it. */
function keepToOwner(file: string, descriptor: number, { mode, uid }: BigIntStats): void {
  if ((mode & 0o077n) === 0n) return;
  if (Number(uid) !== process.getuid?.()) {
    throw new KeyringError(
      `${file} can be read by others and belongs to another user: chmod 600 it, or chown it to this user`,
    );
  }
  fchmodSync(descriptor, 0o600);
}

function throughTemporary(
  file: string,
  { active, keys }: Encryption,
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
      // What is sealed outlives a power cut, so its key has to.
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

function whenThere<Result>(file: string, work: () => Result): Result | undefined {
  return attempt(`${file} cannot be read: give it back to this user with mode 0600`, () => {
    try {
      return work();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  });
}

function attempt<Result>(failure: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof KeyringError) throw error;
    throw new KeyringError(`${failure} (${error instanceof Error ? error.message : String(error)})`);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const stampOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino}:${size}:${mtimeNs}`;
/** The day is for the reader; the rest keeps two of one day apart. */
const freshId = () => `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(4).toString('hex')}`;
