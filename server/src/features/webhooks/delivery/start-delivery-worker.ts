import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createSystemContextFields, type TaskServices } from '../../../core/context.ts';
import type { AiServices } from '../../../core/services.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDeliveries, requeueHoldOrCancelDeliveries } from './claim-deliveries.ts';
import { DeliveryPool } from './delivery-pool.ts';
import { recordDeliveryResults, type EndpointToSwitchOff } from './record-delivery-results.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { switchOffEndpoint } from '../switch-off.ts';
import { webhooksLiveTopicOf } from '../webhook-endpoint.entity.ts';

/** Locks the endpoint, unless it has accepted an event since or another instance has switched it off. */
const LOCK_FAILING = defineStatement({
  name: 'lock-failing-webhook',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), url: z.string(), description: z.string() }),
  sql: `
select id, url, coalesce(description, '') as description from webhook_endpoints
where workspace_id = :workspaceId and id = :id and state = 'on' and failing_since is not null
for no key update`,
});

/** Switches off an endpoint that has failed for days or responded with 410 (rules/webhooks 15). */
async function switchOffUnfit(db: Database, { workspaceId, id, reason }: EndpointToSwitchOff): Promise<void> {
  const workspace = { id: workspaceId, slug: '', name: '' };
  await createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
    const unfit = await LOCK_FAILING.first(em, { workspaceId, id });
    if (unfit) await switchOffEndpoint(em, { workspace, ...createSystemContextFields('Webhooks') }, unfit, reason);
  });
}

/**
 * Milliseconds between checks for work without a notification: due retries, and events dispatched by other instances.
 */
const POLL_INTERVAL = 200;

/** Minimum milliseconds between the starts of two rounds. Results that arrive in between are stored in one batch. */
const ROUND = 25;

/** Milliseconds between clean-ups, and between updates of open pages. */
const TIDY_EVERY = 1_000;

/** Results stored by one statement. */
const BATCH = 500;

/** Milliseconds that requests in progress may take when the server stops. After that they are aborted and released. */
const GRACE = 3_000;

type DeliveryWorkerServices = Pick<TaskServices, 'db' | 'outward' | 'deliveries' | 'stopping'> & {
  ai: Pick<AiServices, 'keyring'>;
  log: { warn(fields: object, message: string): void };
};

type DeliveryWorker = {
  /** Wakes the sender: there may be something to send. */
  wake(): void;
  stop(): Promise<void>;
};

/**
 * Sends due deliveries, independently of all other jobs (rules/webhooks 12). Each round stores the results of attempts,
 * then claims as many deliveries as there is room for. Rounds repeat while there is work. All times in milliseconds.
 */
export function startDeliveryWorker({
  db,
  ai,
  outward,
  log,
  stopping,
  deliveries,
}: DeliveryWorkerServices): DeliveryWorker {
  const breakOff = new AbortController();
  const means = { outward, keyring: ai.keyring, signal: breakOff.signal };
  const pool = new DeliveryPool({
    slots: deliveries.atOnce,
    most: deliveries.most,
    attempt: (delivery) => attemptDelivery(delivery, means),
    figures: deliveries.figures,
    ended: wake,
  });
  /** Workspaces whose pages must be updated. */
  const changed = new Set<string>();
  let tidied = -TIDY_EVERY;
  let endPause = () => {};
  let awake = false;
  /** Logs an outage of the database only once. */
  let isAway = false;

  function wake(): void {
    awake = true;
    endPause();
  }

  async function storeResults(): Promise<boolean> {
    const batch = pool.results(BATCH);
    if (batch.length === 0) return false;
    const unfit = await recordDeliveryResults(db.pool, batch);
    pool.removeStored(batch.length);
    for (const { workspaceId } of batch) changed.add(workspaceId);
    for (const endpoint of unfit) await switchOffUnfit(db, endpoint);
    return true;
  }

  async function claim(): Promise<void> {
    const room = pool.room();
    if (room.free === 0 || stopping.aborted) return;
    const claimed = await claimDeliveries(db, room);
    pool.add(claimed);
    if (claimed.length === room.free) awake = true;
  }

  async function tidy(): Promise<void> {
    if (performance.now() - tidied < TIDY_EVERY) return;
    tidied = performance.now();
    await requeueHoldOrCancelDeliveries(db);
    for (const workspaceId of changed) await publishTopics(db.pool, webhooksLiveTopicOf(workspaceId));
    changed.clear();
  }

  async function round(): Promise<void> {
    awake = false;
    try {
      await tidy();
      await storeResults();
      await claim();
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'Couldn’t claim webhook deliveries or store their results; retrying');
      isAway = true;
    }
  }

  /** Waits until woken or until the next check is due. While the database is down, only waits. */
  async function pause(began: number): Promise<void> {
    await sleep(Math.max(ROUND - (performance.now() - began), 0));
    if (stopping.aborted || (awake && !isAway)) return;
    const woken = new AbortController();
    if (!isAway) endPause = () => woken.abort();
    await sleep(POLL_INTERVAL, undefined, { signal: woken.signal }).catch(() => undefined);
    endPause = () => {};
  }

  /** Lets requests in progress finish for a while. Claims nothing more. */
  async function finish(): Promise<void> {
    pool.stop();
    const until = performance.now() + GRACE;
    while (pool.underWay > 0 && performance.now() < until) {
      await storeResults().catch(() => undefined);
      await sleep(ROUND);
    }
    breakOff.abort();
    while (pool.underWay > 0) await sleep(ROUND);
    while (await storeResults());
  }

  const going = (async () => {
    while (!stopping.aborted) {
      const began = performance.now();
      await round();
      await pause(began);
    }
    // If the database is down, the leases expire.
    await finish().catch((error: unknown) => log.warn({ err: error }, 'Couldn’t store the last webhook results'));
  })();
  stopping.addEventListener('abort', wake, { once: true });
  return { wake, stop: () => going };
}
