import { closeSync, fchmodSync, fstatSync, openSync, readFileSync, statSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Base64EncryptionKey, EncryptionKeyId, type EncryptionKeySet } from './encryption-keys.ts';

/** The keyring file can't be used. The message says what to do and contains no key. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
}

/** Contents of the file, and its `stamp` when it was read. A different stamp means the file has changed. */
export type StoredKeyring = EncryptionKeySet & { readonly stamp: string };

const Stored = z
  .strictObject({ active: EncryptionKeyId, keys: z.record(EncryptionKeyId, Base64EncryptionKey) })
  .refine(({ active, keys }) => Object.hasOwn(keys, active));

export const keyringFilePathOf = (dataDir: string) => path.join(dataDir, 'keyring.json');

/**
 * Reads the keyring file; undefined if it doesn't exist. Removes the access of other users if we own the file.
 * @throws KeyringError if it can't be read, isn't a keyring, or belongs to another user and is accessible to others
 */
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

/** Returns a value that changes whenever the file is replaced or written; undefined if the file doesn't exist. */
export function stampOfKeyringFile(file: string): string | undefined {
  return whenThere(file, () => stampOf(statSync(file, { bigint: true })));
}

function parse(file: string, text: string): EncryptionKeySet {
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

/** Removes the access of other users if we own the file; otherwise refuses a file that others can read. */
function keepToOwner(file: string, descriptor: number, { mode, uid }: BigIntStats): void {
  if ((mode & 0o077n) === 0n) return;
  if (Number(uid) !== process.getuid?.()) {
    throw new KeyringError(
      `${file} can be read by others and belongs to another user: chmod 600 it, or chown it to this user`,
    );
  }
  fchmodSync(descriptor, 0o600);
}

function whenThere<Result>(file: string, work: () => Result): Result | undefined {
  return withKeyringErrors(`${file} cannot be read: give it back to this user with mode 0600`, () => {
    try {
      return work();
    } catch (error) {
      if (nodeErrorCodeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  });
}

/** Converts system errors to messages that say what to do. No system message quotes a file's contents. */
export function withKeyringErrors<Result>(failure: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof KeyringError) throw error;
    throw new KeyringError(`${failure} (${error instanceof Error ? error.message : String(error)})`);
  }
}

export const nodeErrorCodeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const stampOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino}:${size}:${mtimeNs}`;
