import { backoff } from '../../../platform/queue/backoff.ts';
import { askedPause } from '../../../platform/retry-after.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each retry: after the first failed attempt, the second, and so on. */
const RETRY_DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Minimum and maximum pause accepted from a receiver. */
const SHORTEST_ASKED = 5 * SECOND;
const LONGEST_ASKED = 24 * HOUR;

/** Number of 429 responses with a `Retry-After` that don't count as attempts. */
const MOST_DEFERRALS = 3;

/**
 * Milliseconds to wait after the given number of failed attempts; undefined if the delivery is given up.
 * @param chance From 0 to 1.
 */
export function deliveryBackoff(failures: number, chance?: number): number | undefined {
  return backoff(RETRY_DELAYS, failures, { chance });
}

/** Milliseconds to wait according to a `Retry-After` header; undefined if it contains no valid time. */
export function pauseOfAnswer(header: string | undefined, now: Date): number | undefined {
  const asked = askedPause(header, now);
  return asked === undefined ? undefined : Math.min(Math.max(asked, SHORTEST_ASKED), LONGEST_ASKED);
}

/**
 * Milliseconds to wait after a 429 that doesn't count as an attempt; undefined after too many. The minimum doubles each
 * time.
 */
export function pauseOfDeferral(deferrals: number, asked: number): number | undefined {
  return deferrals < MOST_DEFERRALS ? Math.max(asked, SHORTEST_ASKED * 2 ** deferrals) : undefined;
}
