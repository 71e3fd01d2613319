import { createHash } from 'node:crypto';

/** Hexadecimal digits by which paths of one origin are told apart. */
const DIGITS = 12;

/**
 * Returns the place of an endpoint as results have it: its origin, and a hash of the rest, because a path can hold a
 * gateway's token. A place is returned as it is.
 */
export function placeOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || / #/.test(baseUrl)) return baseUrl;
  const { origin, pathname, search } = new URL(baseUrl);
  const rest = `${pathname}${search}`;
  return `${origin} #${createHash('sha256').update(rest).digest('hex').slice(0, DIGITS)}`;
}
