import { randomBytes } from 'node:crypto';
import { entityManager } from '../../../core/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import type { ChangeLog } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { noteFailure } from '../connection/fail-drive.ts';
import { failsAlone } from '../connection/fails-alone.ts';
import { DriveUnavailable, openDrive } from '../connection/open-drive.ts';
import { hashOfToken } from './google-push.ts';
import type { DrivePollingServices } from '../poll/start-drive-poller.ts';
import { recordPush } from './record-push.ts';
import { DriveChannelEntity } from '../connection/change-feed.entity.ts';
import { CHANNELS_TO_OPEN, RETIRED, type FeedWithoutChannel } from './channel-rows.ts';

/** Lifetime of a channel in milliseconds. Google allows a week at most, and defaults to an hour. */
const LIFE = 7 * 86_400_000;

/** Milliseconds before trying again after a refusal. */
const AFTER_REFUSAL = 3_600_000;
const AFTER_FAILURE = 300_000;

/**
 * Opens a channel for a change log. The previous channel sends notifications until it is stopped afterwards
 * (rules/drives 3). If none can be opened, the connection is marked as `no_push` and changes are found by polling.
 */
export async function openChannel(
  services: DrivePollingServices,
  log: FeedWithoutChannel,
  ringsAt: string,
): Promise<void> {
  const { db, stopping } = services;
  const { workspaceId, connectionId } = log;
  const named = { workspaceId, id: connectionId };
  try {
    const { connection, drive } = await openDrive(services, named);
    if (!drive.log) return;
    try {
      await watch(services, drive.log, log, ringsAt);
      await recordPush(db, named, false);
    } catch (error) {
      if (stopping.aborted || !(error instanceof DriveFailure)) throw error;
      const isAlone = await failsAlone(drive, error, stopping);
      const later = isAlone ? new Date() : await noteFailure(services, connection, error);
      const pause = error.outcome === 'unavailable' || error.outcome === 'quota' ? AFTER_FAILURE : AFTER_REFUSAL;
      const at = new Date(Math.max(Date.now() + pause, later.getTime()));
      await CHANNELS_TO_OPEN.release(db.pool, log, at);
      await recordPush(db, named, true);
    }
  } catch (error) {
    // The channel is due again once the drive is reconnected.
    if (!(error instanceof DriveUnavailable)) throw error;
  }
}

async function watch(
  { db, stopping, log: lines }: DrivePollingServices,
  provider: ChangeLog,
  log: FeedWithoutChannel,
  ringsAt: string,
): Promise<void> {
  const id = newId();
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const wanted = new Date(now.getTime() + LIFE);
  const { workspaceId, connectionId, driveId } = log;
  const em = entityManager({ db, workspace: { id: workspaceId } });
  const of = { workspaceId, connectionId, driveId };
  // Before the provider is asked: its first notification can arrive before its response does.
  await em.insert(DriveChannelEntity, { ...of, id, tokenHash: hashOfToken(token), openedAt: now, expiresAt: wanted });
  const address = `${ringsAt}/api/drives/google/${id}`;
  const { resourceId, expiresAt } = await provider
    .watch(log.driveId || null, log.cursor, { id, token, address, expiresAt: wanted }, stopping)
    .catch(async (error: unknown) => {
      await em.nativeDelete(DriveChannelEntity, { workspaceId, id });
      throw error;
    });
  const half = new Date((now.getTime() + expiresAt.getTime()) / 2);
  await em.transactional(async (transaction) => {
    await transaction.nativeUpdate(DriveChannelEntity, { ...of, id }, { resourceId, expiresAt, retiredAt: null });
    // The log's earlier channels still send notifications until they are stopped.
    const earlier = { ...of, id: { $ne: id }, retiredAt: null };
    await transaction.nativeUpdate(DriveChannelEntity, earlier, { retiredAt: now });
    await CHANNELS_TO_OPEN.release(transaction, log, half);
  });
  for (const retired of await RETIRED.all(db.pool, { ...log, now })) {
    try {
      await provider.stop(retired, stopping);
      await em.nativeDelete(DriveChannelEntity, { workspaceId, id: retired.id });
    } catch (error) {
      // The old channel works until it expires. The extra notifications are harmless.
      lines.info({ err: error, workspace_id: workspaceId, channel_id: retired.id }, 'A channel could not be stopped');
    }
  }
}
