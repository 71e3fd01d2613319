import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../core/context.ts';
import { DriveConnectionEntity, DriveFolderEntity } from '../drive-sync/connection/drive-connection.entity.ts';
import { DriveFileEntity } from '../drive-sync/ingest/drive-file.entity.ts';
import { lockDrive } from '../drive-sync/ingest/lock-drive.ts';
import { STATES_IN_HAND } from '../drive-sync/ingest/scope-sql.ts';
import { ChangeFeedEntity } from '../drive-sync/connection/change-feed.entity.ts';
import { startCrawl } from '../drive-sync/scan/start-crawl.ts';

type Drive = { workspaceId: string; connectionId: string };

/** Makes files due that were found but not read yet when the drive was disconnected or lost access. */
async function readAgain(em: EntityManager, of: Drive, now: Date): Promise<void> {
  const unread = [{ state: 'discovered' as const }, { state: { $in: [...STATES_IN_HAND] }, jobId: null }];
  const waiting = { ...of, isFolder: false, dueAt: null, $or: unread };
  await em.nativeUpdate(DriveFileEntity, waiting, { dueAt: now, attempts: 0 });
}

/** Renews subscriptions and channels, which may have ended with the previous access. */
async function followAgain(em: EntityManager, of: Drive, now: Date): Promise<void> {
  const { kind } = await em.findOneOrFail(DriveConnectionEntity, { id: of.connectionId }, { fields: ['kind'] });
  if (kind !== 'google') {
    const others = { ...of, $or: [{ subscribeAt: null }, { subscribeAt: { $ne: now } }] };
    await em.nativeUpdate(DriveFileEntity, others, { subscribeAt: now });
    await em.nativeUpdate(DriveFolderEntity, of, { subscribeAt: now });
  }
  await em.nativeUpdate(ChangeFeedEntity, of, { dueAt: now });
}

/**
 * Starts a crawl to find changes missed while the drive couldn't be read, and renews push notifications. The caller has
 * locked the connection. The crawl and then the files are locked next: the order used everywhere.
 */
export async function restartCrawl(em: EntityManager, ctx: Context, id: string): Promise<void> {
  const { workspace, now } = ctx;
  const of = { workspaceId: workspace.id, connectionId: id };
  if ((await em.count(DriveFolderEntity, of)) > 0) await startCrawl(em, ctx, id, { cause: 'reconnected' });
  await lockDrive(em, workspace.id, id);
  await readAgain(em, of, now);
  await followAgain(em, of, now);
}
