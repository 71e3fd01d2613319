import { setTimeout as sleep } from 'node:timers/promises';
import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { processDriveEvents } from './process-drive-events.ts';
import type { DrivePollingServices } from './start-drive-poller.ts';
import { recordProcessed, retryEventsAt, claimDriveEvents, type EventsOfApp } from './claim-drive-events.ts';

/** Milliseconds between checks for events that another instance stored but didn't handle. */
const EVERY = 5_000;

/** Milliseconds to wait for more events after the first one, to handle them together. */
const GATHER = 300;

/** Milliseconds before failed events are retried. */
const RETRY = 30_000;

/** Handles the events of apps soon after they are stored. */
export function startDriveEventWorker(services: DrivePollingServices): Repeated & { look(): void } {
  const { db, log, stopping } = services;
  let wake = () => {};
  let isAwake = false;

  async function handle(of: EventsOfApp): Promise<void> {
    try {
      const later = await processDriveEvents(services, of);
      if (later) await retryEventsAt(db.pool, of, later);
      else await recordProcessed(db.pool, of);
    } catch (error) {
      if (stopping.aborted) return;
      log.warn({ err: error, kind: of.kind, app_id: of.appId }, 'Events of a drive could not be handled; tried again');
      await retryEventsAt(db.pool, of, new Date(Date.now() + RETRY));
    }
  }

  const failed = 'Events of drives cannot be looked for';
  const going = repeatedly({ every: 0, stopping, log, failed }, async () => {
    if (!isAwake) {
      const woken = new AbortController();
      wake = () => woken.abort();
      const signal = AbortSignal.any([stopping, woken.signal]);
      await sleep(EVERY, undefined, { signal, ref: false }).catch(() => undefined);
    }
    if (isAwake) await sleep(GATHER, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    isAwake = false;
    while (!stopping.aborted) {
      const taken = await claimDriveEvents(db.pool);
      if (taken.length === 0) return;
      await Promise.all(taken.map(handle));
    }
  });
  return {
    stop: () => going.stop(),
    look() {
      isAwake = true;
      wake();
    },
  };
}
