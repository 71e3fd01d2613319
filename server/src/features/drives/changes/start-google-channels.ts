import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { NO_PUSH_ARRIVES, CLAIM_FEEDS_WITHOUT_CHANNEL } from './channel-rows.ts';
import { type DrivePollingServices, POLL_INTERVAL } from './start-drive-poller.ts';
import { openChannel } from './open-channel.ts';

/** Channels that an instance opens at once. */
const AT_ONCE = 4;

/** Who has taken a log opens its channel within this, in milliseconds. */
const TAKEN_FOR = 120_000;

/** How often it looks for drives that say that they ring, where nothing can, in milliseconds. */
const SILENT_EVERY = 60_000;

/**
 * Keeps a channel open for each log, where providers can reach us; where they cannot, drives say that nothing rings.
 */
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
