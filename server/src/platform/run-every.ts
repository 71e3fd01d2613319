import { setTimeout as sleep } from 'node:timers/promises';

export type Repeated = { stop(): Promise<void> };

type Options = {
  /** Milliseconds between the end of one run and the next; asked each time, where they change. */
  every: number | (() => number);
  stopping: AbortSignal;
  log: { warn(fields: object, message: string): void };
  /** What the log says when a run fails: once, however long it goes on. */
  failed: string;
};

/** Does `work` again and again, never twice at once; a failure only makes it wait for the next time. */
export function repeatedly({ every, stopping, log, failed }: Options, work: () => Promise<void>): Repeated {
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
