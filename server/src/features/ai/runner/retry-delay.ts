/** How long a provider that is busy or away is left alone, in seconds: longer with each failure in a row. */
const DELAYS = [5, 15, 45, 120, 360, 900];

/** The share of a delay that chance may add, so that many jobs do not all come back at once. */
const JITTER = 0.2;

/**
 * How long to wait before the next try, in seconds; undefined after the last.
 * @param failures How often in a row it has failed before.
 * @param asked After how many seconds the provider wants to be asked again.
 */
export function retryDelay(failures: number, asked: number | undefined, chance = Math.random()): number | undefined {
  const delay = DELAYS[failures];
  return delay === undefined ? undefined : (asked ?? delay) * (1 + JITTER * chance);
}
