import { z } from 'zod';
import { hkdfSync } from 'node:crypto';

/** Keyring from `ENCRYPTION_KEYS` and `ENCRYPTION_ACTIVE_KEY` (rules/secrets 2). `active` is one of the ids. */
export type EncryptionKeySet = { readonly keys: ReadonlyMap<string, Buffer>; readonly active: string };

/** Bytes of an AES-256 key. */
export const ENCRYPTION_KEY_BYTES = 32;

export const EncryptionKeyId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/);

/** Validates a key. Error messages never contain the key. */
export const Base64EncryptionKey = z.string().transform((text, context) => {
  const key = Buffer.from(text, 'base64');
  // Node skips characters that aren't base64, so only a text that round-trips was valid base64.
  if (key.toString('base64') !== text) context.addIssue('the key is not base64, with its padding');
  else if (key.length !== ENCRYPTION_KEY_BYTES)
    context.addIssue(`the key has ${key.length} bytes instead of ${ENCRYPTION_KEY_BYTES}`);
  return key;
});

/**
 * Parses comma-separated `id:key` pairs, each key 32 bytes in base64. Errors name a pair by its position and never
 * quote it: if the halves are swapped, the id is a key.
 */
export const EncryptionKeysSetting = z.string().transform((text, context) => {
  const keys = new Map<string, Buffer>();
  for (const [index, pair] of text.split(',').entries()) {
    const place = `Pair ${index + 1}`;
    const [, id, encoded] = /^([^:]*):(.*)$/s.exec(pair.trim()) ?? [];
    if (id === undefined || !EncryptionKeyId.safeParse(id).success) {
      context.addIssue(
        `${place} must be id:key, the id up to 32 of a-z, 0-9, _ and -, beginning with a letter or a digit, ` +
          'and the key from openssl rand -base64 32',
      );
      continue;
    }
    const key = Base64EncryptionKey.safeParse(encoded);
    if (!key.success) {
      context.addIssue(
        `${place}: ${key.error.issues.map(({ message }) => message).join(', ')}; make one with openssl rand -base64 32`,
      );
    } else if (keys.has(id)) context.addIssue(`${place} has an id that an earlier pair has: ${id}`);
    else keys.set(id, key.data);
  }
  return keys;
});

/** Bytes. */
const LENGTH = 32;

/**
 * Derives a value that distinguishes two encryption keys with the same id. It uses HKDF-SHA-256 with its own label, so
 * it reveals neither the key nor anything encrypted with it. Stored in databases: never change it.
 */
export function deriveEncryptionKeyCheckValue(id: string, key: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `check value of encryption key ${id}`, LENGTH));
}
