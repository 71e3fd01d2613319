import { backoff } from '../../../platform/queue/backoff.ts';
import type { SendOutcome } from './complete-notification.ts';
import type { DueNotification } from './is-still-relevant.ts';

/** Seconds before each retry of a notification. */
const DELAYS = [60, 300, 1_800, 7_200, 21_600];

type Failure = {
  delays?: readonly number[];
  /** The other server's error. Must not contain secrets. */
  error?: string;
};

/** Returns the next attempt, or a failure after the last delay. */
export function retryNotification(
  { attempts }: Pick<DueNotification, 'attempts'>,
  { delays = DELAYS, error }: Failure,
  chance?: number,
): SendOutcome {
  const said = error === undefined ? {} : { error };
  const seconds = backoff(delays, attempts, { chance });
  if (seconds === undefined) return { state: 'failed', reason: 'gave_up', ...said };
  return { state: 'pending', at: new Date(Date.now() + seconds * 1_000), ...said };
}
