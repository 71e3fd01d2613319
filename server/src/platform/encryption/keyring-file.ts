import { closeSync, fchmodSync, fstatSync, openSync, readFileSync, statSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Key, KeyId, type Encryption } from './encryption-keys.ts';

/** The keyring's file cannot be used. The message says what to do and holds no key. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
}

/** What the file holds, and the `stamp` that it had then: another one says that it was changed since. */
export type StoredKeyring = Encryption & { readonly stamp: string };

const Stored = z
  .strictObject({ active: KeyId, keys: z.record(KeyId, Key) })
  .refine(({ active, keys }) => Object.hasOwn(keys, active));

export const keyringFile = (dataDir: string) => path.join(dataDir, 'keyring.json');

/**
 * Takes away what others may read when the file is ours; undefined when there is none.
 * @throws KeyringError when it cannot be read, is no keyring, or is another user's and open to others
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

/** Changes whenever the file is replaced or written; undefined when there is none. */
export function keyringFileStamp(file: string): string | undefined {
  return whenThere(file, () => stampOf(statSync(file, { bigint: true })));
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

/** What the system refuses, in words that say what to do; none of its messages quote a file's content. */
export function attempt<Result>(failure: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof KeyringError) throw error;
    throw new KeyringError(`${failure} (${error instanceof Error ? error.message : String(error)})`);
  }
}

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const stampOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino}:${size}:${mtimeNs}`;
