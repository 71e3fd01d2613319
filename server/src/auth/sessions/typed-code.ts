import { createHash, randomBytes } from 'node:crypto';

/** Crockford's base 32, without the letters that look like digits. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a code that people type, of 5 random bits a character, in groups of four. */
export function newTypedCode(characters: number): string {
  const code = Array.from(randomBytes(characters), (byte) => DIGITS[byte % 32]).join('');
  return code.replace(/.{4}(?=.)/g, '$&-');
}

/**
 * Hashes a code as it may be typed. From 60 random bits it can't be guessed, so SHA-256 without a salt hides it as well
 * as a slow hash would.
 */
export function hashTypedCode(code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest('base64url');
}
