/** Nobody is believed who wants to be left alone for longer, in seconds. */
export const LONGEST_WAIT = 3_600;

/**
 * Milliseconds from a `Retry-After` (RFC 9110, 10.2.3): a whole number of seconds, or a date as HTTP writes it today.
 * Undefined for anything else: `Date.parse` would find a year in words such as “soon 1”.
 */
export function askedPause(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date.toUTCString() !== text) return undefined;
  return Math.max(date.getTime() - now.getTime(), 0);
}

/** Whole seconds from a `Retry-After`, where providers write parts of one too; undefined where it names no time. */
export function secondsToWait(header: string | null | undefined, now = new Date()): number | undefined {
  const text = header?.trim() ?? '';
  const pause = /^\d+\.\d+$/.test(text) ? Number(text) * 1_000 : askedPause(text, now);
  return pause === undefined ? undefined : Math.min(Math.ceil(pause / 1_000), LONGEST_WAIT);
}
