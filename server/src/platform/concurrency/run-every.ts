import { setTimeout as sleep } from 'node:timers/promises';

export type RepeatingTask = { stop(): Promise<void> };

type Options = {
  /** Milliseconds between the end of one run and the next. A function is called before each wait. */
  every: number | (() => number);
  stopping: AbortSignal;
  log: { warn(fields: object, message: string): void };
  /** Log message of a failed run, logged once for a series of failures. */
  failed: string;
};

/** Pause after a look, as a multiple of its duration, and the maximum pause in milliseconds. */
const PAUSE_FOR_LOOK = 9;
const LONGEST_PAUSE = 2_000;

/**
 * Returns the milliseconds until the next look for new rows, at least `every`. A look has to skip the dead rows since
 * the oldest open transaction began, such as a backup, and can take long.
 */
export function computePollDelayFromDuration(began: number, every: number): number {
  return Math.min(Math.max(every, (performance.now() - began) * PAUSE_FOR_LOOK), LONGEST_PAUSE);
}

/** Runs `work` repeatedly and never concurrently. After a failure it is simply run again at the next interval. */
export function runEvery({ every, stopping, log, failed }: Options, work: () => Promise<void>): RepeatingTask {
  const going = (async () => {
    let fails = false;
    while (!stopping.aborted) {
      try {
        await work();
        fails = false;
      } catch (error) {
        if (!fails && !stopping.aborted) log.warn({ err: error }, failed);
        fails = true;
      }
      const pause = typeof every === 'number' ? every : every();
      await sleep(pause, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
  })();
  return { stop: () => going };
}
