import type { Repeated } from '../../../platform/concurrency/run-every.ts';
import { EventStore } from './event-store.ts';
import { startDrivePoller, type DrivePollingServices } from '../poll/start-drive-poller.ts';
import { startGoogleChannels } from './start-google-channels.ts';
import { startDriveEventWorker } from './start-drive-event-worker.ts';
import { startLarkConnections } from './start-lark-connections.ts';
import { startLarkSubscriptions } from './start-lark-subscriptions.ts';

/**
 * Detects changes in drives, in every instance: receives push notifications, polls, and handles events
 * (rules/drives 3).
 */
export function startChanges(services: DrivePollingServices): Repeated {
  const handling = startDriveEventWorker(services);
  const events = new EventStore(services.db, () => handling.notify());
  const all = [
    startDrivePoller(services),
    startGoogleChannels(services),
    startLarkConnections({ ...services, events }),
    startLarkSubscriptions(services),
    handling,
  ];
  return {
    async stop() {
      await Promise.all(all.flatMap((each) => (each ? [each.stop()] : [])));
    },
  };
}
