import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { ORM_FILTERS_FOR_BACKGROUND_WORK } from '../../../database/statements/away.ts';
import { newId } from '../../../platform/ids.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { defineLeaseQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE_FIELD_SCHEMAS } from '../../../platform/queue/lease.ts';
import { type DriveChangeFeed, DriveError } from '../../../providers/drives/drive.ts';
import { ChangeFeedEntity, DriveChannelEntity } from '../connection/change-feed.entity.ts';
import { DriveConnectionEntity, READABLE_DRIVE_FILTER } from '../connection/drive-connection.entity.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { DriveUnavailableError, lockReadableDrive, openDrive } from '../connection/open-drive.ts';
import { doesDriveStillAnswer, recordFailureIfDriveWide } from '../connection/request-failures.ts';
import { markDriveNoPush } from '../poll/silent-channels.ts';
import type { DrivePollingServices } from '../poll/start-drive-poller.ts';
import { hashChannelToken, recordDrivePushState } from './google-push.ts';

const Log = z.strictObject({
  workspaceId: z.uuid(),
  connectionId: z.uuid(),
  driveId: z.string(),
  cursor: z.string(),
  ...LEASE_FIELD_SCHEMAS,
});
/** A change feed that needs a notification channel. */
type FeedWithoutChannel = z.infer<typeof Log>;

/** Change feeds whose channel is to be opened or renewed. */
export const CHANNEL_OPENING_QUEUE = defineLeaseQueue({
  name: 'drive-channels',
  table: 'drive_change_feeds',
  key: { workspaceId: 'workspace_id', connectionId: 'connection_id', driveId: 'drive_id' },
  seconds: 120,
  isReady: `q.cursor is not null and exists (
    select from drive_connections c
    where c.workspace_id = q.workspace_id and c.id = q.connection_id and c.state in ('connected', 'degraded')
      and (c.paused_until is null or c.paused_until <= now()))`,
  row: Log,
  returning: 'q.workspace_id as "workspaceId", q.connection_id as "connectionId", q.drive_id as "driveId", q.cursor',
});

const Retired = z.strictObject({ id: z.uuid(), resourceId: z.string() });

const RETIRED = defineStatement({
  name: 'retired-drive-channels',
  scope: 'tenant',
  row: Retired,
  sql: `
select id, resource_id as "resourceId" from drive_channels
where workspace_id = :workspaceId and connection_id = :connectionId and drive_id = :driveId
  and retired_at is not null and resource_id is not null and expires_at > :now`,
});

/**
 * Marks Google drives as `no_push` when this server can't receive notifications (it has no public https address). Their
 * channels are due at once, so they reopen as soon as a server with such an address runs.
 */
export async function markGoogleDrivesNoPush(db: Database, now: Date): Promise<void> {
  const pushed = { kind: 'google', push: 'channel', ...READABLE_DRIVE_FILTER } as const;
  const all = { fields: ['workspaceId', 'id'], filters: ORM_FILTERS_FOR_BACKGROUND_WORK } as const;
  await processEachAndThrowFirstFailure(
    await db.em.fork().find(DriveConnectionEntity, pushed, all),
    ({ workspaceId, id }) =>
      createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
        const drive = await lockReadableDrive(em, { workspaceId, id });
        if (drive?.push !== 'channel') return;
        markDriveNoPush(drive, now);
        await em.nativeUpdate(ChangeFeedEntity, { workspaceId, connectionId: id }, { dueAt: now });
        await publishTopics(em, drivesLiveTopicOf(workspaceId));
      }),
  );
}

/** Lifetime of a channel in milliseconds. Google allows a week at most, and defaults to an hour. */
const LIFE = 7 * 86_400_000;

/** Milliseconds before trying again after a refusal. */
const AFTER_REFUSAL = 3_600_000;
const AFTER_FAILURE = 300_000;

/**
 * Opens a channel for a change feed. The previous channel sends notifications until it is stopped afterwards
 * (rules/drives 3). If none can be opened, the connection is marked as `no_push` and changes are found by polling.
 */
export async function openChangeFeedChannel(
  services: DrivePollingServices,
  feed: FeedWithoutChannel,
  pushOrigin: string,
): Promise<void> {
  const { db, stopping } = services;
  const { workspaceId, connectionId } = feed;
  const named = { workspaceId, id: connectionId };
  try {
    const opened = await openDrive(services, named);
    const { drive } = opened;
    if (!drive.feed) return;
    try {
      await watch(services, drive.feed, feed, pushOrigin);
      await recordDrivePushState(db, named, false);
    } catch (error) {
      if (stopping.aborted || !(error instanceof DriveError)) throw error;
      const isAlone = await doesDriveStillAnswer(drive, error, stopping);
      const later = isAlone ? new Date() : await recordFailureIfDriveWide(services, opened, error, stopping);
      const pause = error.outcome === 'unavailable' || error.outcome === 'quota' ? AFTER_FAILURE : AFTER_REFUSAL;
      const at = new Date(Math.max(Date.now() + pause, later.getTime()));
      await CHANNEL_OPENING_QUEUE.release(db.pool, feed, at);
      await recordDrivePushState(db, named, true);
    }
  } catch (error) {
    // The channel is due again once the drive is reconnected.
    if (!(error instanceof DriveUnavailableError)) throw error;
  }
}

async function watch(
  { db, stopping, log }: DrivePollingServices,
  provider: DriveChangeFeed,
  feed: FeedWithoutChannel,
  pushOrigin: string,
): Promise<void> {
  const id = newId();
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const wanted = new Date(now.getTime() + LIFE);
  const { workspaceId, connectionId, driveId } = feed;
  const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
  const of = { workspaceId, connectionId, driveId };
  // Before the provider is asked: its first notification can arrive before its response does.
  await em.insert(DriveChannelEntity, {
    ...of,
    id,
    tokenHash: hashChannelToken(token),
    openedAt: now,
    expiresAt: wanted,
  });
  const address = `${pushOrigin}/api/drives/google/${id}`;
  const { resourceId, expiresAt } = await provider
    .watch(feed.driveId || null, feed.cursor, { id, token, address, expiresAt: wanted }, stopping)
    .catch(async (error: unknown) => {
      await em.nativeDelete(DriveChannelEntity, { workspaceId, id });
      throw error;
    });
  const half = new Date((now.getTime() + expiresAt.getTime()) / 2);
  await em.transactional(async (transaction) => {
    await transaction.nativeUpdate(DriveChannelEntity, { ...of, id }, { resourceId, expiresAt, retiredAt: null });
    // The feed's earlier channels still send notifications until they are stopped.
    const earlier = { ...of, id: { $ne: id }, retiredAt: null };
    await transaction.nativeUpdate(DriveChannelEntity, earlier, { retiredAt: now });
    await CHANNEL_OPENING_QUEUE.release(transaction, feed, half);
  });
  for (const retired of await RETIRED.all(db.pool, { ...feed, now })) {
    try {
      await provider.stop(retired, stopping);
      await em.nativeDelete(DriveChannelEntity, { workspaceId, id: retired.id });
    } catch (error) {
      // The old channel works until it expires. The extra notifications are harmless.
      log.info({ err: error, workspace_id: workspaceId, channel_id: retired.id }, 'A channel could not be stopped');
    }
  }
}
