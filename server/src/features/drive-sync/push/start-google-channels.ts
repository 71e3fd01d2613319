import { startWorker } from '../../../platform/queue/start-worker.ts';
import { repeatedly, type Repeated } from '../../../platform/concurrency/run-every.ts';
import { CHANNELS_TO_OPEN, NO_PUSH_ARRIVES } from './channel-rows.ts';
import { type DrivePollingServices, POLL_INTERVAL } from '../poll/start-drive-poller.ts';
import { openChannel } from './open-channel.ts';

/** Channels opened at once by an instance. */
const AT_ONCE = 4;

/** Milliseconds between checks for drives marked as having channels on a server that can't receive notifications. */
const SILENT_EVERY = 60_000;

/** Keeps a channel open for each change log. Without an address that Google can reach, marks drives as `no_push`. */
export function startGoogleChannels(services: DrivePollingServices): Repeated {
  const { db, log, stopping, drives, lookEvery: every = POLL_INTERVAL } = services;
  const { ringsAt } = drives.settings.google;
  if (ringsAt === undefined) {
    return repeatedly(
      { every: SILENT_EVERY, stopping, log, failed: 'Drives without push can’t be marked' },
      async () => {
        await NO_PUSH_ARRIVES.run(db.pool, { now: new Date() });
      },
    );
  }
  return startWorker({
    name: 'Opening channels of drives',
    slots: AT_ONCE,
    pollInterval: every,
    claim: (free) => CHANNELS_TO_OPEN.claim(db.pool, free),
    run: (each) => openChannel(services, each, ringsAt),
    describe: ({ workspaceId }) => ({ workspace_id: workspaceId }),
    log,
    stopping,
  });
}
