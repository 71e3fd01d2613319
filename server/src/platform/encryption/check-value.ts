import { hkdfSync } from 'node:crypto';

/** Bytes. */
const LENGTH = 32;

/**
 * What tells one encryption key of an id from another without being it: derived with HKDF-SHA-256 under a label of its
 * own, so neither the key nor anything that was sealed under it can be found from this. Stored in databases: never
 * change it.
 */
export function checkValueOf(id: string, key: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `check value of encryption key ${id}`, LENGTH));
}
