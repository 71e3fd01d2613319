/** How long a provider that is busy or away is left alone, in seconds: longer with each failure in a row. */
const DELAYS = [5, 15, 45, 120, 360, 900];

/** The share of a delay that chance may add, so that many jobs do not all come back at once. */
const JITTER = 0.2;

/** For how long a job is tried again in all, in seconds; whoever waits for it hears no later that it failed. */
const RETRIED_FOR = 1_800;

export const jittered = (seconds: number, chance = Math.random()): number => seconds * (1 + JITTER * chance);

type Tried = {
  /** How often in a row it has failed before. */
  failures: number;
  /** Seconds since the first of these; 0 where there was none. */
  since: number;
};

/**
 * How long to wait before the next try, in seconds, and never shorter than the provider asks for: one that says a
 * second each time is not asked six times in six seconds. Undefined after the last.
 * @param asked After how many seconds the provider wants to be asked again.
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
