import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** A text that only who has the key can read: version byte ‖ nonce ‖ tag ‖ ciphertext (rules/secrets 1). */
export type Sealed = { keyId: string; sealed: Uint8Array };

/**
 * A sealed text that cannot be opened. The message names the key and never what was sealed.
 * `unknown_key`: the keyring lacks the key; putting that back mends it.
 * `tampered`: the bytes, the binding or the key are not those of the sealing.
 */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';
  readonly reason: 'unknown_key' | 'tampered';
  readonly keyId: string;

  constructor(reason: 'unknown_key' | 'tampered', keyId: string, message: string) {
    super(message);
    this.reason = reason;
    this.keyId = keyId;
  }
}

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
/** Bytes. */
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const HEADER_LENGTH = 1 + NONCE_LENGTH + TAG_LENGTH;

/**
 * Seals under the active key with AES-256-GCM and a fresh nonce. `binding` says where the text belongs, such as its
 * table, row and version: it is not stored, and unsealing takes the same parts in the same order.
 * @throws KeyringError when the keyring's file cannot be read or made
 */
export function seal(
  keyring: Keyring,
  plaintext: string,
  binding: readonly string[],
): { keyId: string; sealed: Buffer<ArrayBuffer> } {
  // UTF-8 would store another text in the place of a lone surrogate.
  if (!plaintext.isWellFormed()) throw new TypeError('Only well-formed Unicode can be sealed');
  const keyId = keyring.activeId;
  const key = keyring.key(keyId);
  if (!key) throw new Error(`The active key ${JSON.stringify(keyId)} is not in the keyring`);
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_LENGTH });
  cipher.setAAD(authenticated(binding));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return { keyId, sealed: Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext]) };
}

/** @throws UnsealError; KeyringError when the key is not known and the keyring's file cannot be read */
export function unseal(keyring: Keyring, { keyId, sealed }: Sealed, binding: readonly string[]): string {
  const named = JSON.stringify(keyId);
  const key = keyring.key(keyId);
  if (!key) {
    const has = keyring.ids().join(', ') || 'none';
    throw new UnsealError('unknown_key', keyId, `The key ${named} is not in the keyring, which has: ${has}`);
  }
  const tampered = () =>
    new UnsealError(
      'tampered',
      keyId,
      `What is sealed under the key ${named} does not authenticate: it was changed or moved, or the key is another one`,
    );
  if (sealed.length < HEADER_LENGTH || sealed[0] !== VERSION) throw tampered();
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE_LENGTH), { authTagLength: TAG_LENGTH });
  decipher.setAAD(authenticated(binding));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_LENGTH, HEADER_LENGTH));
  const plaintext = decipher.update(sealed.subarray(HEADER_LENGTH));
  try {
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
  } catch {
    throw tampered();
  }
}

/** As a JSON array, so that neither ("a","bc") and ("ab","c") nor two formats are ever the same bytes. */
function authenticated(binding: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([VERSION, ...binding]), 'utf8');
}
