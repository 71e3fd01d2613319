import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** Encrypted text: format byte ‖ nonce ‖ tag ‖ ciphertext (rules/secrets 1). */
export type SealedText = { keyId: string; sealed: Uint8Array };

/**
 * An encrypted text that can't be decrypted. The message names the key and never the plaintext. `unknown_key`: the key
 * is missing from the keyring and must be restored. `tampered`: the bytes, the binding or the key differ from those
 * used for encryption.
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
/** Current format, and the former one, which was bound to less and is only read. */
const FORMAT = 2;
const FORMER_FORMAT = 1;
/** Bytes. */
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const HEADER_LENGTH = 1 + NONCE_LENGTH + TAG_LENGTH;

/** Context a text belongs to. Decryption needs the same parts in the same order. */
export type SealBinding = readonly (string | null)[];

/** Returns true if a text has the former format and so should be encrypted again. */
export function hasFormerSealFormat({ sealed }: Pick<SealedText, 'sealed'>): boolean {
  return sealed[0] === FORMER_FORMAT;
}

/**
 * Encrypts with the active key, AES-256-GCM and a fresh nonce. `binding` says where the text belongs, such as its
 * table, row and version, and what its use depends on, such as the address it is sent to. The binding isn't stored.
 * @throws KeyringError if the keyring file can't be read or created
 */
export function seal(
  keyring: Keyring,
  plaintext: string,
  binding: SealBinding,
): { keyId: string; sealed: Buffer<ArrayBuffer> } {
  // UTF-8 would store a different text in place of a lone surrogate.
  if (!plaintext.isWellFormed()) throw new TypeError('Only well-formed Unicode can be sealed');
  const keyId = keyring.activeId;
  const key = keyring.key(keyId);
  if (!key) throw new Error(`The active key ${JSON.stringify(keyId)} is not in the keyring`);
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_LENGTH });
  cipher.setAAD(authenticated(FORMAT, binding));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return { keyId, sealed: Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ciphertext]) };
}

/**
 * @param former Binding of texts in the former format; without it, no text in that format is decrypted.
 * @throws UnsealError; KeyringError if the key is unknown and the keyring file can't be read
 */
export function unseal(
  keyring: Keyring,
  { keyId, sealed }: SealedText,
  binding: SealBinding,
  former?: SealBinding,
): string {
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
  const format = sealed[0];
  const parts = format === FORMAT ? binding : format === FORMER_FORMAT ? former : undefined;
  if (sealed.length < HEADER_LENGTH || format === undefined || !parts) throw tampered();
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE_LENGTH), { authTagLength: TAG_LENGTH });
  decipher.setAAD(authenticated(format, parts));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_LENGTH, HEADER_LENGTH));
  const plaintext = decipher.update(sealed.subarray(HEADER_LENGTH));
  try {
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
  } catch {
    throw tampered();
  }
}

/**
 * Encodes the binding as a JSON array, so that neither ("a","bc") and ("ab","c") nor two formats have the same bytes.
 */
function authenticated(format: number, binding: SealBinding): Buffer {
  return Buffer.from(JSON.stringify([format, ...binding]), 'utf8');
}
