import { setTimeout as sleep } from 'node:timers/promises';
import type { AiServices, TaskServices } from '../../../context.ts';
import { publish } from '../../../platform/live.ts';
import { webhooksTopic } from '../webhooks-topic.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDeliveries, tidyDeliveries, type ClaimedDelivery } from './claim-deliveries.ts';
import type { Result } from './result.ts';
import { settleDeliveries } from './settle-deliveries.ts';
import { freeSlots } from './slots.ts';
import { switchOffUnfit } from './switch-off-unfit.ts';

/** How often it is looked for what nobody tells: retries that are due, and what other instances have dispatched. */
const LOOK_EVERY = 200;

/** How long after the beginning of a round the next one begins at the earliest: results come together meanwhile. */
const ROUND = 5;

/** How often it is seen to what nobody else sees to, and pages are told that something has changed. */
const TIDY_EVERY = 1_000;

/** Results that are written at once. */
const BATCH = 500;

/** How long requests that are under way may take when the server stops; then their leases are given back. */
const GRACE = 3_000;

export type SenderServices = Pick<TaskServices, 'db' | 'outward' | 'deliveries' | 'stopping'> & {
  ai: Pick<AiServices, 'keyring'>;
  log: { warn(fields: object, message: string): void };
};

export type Sender = {
  /** Says that there may be something to send. */
  look(): void;
  stop(): Promise<void>;
};

/**
 * Sends what is due, beside all other jobs (rules/webhooks 12). Rounds follow each other for as long as there is
 * something: what has come of attempts is written, then as much is taken up as there is room for. All times in
 * milliseconds.
 */
export function startSender(services: SenderServices): Sender {
  const { db, ai, outward, log, stopping, deliveries } = services;
  const breakOff = new AbortController();
  const sending = new Map<ClaimedDelivery, number>();
  const changed = new Set<string>();
  let results: Result[] = [];
  let tidied = -TIDY_EVERY;
  let wake = () => {};
  let awake = false;
  /** The log has it once, however long the database is away. */
  let isAway = false;

  function look(): void {
    awake = true;
    wake();
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const began = performance.now();
    sending.set(delivery, began);
    deliveries.figures.sending = sending.size;
    const waited = Date.now() - delivery.dueAt.getTime();
    const result = await attemptDelivery(delivery, { outward, keyring: ai.keyring, signal: breakOff.signal });
    deliveries.figures.attempted({ taken: result.state === 'delivered', waited, took: performance.now() - began });
    sending.delete(delivery);
    deliveries.figures.sending = sending.size;
    results.push(result);
    look();
  }

  async function settle(): Promise<void> {
    const batch = results.slice(0, BATCH);
    if (batch.length === 0) return;
    const unfit = await settleDeliveries(db.pool, batch);
    results = results.slice(batch.length);
    for (const { workspaceId } of batch) changed.add(workspaceId);
    for (const endpoint of unfit) await switchOffUnfit(db, endpoint);
  }

  /** Answers whether there may be more to take up. */
  async function claim(): Promise<boolean> {
    const { free, freeFailing } = freeSlots(deliveries.atOnce, sending, results.length);
    if (free === 0 || stopping.aborted) return false;
    const claimed = await claimDeliveries(db, free, freeFailing);
    for (const delivery of claimed) void send(delivery);
    return claimed.length === free;
  }

  async function tidy(): Promise<void> {
    if (performance.now() - tidied < TIDY_EVERY) return;
    tidied = performance.now();
    await tidyDeliveries(db);
    for (const workspaceId of changed) await publish(db.pool, webhooksTopic(workspaceId));
    changed.clear();
  }

  async function round(): Promise<void> {
    awake = false;
    try {
      await tidy();
      await settle();
      if (await claim()) awake = true;
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'Deliveries to webhooks cannot be looked for, or noted; tried again');
      isAway = true;
      awake = false;
    }
  }

  /** Until somebody says that there is something, or it is time to look. */
  async function pause(began: number): Promise<void> {
    const took = performance.now() - began;
    await sleep(Math.max(ROUND - took, 0));
    if (awake && !isAway) return;
    const timer = new AbortController();
    wake = () => timer.abort();
    if (!isAway || stopping.aborted)
      await sleep(LOOK_EVERY, undefined, { signal: timer.signal }).catch(() => undefined);
    else await sleep(LOOK_EVERY);
    wake = () => {};
  }

  const going = (async () => {
    while (!stopping.aborted) {
      const began = performance.now();
      await round();
      await pause(began);
    }
    await finish();
  })();

  /** What is under way may end in time; nothing new is taken up. */
  async function finish(): Promise<void> {
    const until = performance.now() + GRACE;
    while (sending.size > 0 && performance.now() < until) {
      await settle().catch(() => undefined);
      await sleep(ROUND);
    }
    breakOff.abort();
    while (sending.size > 0) await sleep(ROUND);
    // Where the database is away, their leases run out.
    const failed = (error: unknown) => log.warn({ err: error }, 'What came of the last deliveries cannot be noted');
    while (results.length > 0 && (await settle().then(() => true, failed)));
  }

  stopping.addEventListener('abort', look, { once: true });
  return { look, stop: () => going };
}
