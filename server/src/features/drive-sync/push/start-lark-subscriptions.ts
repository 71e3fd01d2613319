import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { runEvery, type RepeatingTask } from '../../../platform/concurrency/run-every.ts';
import { DriveError } from '../../../providers/drives/drive.ts';
import { PickedDriveFolderEntity } from '../connection/drive-connection.entity.ts';
import { DriveItemEntity } from '../ingest/drive-file.entity.ts';
import { doesDriveStillAnswer, recordFailureIfDriveWide } from '../connection/request-failures.ts';
import { DriveUnavailableError, openDrive } from '../connection/open-drive.ts';
import { type DrivePollingServices, PUSH_SETUP_CHECK_INTERVAL_MS } from '../poll/start-drive-poller.ts';

/** Maximum number of files subscribed to in one go, one after the other. Leaves most of the provider's quota free. */
const IN_ONE_GO = 50;

/** Milliseconds before a refused subscription is retried. Until then, listing finds the changes. */
const AFTER_REFUSAL = 86_400_000;

/** Milliseconds before a subscription is retried that fails while the drive answers. */
const AFTER_FAILURE = 3_600_000;

/** Milliseconds an instance has to subscribe to the items it claimed, before others may claim them. */
const TAKEN_FOR = 120_000;

const Connection = z.strictObject({ workspaceId: z.uuid(), id: z.uuid() });
const Item = z.strictObject({ id: z.string(), isFolder: z.boolean(), mediaType: z.string() });
type Item = z.infer<typeof Item>;

const WAITING = defineStatement({
  name: 'drives-to-subscribe',
  scope: 'cross_tenant',
  row: Connection,
  sql: `
select c.workspace_id as "workspaceId", c.id from drive_connections c
where c.kind <> 'google' and c.state in ('connected', 'degraded') and c.push <> 'none'
  and coalesce(c.paused_until, '-infinity') <= :now and ${runsBackgroundWorkSql('c.workspace_id')} and (
    exists (select from drive_folders d
      where d.workspace_id = c.workspace_id and d.connection_id = c.id and d.subscribe_at <= :now)
    or exists (select from drive_files f
      where f.workspace_id = c.workspace_id and f.connection_id = c.id and f.subscribe_at <= :now
        and f.folder_id is not null))`,
});

/** Claims items by postponing them, so that two instances never subscribe to the same item. */
const CLAIM_FILES = defineStatement({
  name: 'claim-drive-files-to-subscribe',
  scope: 'tenant',
  row: Item,
  sql: `
with due as materialized (
  select id from drive_files
  where workspace_id = :workspaceId and connection_id = :id and subscribe_at <= :now and folder_id is not null
  order by subscribe_at limit :most
  for update skip locked
)
update drive_files f set subscribe_at = :until from due where f.workspace_id = :workspaceId and f.id = due.id
returning f.provider_id as id, f.is_folder as "isFolder", f.media_type as "mediaType"`,
});

/** Claims the picked folders that are due. */
function claimFolders(db: Database, named: z.infer<typeof Connection>, now: Date, until: Date): Promise<Item[]> {
  const { workspaceId, id: connectionId } = named;
  return createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
    const due = { workspaceId, connectionId, subscribeAt: { $lte: now } };
    const lock = { fields: ['id', 'providerId'], lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const folders = await em.find(PickedDriveFolderEntity, due, lock);
    if (folders.length === 0) return [];
    const ids = folders.map((folder) => folder.id);
    await em.nativeUpdate(PickedDriveFolderEntity, { workspaceId, id: { $in: ids } }, { subscribeAt: until });
    return folders.map(({ providerId }) => ({ id: providerId, isFolder: true, mediaType: 'folder' }));
  });
}

/** Stores when items are to be subscribed to again; null if they are subscribed. */
function storeSubscriptions(
  db: Database,
  { workspaceId, id: connectionId }: z.infer<typeof Connection>,
  ids: readonly string[],
  subscribeAt: Date | null,
): Promise<void> {
  return createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
    const items = { workspaceId, connectionId, providerId: { $in: [...ids] } };
    await em.nativeUpdate(DriveItemEntity, items, { subscribeAt });
    await em.nativeUpdate(PickedDriveFolderEntity, items, { subscribeAt });
  });
}

/**
 * Subscribes to the files and folders of a drive, one by one and slowly, if its provider sends notifications only for
 * subscribed items (rules/drives 3).
 */
export function startLarkSubscriptions(services: DrivePollingServices): RepeatingTask {
  const { db, log, stopping, lookEvery: every = PUSH_SETUP_CHECK_INTERVAL_MS } = services;
  const failed = 'Couldn’t list items to subscribe to; retrying';
  return runEvery({ every, stopping, log, failed }, async () => {
    for (const connection of await WAITING.all(db.pool, { now: new Date() })) {
      if (stopping.aborted) return;
      try {
        await subscribe(services, connection);
      } catch (error) {
        if (stopping.aborted || error instanceof DriveUnavailableError) continue;
        log.warn({ err: error, workspace_id: connection.workspaceId }, 'Couldn’t subscribe to a drive; retrying');
      }
    }
  });
}

async function subscribe(services: DrivePollingServices, named: z.infer<typeof Connection>): Promise<void> {
  const { db, stopping } = services;
  const opened = await openDrive(services, named);
  const { drive } = opened;
  if (!drive.subscribe) return;
  const now = new Date();
  const until = new Date(now.getTime() + TAKEN_FOR);
  const folders = await claimFolders(db, named, now, until);
  const files = await CLAIM_FILES.all(db.pool, { ...named, now, until, most: IN_ONE_GO });
  const done: string[] = [];
  const refused: string[] = [];
  const failing: string[] = [];
  try {
    for (const { id, isFolder, mediaType } of [...folders, ...files]) {
      try {
        await drive.subscribe({ id, kind: isFolder ? 'folder' : 'file', mediaType }, stopping);
        done.push(id);
      } catch (error) {
        // If the whole drive failed, the remaining items stay due.
        if (!(error instanceof DriveError) || !(await doesDriveStillAnswer(drive, error, stopping))) throw error;
        (error.outcome === 'unavailable' ? failing : refused).push(id);
      }
    }
  } catch (error) {
    if (stopping.aborted || !(error instanceof DriveError)) throw error;
    await recordFailureIfDriveWide(services, opened, error, stopping);
  } finally {
    const after = (milliseconds: number) => new Date(Date.now() + milliseconds);
    if (done.length > 0) await storeSubscriptions(db, named, done, null);
    if (refused.length > 0) await storeSubscriptions(db, named, refused, after(AFTER_REFUSAL));
    if (failing.length > 0) await storeSubscriptions(db, named, failing, after(AFTER_FAILURE));
  }
}
