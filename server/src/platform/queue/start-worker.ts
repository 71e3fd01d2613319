import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLost } from './lease.ts';

export type Worker = {
  /** Makes the worker look for due work at once. */
  notify(): void;
  /** Claims nothing more, and waits for the work in progress. */
  stop(): Promise<void>;
};

type Options<Item> = {
  /** Names the work in log messages: “… can’t be claimed”. */
  name: string;
  /** Maximum number of items worked on at once. */
  slots: number;
  /** Milliseconds between claims without a notification: for retries, and for work of instances that died. */
  pollInterval: number;
  /** Milliseconds to wait for more work after a notification, to claim it together. */
  debounce?: number;
  /** Claims up to `free` items. Returning fewer means that no more are due. */
  claim: (free: number) => Promise<readonly Item[]>;
  /** Works on an item. After an error, the lease ends by itself and the item is claimed again. */
  run: (item: Item) => Promise<void>;
  /** Fields of log messages about an item. */
  describe: (item: Item) => object;
  log: { warn(fields: object, message: string): void };
  stopping: AbortSignal;
};

/**
 * Claims and runs items while slots are free: when notified, when an item ends, and at each poll. An outage of the
 * database is logged once.
 */
export function startWorker<Item>(options: Options<Item>): Worker {
  const { name, slots, pollInterval, debounce = 0, claim, run, describe, log, stopping } = options;
  const running = new Set<Promise<void>>();
  let isNotified = false;
  let isUnavailable = false;
  let wake = () => {};

  function notify(): void {
    isNotified = true;
    wake();
  }

  async function work(item: Item): Promise<void> {
    try {
      await run(item);
    } catch (error) {
      if (error instanceof LeaseLost || stopping.aborted) return;
      log.warn({ err: error, ...describe(item) }, `${name} failed; tried again`);
    }
  }

  async function fill(): Promise<void> {
    try {
      for (let free = slots - running.size; free > 0 && !stopping.aborted; free = slots - running.size) {
        const items = await claim(free);
        for (const item of items) {
          const worked = work(item).finally(() => {
            running.delete(worked);
            notify();
          });
          running.add(worked);
        }
        isUnavailable = false;
        if (items.length < free) return;
      }
    } catch (error) {
      if (!isUnavailable && !stopping.aborted) log.warn({ err: error }, `${name} can’t be claimed; tried again`);
      isUnavailable = true;
    }
  }

  /** Waits for a notification or the next poll; while the database is unavailable, only for the poll. */
  async function pause(): Promise<void> {
    if (isNotified && !isUnavailable) return;
    const woken = new AbortController();
    if (!isUnavailable) wake = () => woken.abort();
    const signal = AbortSignal.any([stopping, woken.signal]);
    await sleep(pollInterval, undefined, { signal, ref: false }).catch(() => undefined);
    wake = () => {};
  }

  const going = (async () => {
    while (!stopping.aborted) {
      if (isNotified && debounce > 0) {
        await sleep(debounce, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      }
      isNotified = false;
      await fill();
      await pause();
    }
    await Promise.all(running);
  })();
  return { notify, stop: () => going };
}
