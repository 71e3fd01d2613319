import { startWorker, type Worker } from '../../../platform/queue/start-worker.ts';
import { claimDriveEvents, completeDriveEvents, retryEventsAt } from './claim-drive-events.ts';
import { processDriveEvents } from './process-drive-events.ts';
import type { DrivePollingServices } from '../poll/start-drive-poller.ts';

/** Milliseconds between checks for events that another instance stored but didn't handle. */
const EVERY = 5_000;

/** Milliseconds to wait for more events after the first one, to handle them together. */
const DEBOUNCE = 300;

/** Milliseconds before failed events are retried. */
const RETRY = 30_000;

/** Apps whose events are handled at once. */
const APPS_AT_ONCE = 8;

/** Handles the events of apps soon after they are stored. */
export function startDriveEventWorker(services: DrivePollingServices): Worker {
  const { db, log, stopping } = services;
  return startWorker({
    name: 'Handling events of drives',
    slots: APPS_AT_ONCE,
    pollInterval: EVERY,
    debounce: DEBOUNCE,
    claim: () => claimDriveEvents(db.pool),
    async run(events) {
      try {
        const later = await processDriveEvents(services, events);
        if (later) await retryEventsAt(db.pool, events, later);
        else await completeDriveEvents(db.pool, events);
      } catch (error) {
        await retryEventsAt(db.pool, events, new Date(Date.now() + (stopping.aborted ? 0 : RETRY)));
        throw error;
      }
    },
    describe: ({ kind, appId }) => ({ kind, app_id: appId }),
    log,
    stopping,
  });
}
