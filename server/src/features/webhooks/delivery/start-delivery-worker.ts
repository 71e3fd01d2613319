import { setTimeout as sleep } from 'node:timers/promises';
import type { AiServices, TaskServices } from '../../../context.ts';
import { publish } from '../../../platform/live.ts';
import { webhooksTopic } from '../webhooks-topic.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDeliveries, tidyDeliveries } from './claim-deliveries.ts';
import { Requests } from './requests.ts';
import { recordDeliveryResults } from './record-delivery-results.ts';
import { switchOffUnfit } from './switch-off-unfit.ts';

/** How often it looks for what nobody tells: retries that are due, and what other instances have dispatched. */
const LOOK_EVERY = 200;

/**
 * How long after the beginning of a round the next one begins at the earliest: what ends meanwhile is written at once.
 */
const ROUND = 25;

/** How often it sees to what nobody else does, and tells pages that something has changed. */
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
export function startSender({ db, ai, outward, log, stopping, deliveries }: SenderServices): Sender {
  const breakOff = new AbortController();
  const means = { outward, keyring: ai.keyring, signal: breakOff.signal };
  const requests = new Requests({
    slots: deliveries.atOnce,
    most: deliveries.most,
    attempt: (delivery) => attemptDelivery(delivery, means),
    figures: deliveries.figures,
    ended: look,
  });
  /** Workspaces whose pages are told. */
  const changed = new Set<string>();
  let tidied = -TIDY_EVERY;
  let wake = () => {};
  let awake = false;
  /** The log has it once, however long the database is away. */
  let isAway = false;

  function look(): void {
    awake = true;
    wake();
  }

  async function settle(): Promise<boolean> {
    const batch = requests.results(BATCH);
    if (batch.length === 0) return false;
    const unfit = await recordDeliveryResults(db.pool, batch);
    requests.settled(batch.length);
    for (const { workspaceId } of batch) changed.add(workspaceId);
    for (const endpoint of unfit) await switchOffUnfit(db, endpoint);
    return true;
  }

  async function claim(): Promise<void> {
    const room = requests.room();
    if (room.free === 0 || stopping.aborted) return;
    const claimed = await claimDeliveries(db, room);
    requests.add(claimed);
    if (claimed.length === room.free) awake = true;
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
      await claim();
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'Deliveries to webhooks cannot be looked for, or noted; tried again');
      isAway = true;
    }
  }

  /** Until somebody says that there is something, or it is time to look; a database that is away is left alone. */
  async function pause(began: number): Promise<void> {
    await sleep(Math.max(ROUND - (performance.now() - began), 0));
    if (stopping.aborted || (awake && !isAway)) return;
    const woken = new AbortController();
    if (!isAway) wake = () => woken.abort();
    await sleep(LOOK_EVERY, undefined, { signal: woken.signal }).catch(() => undefined);
    wake = () => {};
  }

  /** What is under way may end in time; nothing new is taken up. */
  async function finish(): Promise<void> {
    requests.stop();
    const until = performance.now() + GRACE;
    while (requests.underWay > 0 && performance.now() < until) {
      await settle().catch(() => undefined);
      await sleep(ROUND);
    }
    breakOff.abort();
    while (requests.underWay > 0) await sleep(ROUND);
    while (await settle());
  }

  const going = (async () => {
    while (!stopping.aborted) {
      const began = performance.now();
      await round();
      await pause(began);
    }
    // Where the database is away, the leases run out.
    await finish().catch((error: unknown) => log.warn({ err: error }, 'The last deliveries cannot be noted'));
  })();
  stopping.addEventListener('abort', look, { once: true });
  return { look, stop: () => going };
}
