import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { eachAlone } from '../../../core/each-alone.ts';
import { entityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { publish } from '../../../platform/live.ts';
import { defineQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE } from '../../../platform/queue/lease.ts';
import { DriveConnectionEntity, IS_READABLE } from '../connection/drive-connection.entity.ts';
import { drivesTopic } from '../connection/drives-topic.ts';
import { lockReadableDrive } from '../connection/lock-readable-drive.ts';
import { ChangeFeedEntity } from '../connection/change-feed.entity.ts';
import { markUnpushed } from '../poll/silent-channels.ts';

const Log = z.strictObject({
  workspaceId: z.uuid(),
  connectionId: z.uuid(),
  driveId: z.string(),
  cursor: z.string(),
  ...LEASE,
});
/** A change log that needs a notification channel. */
export type FeedWithoutChannel = z.infer<typeof Log>;

/** Change logs whose channel is to be opened or renewed. */
export const CHANNELS_TO_OPEN = defineQueue({
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

export const RETIRED = defineStatement({
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
export async function markAllUnpushed(db: Database, now: Date): Promise<void> {
  const pushed = { kind: 'google', push: 'channel', ...IS_READABLE } as const;
  const all = { fields: ['workspaceId', 'id'], filters: { workspace: false } } as const;
  await eachAlone(await db.em.fork().find(DriveConnectionEntity, pushed, all), ({ workspaceId, id }) =>
    entityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
      const drive = await lockReadableDrive(em, { workspaceId, id });
      if (drive?.push !== 'channel') return;
      markUnpushed(drive, now);
      await em.nativeUpdate(ChangeFeedEntity, { workspaceId, connectionId: id }, { dueAt: now });
      await publish(em, drivesTopic(workspaceId));
    }),
  );
}
