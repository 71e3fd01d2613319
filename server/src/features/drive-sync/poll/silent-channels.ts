import { raw } from '@mikro-orm/postgresql';
import type { Context } from '../../../core/context.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { lockReadableDrive } from '../connection/open-drive.ts';
import { ChangeFeedEntity, DriveChannelEntity } from '../connection/change-feed.entity.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';

/** Number of consecutive finds without a notification after which a channel counts as dead. */
export const MIN_UNANNOUNCED_CHANGES = 3;
/** Minimum milliseconds since the first such find. Notifications can be minutes late. */
const OVER = 600_000;

type OfFeed = { workspaceId: string; connectionId: string; driveId: string };

/**
 * Counts a change that was found although its channel sent no notification. A notification, even a late one, resets the
 * count. Detects channels that Google closed silently, and marks the drive as `no_push` (rules/drives 3).
 */
export async function recordUnannouncedChange(ctx: Context, of: OfFeed): Promise<void> {
  const now = new Date();
  const em = createWorkspaceEntityManager(ctx);
  const open = { ...of, retiredAt: null, resourceId: { $ne: null }, expiresAt: { $gt: now } };
  if ((await em.count(DriveChannelEntity, open)) === 0) return;
  await em.nativeUpdate(ChangeFeedEntity, of, {
    unrung: raw('least(unrung + 1, 1000)'),
    unrungSince: raw('coalesce(unrung_since, ?::timestamptz)', [now]),
  });
  const silent = {
    ...of,
    unrung: { $gte: MIN_UNANNOUNCED_CHANGES },
    unrungSince: { $lte: new Date(now.getTime() - OVER) },
  };
  if ((await em.count(ChangeFeedEntity, silent)) > 0) await reopen(ctx, silent, now);
}

/** Makes the channel due for reopening and marks the drive as `no_push` until the new channel sends a notification. */
function reopen(ctx: Context, silent: OfFeed, now: Date): Promise<void> {
  const { workspaceId, connectionId: id } = silent;
  return inTransaction(ctx, async (em) => {
    const drive = await lockReadableDrive(em, { workspaceId, id });
    const reopened = await em.nativeUpdate(ChangeFeedEntity, silent, { dueAt: now, unrungSince: now });
    if (reopened === 0 || !drive) return;
    markDriveNoPush(drive, now);
    await publishTopics(em, drivesLiveTopicOf(workspaceId));
  });
}

type Pushed = NonNullable<Awaited<ReturnType<typeof lockReadableDrive>>>;

/** Marks a locked drive as `no_push`, unless something else is wrong with it. */
export function markDriveNoPush(drive: Pushed, now: Date): void {
  drive.push = 'none';
  drive.updatedAt = now;
  if (drive.stateReason !== null) return;
  drive.state = 'degraded';
  drive.stateReason = 'no_push';
  drive.stateAt = now;
}

/** Records a notification for the feed. Returns true if there were unannounced finds before. */
export async function recordFeedNotification(db: Database, of: OfFeed): Promise<boolean> {
  const em = createWorkspaceEntityManager({ db, workspace: { id: of.workspaceId } });
  const reset = { unrung: 0, unrungSince: null };
  return (await em.nativeUpdate(ChangeFeedEntity, { ...of, unrung: { $gt: 0 } }, reset)) > 0;
}
