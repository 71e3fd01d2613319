import type { SendOutcome } from './complete-notification.ts';
import type { DueNotification } from './is-still-relevant.ts';

/** Seconds before each retry of a notification. */
const DELAYS = [60, 300, 1_800, 7_200, 21_600];

/** Maximum random addition as a share of a delay, so that messages that failed together aren't retried together. */
const JITTER = 0.2;

type Failure = {
  delays?: readonly number[];
  /** The other server's error. Must not contain secrets. */
  error?: string;
};

/** Returns the next attempt, or a failure after the last delay. */
export function backoff(
  { attempts }: Pick<DueNotification, 'attempts'>,
  { delays = DELAYS, error }: Failure,
  chance = Math.random(),
): SendOutcome {
  const said = error === undefined ? {} : { error };
  const delay = delays[attempts - 1];
  if (delay === undefined) return { state: 'failed', reason: 'gave_up', ...said };
  const seconds = delay * (1 + JITTER * chance);
  return { state: 'pending', at: new Date(Date.now() + seconds * 1_000), ...said };
}
