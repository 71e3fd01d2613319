import { setTimeout as sleep } from 'node:timers/promises';

export type RepeatedRun = { stop(): Promise<void> };

type Options = {
  /** Milliseconds between the end of one run and the next. A function is called before each wait. */
  every: number | (() => number);
  stopping: AbortSignal;
  log: { warn(fields: object, message: string): void };
  /** Log message of a failed run, logged once for a series of failures. */
  failed: string;
};

/** Runs `work` repeatedly and never concurrently. After a failure it is simply run again at the next interval. */
export function runEvery({ every, stopping, log, failed }: Options, work: () => Promise<void>): RepeatedRun {
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
