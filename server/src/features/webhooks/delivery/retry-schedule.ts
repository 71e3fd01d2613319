const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long is waited after the first attempt that failed, after the second and so on, in milliseconds. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Up to which part of a pause comes on top of it, so that what failed together does not come back together. */
const JITTER = 0.2;

/** What a receiver may ask to be left alone for; the longest pause there is otherwise. */
const LONGEST_ASKED = 10 * HOUR;

/**
 * How long is waited after so many attempts that failed, in milliseconds; undefined once it is given up.
 * @param chance From 0 to 1.
 */
export function pauseAfter(failures: number, chance = Math.random()): number | undefined {
  const pause = PAUSES[failures - 1];
  return pause === undefined ? undefined : pause * (1 + JITTER * chance);
}

/** What `Retry-After` asks for, in milliseconds from now; undefined where it names no time. */
export function askedPause(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '' || text.length > 40) return undefined;
  const pause = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return Number.isNaN(pause) ? undefined : Math.min(Math.max(pause, 0), LONGEST_ASKED);
}
