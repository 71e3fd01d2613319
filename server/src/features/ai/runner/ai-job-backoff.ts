/** Delays in seconds before a busy or unreachable provider is called again, by consecutive failure. */
const DELAYS = [5, 15, 45, 120, 360, 900];

/** Maximum share of random jitter, so that many jobs don't retry at once. */
const JITTER = 0.2;

/** Maximum total retry time in seconds; then the job fails. */
const RETRIED_FOR = 1_800;

export const jittered = (seconds: number, chance = Math.random()): number => seconds * (1 + JITTER * chance);

type Tried = {
  /** Number of consecutive failures so far. */
  failures: number;
  /** Seconds since the first failure; 0 if none. */
  since: number;
};

/**
 * Seconds until the next try, at least as long as the provider asks. The delay still grows if the provider asks for one
 * second each time. Undefined after the last try.
 * @param asked Seconds that the provider asks to wait.
 */
export function retryDelay(
  { failures, since }: Tried,
  asked: number | undefined,
  chance = Math.random(),
): number | undefined {
  const step = DELAYS[failures];
  if (step === undefined) return undefined;
  const delay = jittered(Math.max(step, asked ?? 0), chance);
  return since + delay > RETRIED_FOR ? undefined : delay;
}
