import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TOKEN_PATTERN } from '@training/shared/tokens';

/** The digits of base62, each at the place of its value (rules/tokens 2). */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'wtp_';
const SHOWN = PREFIX.length + 6;

/** A new token value: `wtp_`, 30 random base62 characters (178 bits) and the checksum of these. */
export function newTokenValue(): string {
  const secret = Array.from({ length: 30 }, () => BASE62[randomInt(62)]).join('');
  return PREFIX + secret + checksum(secret);
}

/** Whether a value can be a token at all: a mistyped or cut one is refused before the database is asked. */
export function isTokenValue(value: string): boolean {
  return TOKEN_PATTERN.test(value) && checksum(value.slice(4, 34)) === value.slice(34);
}

/** What is kept of a value. It is random and long, so a plain SHA-256 cannot be reversed by guessing. */
export function tokenHash(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** The first characters, shown on the settings page. */
export function tokenPrefix(value: string): string {
  return value.slice(0, SHOWN);
}

/** CRC-32 in six base62 digits, the most significant first. */
function checksum(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
