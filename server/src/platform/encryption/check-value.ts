import { hkdfSync } from 'node:crypto';

/** Bytes. */
const LENGTH = 32;

/**
 * Derives a value that distinguishes two encryption keys with the same id. It uses HKDF-SHA-256 with its own label, so
 * it reveals neither the key nor anything encrypted with it. Stored in databases: never change it.
 */
export function checkValueOf(id: string, key: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `check value of encryption key ${id}`, LENGTH));
}
