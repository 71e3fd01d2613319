import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_TOKEN_PATTERN } from '@training/shared/tokens/tokens';
import type { FastifyRequest } from 'fastify';

/** Returns the value of `Authorization: Bearer …`; undefined if the request has none. */
export function bearerTokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Digits of base62; the index is the value (rules/tokens 2). */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'wtp_';
const SHOWN = PREFIX.length + 6;

/** Creates a token value: `wtp_`, 30 random base62 characters (178 bits) and their checksum. */
export function newTokenValue(): string {
  const secret = Array.from({ length: 30 }, () => BASE62[randomInt(62)]).join('');
  return PREFIX + secret + checksum(secret);
}

/** Returns true if a value is well-formed, so that a mistyped or truncated one is refused without a database query. */
export function isWellFormedTokenValue(value: string): boolean {
  return API_TOKEN_PATTERN.test(value) && checksum(value.slice(4, 34)) === value.slice(34);
}

/** Hashes a token value for storage. The value is random and long, so a plain SHA-256 can't be reversed by guessing. */
export function hashTokenValue(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

/** Returns the first characters, which are shown on the settings page. */
export function shownTokenPrefixOf(value: string): string {
  return value.slice(0, SHOWN);
}

/** CRC-32 as six base62 digits, most significant first. */
function checksum(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
