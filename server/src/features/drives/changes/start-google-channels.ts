import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { NO_PUSH_ARRIVES, CLAIM_FEEDS_WITHOUT_CHANNEL } from './channel-rows.ts';
import { type DrivePollingServices, POLL_INTERVAL } from './start-drive-poller.ts';
import { openChannel } from './open-channel.ts';

/** Channels opened at once by an instance. */
const AT_ONCE = 4;

/** Milliseconds an instance has to open the channel of a log it claimed, before others may claim it. */
const TAKEN_FOR = 120_000;

/** Milliseconds between checks for drives marked as having channels on a server that can't receive notifications. */
const SILENT_EVERY = 60_000;

/** Keeps a channel open for each change log. Without an address that Google can reach, marks drives as `no_push`. */
export function startGoogleChannels(services: DrivePollingServices): Repeated {
  const { db, log, stopping, drives, lookEvery: every = POLL_INTERVAL } = services;
  const { ringsAt } = drives.settings.google;
  const failed = 'Channels of drives cannot be looked for';
  if (ringsAt === undefined) {
    return repeatedly({ every: SILENT_EVERY, stopping, log, failed }, async () => {
      await NO_PUSH_ARRIVES.run(db.pool, { now: new Date() });
    });
  }
  return repeatedly({ every, stopping, log, failed }, async () => {
    while (!stopping.aborted) {
      const now = new Date();
      const until = new Date(now.getTime() + TAKEN_FOR);
      const taken = await CLAIM_FEEDS_WITHOUT_CHANNEL.all(db.pool, { now, until, most: AT_ONCE });
      await Promise.all(
        taken.map(async (each) => {
          try {
            await openChannel(services, each, ringsAt);
          } catch (error) {
            if (stopping.aborted) return;
            log.warn({ err: error, workspace_id: each.workspaceId }, 'A channel could not be opened; tried again');
          }
        }),
      );
      if (taken.length < AT_ONCE) return;
    }
  });
}
