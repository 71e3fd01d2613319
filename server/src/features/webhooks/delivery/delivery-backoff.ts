import { askedPause } from '../../../platform/retry-after.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long is waited after the first attempt that failed, after the second and so on, in milliseconds. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Up to which part of a pause comes on top of it, so that what failed together does not come back together. */
const JITTER = 0.2;

/** Between which a receiver is believed that asks to be left alone. */
const SHORTEST_ASKED = 5 * SECOND;
const LONGEST_ASKED = 24 * HOUR;

/** How many 429s that name a time use up no attempt. */
const MOST_DEFERRALS = 3;

/**
 * How long is waited after so many attempts that failed, in milliseconds; undefined once it is given up.
 * @param chance From 0 to 1.
 */
export function deliveryBackoff(failures: number, chance = Math.random()): number | undefined {
  const pause = PAUSES[failures - 1];
  return pause === undefined ? undefined : pause * (1 + JITTER * chance);
}

/** How long a `Retry-After` has us wait, in milliseconds; undefined where it names no time. */
export function pauseOfAnswer(header: string | undefined, now: Date): number | undefined {
  const asked = askedPause(header, now);
  return asked === undefined ? undefined : Math.min(Math.max(asked, SHORTEST_ASKED), LONGEST_ASKED);
}

/**
 * How long is waited after a 429 that uses up no attempt, in milliseconds; undefined once there were too many. A
 * receiver that always asks for the least is asked half as often each time.
 */
export function pauseOfDeferral(deferrals: number, asked: number): number | undefined {
  return deferrals < MOST_DEFERRALS ? Math.max(asked, SHORTEST_ASKED * 2 ** deferrals) : undefined;
}
