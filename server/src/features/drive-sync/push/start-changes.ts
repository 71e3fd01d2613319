import type { TaskServices } from '../../../core/context.ts';
import { type RepeatedRun, runEvery } from '../../../platform/concurrency/run-every.ts';
import { startWorker } from '../../../platform/queue/start-worker.ts';
import { type DrivePollingServices, POLL_INTERVAL, startDrivePoller } from '../poll/start-drive-poller.ts';
import { LarkEventStore } from './lark-event-store.ts';
import { CHANNELS_TO_OPEN, markAllNoPush, openChannel } from './open-channel.ts';
import { startLarkConnections } from './start-lark-connections.ts';
import { startLarkSubscriptions } from './start-lark-subscriptions.ts';

/** Channels opened at once by an instance. */
const AT_ONCE = 4;

/** Milliseconds between checks for drives marked as having channels on a server that can't receive notifications. */
const SILENT_EVERY = 60_000;

/** Keeps a channel open for each change feed. Without an address that Google can reach, marks drives as `no_push`. */
function startGoogleChannels(services: DrivePollingServices): RepeatedRun {
  const { db, log, stopping, drives, lookEvery: every = POLL_INTERVAL } = services;
  const { pushOrigin } = drives.settings.google;
  if (pushOrigin === undefined) {
    return runEvery(
      { every: SILENT_EVERY, stopping, log, failed: 'Couldn’t mark drives without push; retrying' },
      async () => {
        await markAllNoPush(db, new Date());
      },
    );
  }
  return startWorker({
    queue: CHANNELS_TO_OPEN.name,
    name: 'Opening channels of drives',
    slots: AT_ONCE,
    pollInterval: every,
    claim: (free) => CHANNELS_TO_OPEN.claim(db.pool, free),
    run: (each) => openChannel(services, each, pushOrigin),
    describe: ({ workspaceId }) => ({ workspace_id: workspaceId }),
    log,
    stopping,
  });
}

/**
 * Detects changes in drives, in every instance: keeps push notifications coming, and polls
 * (rules/drives 3). An app may have drives in several databases.
 */
export function startChangeDetection(services: DrivePollingServices & Pick<TaskServices, 'everywhere'>): RepeatedRun {
  const ofApps = { ...services, db: services.everywhere };
  const events = new LarkEventStore(ofApps.db);
  const all = [
    startDrivePoller(services),
    startGoogleChannels(services),
    startLarkConnections({ ...ofApps, events }),
    startLarkSubscriptions(services),
  ];
  return {
    async stop() {
      await Promise.all(all.flatMap((each) => (each ? [each.stop()] : [])));
    },
  };
}
