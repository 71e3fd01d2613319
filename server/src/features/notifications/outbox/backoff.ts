import type { SendOutcome } from './complete-notification.ts';
import type { DueNotification } from './is-still-relevant.ts';

/** How long after each failed attempt a notification is tried again, in seconds. */
const DELAYS = [60, 300, 1_800, 7_200, 21_600];

/** The share of a delay that chance may add, so that what failed together does not come back together. */
const JITTER = 0.2;

type Failure = {
  delays?: readonly number[];
  /** What it answered; no secret may be in it. */
  error?: string;
};

/** A later attempt, or none any more: how often is bounded by the delays. */
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
