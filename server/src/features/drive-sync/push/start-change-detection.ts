import type { TaskServices } from '../../../core/context.ts';
import { type RepeatingTask, runEvery } from '../../../platform/concurrency/run-every.ts';
import { startQueueWorker } from '../../../platform/queue/start-worker.ts';
import {
  type DrivePollingServices,
  PUSH_SETUP_CHECK_INTERVAL_MS,
  startDrivePoller,
} from '../poll/start-drive-poller.ts';
import { LarkEventStore } from './lark-event-store.ts';
import { CHANNEL_OPENING_QUEUE, markGoogleDrivesNoPush, openChangeFeedChannel } from './open-change-feed-channel.ts';
import { startLarkConnections } from './start-lark-connections.ts';
import { startLarkSubscriptions } from './start-lark-subscriptions.ts';

/** Channels opened at once by an instance. */
const AT_ONCE = 4;

/** Milliseconds between checks for drives marked as having channels on a server that can't receive notifications. */
const SILENT_EVERY = 60_000;

/** Keeps a channel open for each change feed. Without an address that Google can reach, marks drives as `no_push`. */
function startGoogleChannels(services: DrivePollingServices): RepeatingTask {
  const { db, log, stopping, drives, lookEvery: every = PUSH_SETUP_CHECK_INTERVAL_MS } = services;
  const { pushOrigin } = drives.settings.google;
  if (pushOrigin === undefined) {
    return runEvery(
      { every: SILENT_EVERY, stopping, log, failed: 'Couldn’t mark drives without push; retrying' },
      async () => {
        await markGoogleDrivesNoPush(db, new Date());
      },
    );
  }
  return startQueueWorker({
    queue: CHANNEL_OPENING_QUEUE.name,
    name: 'Opening channels of drives',
    slots: AT_ONCE,
    pollInterval: every,
    claim: (free) => CHANNEL_OPENING_QUEUE.claim(db.pool, free),
    run: (each) => openChangeFeedChannel(services, each, pushOrigin),
    describe: ({ workspaceId }) => ({ workspace_id: workspaceId }),
    log,
    stopping,
  });
}

/**
 * Detects changes in drives, in every instance: keeps push notifications coming, and polls
 * (rules/drives 3). An app may have drives in several databases.
 */
export function startChangeDetection(services: DrivePollingServices & Pick<TaskServices, 'everywhere'>): RepeatingTask {
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
