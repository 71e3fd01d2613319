/** Maximum seconds a `Retry-After` is respected. */
export const MAX_RETRY_AFTER_SECONDS = 3_600;

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3) to milliseconds: whole seconds, or a date in HTTP's current format.
 * Undefined for anything else: `Date.parse` would find a year in words such as “soon 1”.
 */
export function parseRetryAfterMilliseconds(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date.toUTCString() !== text) return undefined;
  return Math.max(date.getTime() - now.getTime(), 0);
}

/**
 * Parses a `Retry-After` header to whole seconds and also accepts fractions, which some providers send; undefined if it
 * has no valid time.
 */
export function parseRetryAfterSeconds(header: string | null | undefined, now = new Date()): number | undefined {
  const text = header?.trim() ?? '';
  const pause = /^\d+\.\d+$/.test(text) ? Number(text) * 1_000 : parseRetryAfterMilliseconds(text, now);
  return pause === undefined ? undefined : Math.min(Math.ceil(pause / 1_000), MAX_RETRY_AFTER_SECONDS);
}
