import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** A text that only who has the key can read: format byte ‖ nonce ‖ tag ‖ ciphertext (rules/secrets 1). */
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
/** The one that is written, and the one before, which was bound to less and is only read. */
const FORMAT = 2;
const FORMER_FORMAT = 1;
/** Bytes. */
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const HEADER_LENGTH = 1 + NONCE_LENGTH + TAG_LENGTH;

/** Where a text belongs: whoever unseals it has to name the same parts in the same order. */
export type Binding = readonly (string | null)[];

/** Whether a text has the format before, so that it should be sealed again. */
export function isFormer({ sealed }: Pick<Sealed, 'sealed'>): boolean {
  return sealed[0] === FORMER_FORMAT;
}

/**
 * Seals under the active key with AES-256-GCM and a fresh nonce. `binding` says where the text belongs, such as its
 * table, row and version, and what its use depends on, such as the address that it is sent to: it is not stored.
 * @throws KeyringError when the keyring's file cannot be read or made
 */
export function seal(
  keyring: Keyring,
  plaintext: string,
  binding: Binding,
): { keyId: string; sealed: Buffer<ArrayBuffer> } {
  // UTF-8 would store another text in the place of a lone surrogate.
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
 * @param former What a text of the format before is bound to; without it none of that format is unsealed.
 * @throws UnsealError; KeyringError when the key is not known and the keyring's file cannot be read
 */
export function unseal(keyring: Keyring, { keyId, sealed }: Sealed, binding: Binding, former?: Binding): string {
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

/** As a JSON array, so that neither ("a","bc") and ("ab","c") nor two formats are ever the same bytes. */
function authenticated(format: number, binding: Binding): Buffer {
  return Buffer.from(JSON.stringify([format, ...binding]), 'utf8');
}
