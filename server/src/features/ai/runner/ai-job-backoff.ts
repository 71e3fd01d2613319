import { backoff } from '../../../platform/queue/backoff.ts';

/** Delays in seconds before a busy or unreachable provider is called again, by consecutive failure. */
const DELAYS = [5, 15, 45, 120, 360, 900];

/** Maximum total retry time in seconds; then the job fails. */
const RETRIED_FOR = 1_800;

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
export function retryDelay({ failures, since }: Tried, asked: number | undefined, chance?: number): number | undefined {
  const delay = backoff(DELAYS, failures + 1, { asked, chance });
  return delay === undefined || since + delay > RETRIED_FOR ? undefined : delay;
}
