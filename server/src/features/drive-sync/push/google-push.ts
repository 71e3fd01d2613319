import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { isWorkspaceServedSql } from '../../../database/statements/away.ts';
import { DriveChannelEntity } from '../connection/change-feed.entity.ts';
import { makeDrivePollDue } from '../poll/claim-due-drives.ts';
import { recordFeedNotification, MIN_UNANNOUNCED_CHANGES } from '../poll/silent-channels.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { lockReadableDrive } from '../connection/open-drive.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';

/** The headers of Google's notification. Its body contains nothing. */
export type GooglePushHeaders = {
  channel: string;
  token: string | undefined;
  resourceId: string | undefined;
  /** `sync` only confirms that the channel is open. */
  resourceState: string | undefined;
};

/** Finds a channel by its id, the only thing Google sends to identify it. Skips channels of disconnected drives. */
const FIND = defineStatement({
  name: 'find-drive-channel',
  scope: 'cross_tenant',
  row: z.strictObject({
    workspaceId: z.uuid(),
    connectionId: z.uuid(),
    driveId: z.string(),
    tokenHash: z.instanceof(Buffer),
    resourceId: z.string().nullable(),
  }),
  sql: `
select h.workspace_id as "workspaceId", h.connection_id as "connectionId", h.drive_id as "driveId", h.token_hash as "tokenHash",
  h.resource_id as "resourceId"
from drive_channels h
join drive_connections c on c.workspace_id = h.workspace_id and c.id = h.connection_id and c.state <> 'disconnected'
where h.id = :id and ${isWorkspaceServedSql('h.workspace_id')}`,
});

export const hashChannelToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const ChannelId = z.uuid();

/** Maximum length of a resource id that is accepted. */
const LONGEST_RESOURCE = 500;

/** Polls the drive soon if the token matches its channel, retired or not. Returns the outcome (rules/drives 4). */
export async function handleGooglePush(
  db: Database,
  { channel, token = '', resourceId, resourceState }: GooglePushHeaders,
): Promise<'accepted' | 'refused' | 'unknown'> {
  if (!ChannelId.safeParse(channel).success) return 'unknown';
  const found = await FIND.first(db.pool, { id: channel });
  if (!found) return 'unknown';
  if (!timingSafeEqual(hashChannelToken(token), found.tokenHash)) return 'refused';
  const { workspaceId, connectionId, driveId } = found;
  if (found.resourceId === null && resourceId && resourceId.length <= LONGEST_RESOURCE) {
    // For an instance that died before Google answered it.
    const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
    await em.nativeUpdate(DriveChannelEntity, { workspaceId, id: channel, resourceId: null }, { resourceId });
  }
  if (await recordFeedNotification(db, { workspaceId, connectionId, driveId })) {
    await recordDrivePushState(db, { workspaceId, id: connectionId }, false);
  }
  if (resourceState !== 'sync') await makeDrivePollDue(db.pool, workspaceId, connectionId);
  return 'accepted';
}

const ARE_PUSHED = defineStatement({
  name: 'are-change-feeds-pushed',
  scope: 'tenant',
  row: z.strictObject({ all: z.boolean() }),
  sql: `
select not exists (
  select from drive_change_feeds l
  where l.workspace_id = :workspaceId and l.connection_id = :id and l.cursor is not null and not exists (
    select from drive_channels h
    where h.workspace_id = l.workspace_id and h.connection_id = l.connection_id and h.drive_id = l.drive_id
      and l.unrung < ${MIN_UNANNOUNCED_CHANGES} and h.retired_at is null and h.resource_id is not null
      and h.expires_at > :now)) as all`,
});

/**
 * Records whether a connection has push notifications: it does if each of its feeds has a working channel. If not, and
 * a channel `failed` to open, it is `no_push` and only polled periodically.
 */
export async function recordDrivePushState(
  db: Database,
  named: { workspaceId: string; id: string },
  failed: boolean,
): Promise<void> {
  const { workspaceId } = named;
  const now = new Date();
  await createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
    const drive = await lockReadableDrive(em, named);
    if (!drive) return;
    const { all: isPushed } = await ARE_PUSHED.one(em, { ...named, now });
    const push = isPushed ? 'channel' : 'none';
    const reason = isPushed ? null : 'no_push';
    if ((!isPushed && !failed) || (drive.push === push && drive.stateReason === reason)) return;
    drive.push = push;
    drive.updatedAt = now;
    if (drive.stateReason === null || drive.stateReason === 'no_push') {
      if (drive.stateReason !== reason) drive.stateAt = now;
      drive.state = isPushed ? 'connected' : 'degraded';
      drive.stateReason = reason;
    }
    await publishTopics(em, drivesLiveTopicOf(workspaceId));
  });
}
