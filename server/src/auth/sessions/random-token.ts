import { createHash, randomBytes } from 'node:crypto';

/** Creates a value for a session, link or single sign-on, which whoever has it may use (192 bits). */
export function newRandomToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Hashes a token for storage, so that a leaked backup signs no one in. Tokens are random and long, so a plain SHA-256
 * can't be reversed by guessing.
 */
export function hashRandomToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
