import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, Histogram } from 'prom-client';
import { runJobInTrace } from '../tracing/spans.ts';
import { LeaseLostError } from './lease.ts';

export const itemsInProgress = new Gauge({
  name: 'queue_work_in_progress',
  help: 'Items of a queue that this instance works on',
  labelNames: ['queue'] as const,
  registers: [],
});
const waits = new Histogram({
  name: 'queue_wait_seconds',
  help: 'How long items of a queue were due before this instance worked on them',
  labelNames: ['queue'] as const,
  buckets: [0.1, 0.5, 2, 10, 60, 600],
  registers: [],
});
const durations = new Histogram({
  name: 'queue_work_duration_seconds',
  help: 'How long work on items of a queue took, by its outcome',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.05, 0.5, 2, 10, 60, 600],
  registers: [],
});

/** Metrics of the queues of this process. */
export const QUEUE_METRICS = [itemsInProgress, waits, durations];

export type QueueWorker = {
  /** Makes the worker look for due work at once. */
  notify(): void;
  /** Claims nothing more, and waits for the work in progress. */
  stop(): Promise<void>;
};

type Options<Item extends object> = {
  /** Names the queue in metrics. */
  queue: string;
  /** Names the work in log messages: “… couldn’t be claimed; retrying”. */
  name: string;
  /** Maximum number of items worked on at once. */
  slots: number;
  /**
   * Items that have been under way for so many milliseconds give up their slot, up to `most` of them, so that others
   * don't wait for outside parties that hang. It is noticed at the next poll.
   */
  hanging?: { after: number; most: number };
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
export function startQueueWorker<Item extends object>(options: Options<Item>): QueueWorker {
  const { queue, name, slots, hanging, pollInterval, debounce = 0, claim, run, describe, log, stopping } = options;
  /** Work in progress, with the time of its start. */
  const running = new Map<Promise<void>, number>();
  let isNotified = false;
  let isUnavailable = false;
  let wake = () => {};

  function notify(): void {
    isNotified = true;
    wake();
  }

  function freeSlots(): number {
    if (!hanging) return slots - running.size;
    const before = performance.now() - hanging.after;
    const slow = [...running.values()].filter((began) => began < before).length;
    return slots - running.size + Math.min(slow, hanging.most);
  }

  async function work(item: Item): Promise<void> {
    if ('dueAt' in item && item.dueAt instanceof Date) {
      waits.observe({ queue }, Math.max(0, Date.now() - item.dueAt.getTime()) / 1000);
    }
    itemsInProgress.inc({ queue });
    const ended = durations.startTimer({ queue });
    try {
      await runJobInTrace(`queue ${queue}`, () => run(item));
      ended({ outcome: 'done' });
    } catch (error) {
      ended({ outcome: error instanceof LeaseLostError ? 'lease_lost' : 'failed' });
      if (error instanceof LeaseLostError || stopping.aborted) return;
      log.warn({ err: error, ...describe(item) }, `${name} failed; retrying`);
    } finally {
      itemsInProgress.dec({ queue });
    }
  }

  async function fill(): Promise<void> {
    try {
      for (let free = freeSlots(); free > 0 && !stopping.aborted; free = freeSlots()) {
        const items = await claim(free);
        for (const item of items) {
          const worked = work(item).finally(() => {
            running.delete(worked);
            notify();
          });
          running.set(worked, performance.now());
        }
        isUnavailable = false;
        if (items.length < free) return;
      }
    } catch (error) {
      if (!isUnavailable && !stopping.aborted) log.warn({ err: error }, `${name} couldn’t be claimed; retrying`);
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
    await Promise.all(running.keys());
  })();
  return { notify, stop: () => going };
}
