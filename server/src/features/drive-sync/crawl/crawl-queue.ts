import { LockMode, raw, type EntityManager } from '@mikro-orm/postgresql';
import type { DriveFolderProblem } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { INACTIVE_DRIVE_FILE_STATES_SQL } from '../../suggestions/intake/drive-scan.ts';
import { PickedDriveFolderEntity } from '../connection/drive-connection.entity.ts';
import { DriveItemEntity } from '../ingest/drive-file.entity.ts';
import type { ClaimedCrawl } from './claim-crawl.ts';
import { DriveCrawlEntity, DriveCrawlFolderEntity, DriveCrawlUnchangedFilesEntity } from './crawl.entity.ts';

/** Folders read from the queue at once. */
const AHEAD = 50;

const Folder = z.strictObject({
  id: z.string(),
  driveId: z.string().nullable(),
  page: z.string().nullable(),
  pages: z.int(),
});
/** A folder to list, starting at a page. */
export type FolderToCrawl = z.infer<typeof Folder>;

/** Adds the picked folders, where a crawl starts, including those picked in the meantime. */
const ADD_PICKED = defineStatement({
  name: 'add-picked-to-drive-crawl',
  scope: 'tenant',
  sql: `
insert into drive_crawl_folders (workspace_id, crawl_id, provider_id, drive_id)
select workspace_id, :id, provider_id, drive_id from drive_folders
where workspace_id = :workspaceId and connection_id = :connectionId
  and (:departmentId::uuid is null or department_id = :departmentId)
on conflict (workspace_id, crawl_id, provider_id) do nothing`,
});

/** Adds the picked folders to the queue. Returns the number of new ones. */
export function queuePickedFolders(
  on: StatementRunner,
  { workspaceId, id, connectionId, departmentId }: ClaimedCrawl,
): Promise<number> {
  return ADD_PICKED.run(on, { workspaceId, id, connectionId, departmentId });
}

const NEXT = defineStatement({
  name: 'next-drive-crawl-folders',
  scope: 'tenant',
  row: Folder,
  sql: `
select provider_id as id, drive_id as "driveId", page, pages from drive_crawl_folders
where workspace_id = :workspaceId and crawl_id = :id and not done order by provider_id limit ${AHEAD}`,
});

export function findNextCrawlFolders(on: StatementRunner, { workspaceId, id }: ClaimedCrawl): Promise<FolderToCrawl[]> {
  return NEXT.all(on, { workspaceId, id });
}

/**
 * Queues each folder once per crawl, however many paths lead to it, so that cycles end. Only folders in the crawl's
 * scope are queued; their rows already have their new location.
 */
const ADD_FOUND = defineStatement({
  name: 'add-found-to-drive-crawl',
  scope: 'tenant',
  sql: `
insert into drive_crawl_folders (workspace_id, crawl_id, provider_id, drive_id)
select f.workspace_id, :id, f.provider_id, f.drive_id
from drive_files f join drive_folders d on d.workspace_id = :workspaceId and d.id = f.folder_id
where f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.provider_id = any(:folders::text[])
  and f.is_folder and f.state not in ${INACTIVE_DRIVE_FILE_STATES_SQL}
  and (:departmentId::uuid is null or d.department_id = :departmentId)
on conflict (workspace_id, crawl_id, provider_id) do nothing`,
});

/** Queues folders found, in the transaction that stored them. */
export async function queueFoundFolders(
  transaction: StatementRunner,
  { workspaceId, id, connectionId, departmentId }: ClaimedCrawl,
  folders: readonly string[],
): Promise<void> {
  if (folders.length > 0) await ADD_FOUND.run(transaction, { workspaceId, id, connectionId, departmentId, folders });
}

const RECORD_PAGE = defineStatement({
  name: 'record-drive-crawl-page',
  scope: 'tenant',
  sql: `
with folder as (
  update drive_crawl_folders set page = :next::text, pages = pages + 1, done = :next::text is null
  where workspace_id = :workspaceId and crawl_id = :id and provider_id = :folder
  returning done
), picked as (
  update drive_folders set problem = null
  where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = :folder and problem is not null
), listed as (
  update drive_files set reason = null
  where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = :folder and is_folder
    and reason is not null
)
update drive_crawls set files = files + :files, changed = changed + :changed, missing = null,
  folders = folders + (select count(*)::integer from folder where done)
where workspace_id = :workspaceId and id = :id`,
});

/** Records that a page of a folder was stored, in the same transaction. The folder is done if there is no next page. */
export async function recordCrawledFolderPage(
  transaction: StatementRunner,
  { workspaceId, id, connectionId }: ClaimedCrawl,
  page: { folder: string; next: string | null; files: number; changed: number },
): Promise<void> {
  await RECORD_PAGE.run(transaction, { workspaceId, id, connectionId, ...page });
}

/**
 * Skips a folder that can't be listed, and stores why. Marks it as not found, so that it is requested itself: that it
 * can't be listed doesn't mean that it is gone.
 */
export async function skipFolder(
  em: EntityManager,
  { workspaceId, id: crawlId, connectionId }: ClaimedCrawl,
  providerId: string,
  problem: DriveFolderProblem,
): Promise<void> {
  await em.nativeUpdate(DriveCrawlFolderEntity, { workspaceId, crawlId, providerId }, { page: null, done: true });
  const folder = { workspaceId, connectionId, providerId };
  await em.nativeUpdate(PickedDriveFolderEntity, folder, { problem });
  const lock = { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const file = await em.findOne(DriveItemEntity, folder, lock);
  if (file) {
    const { id } = file;
    await em.nativeUpdate(DriveItemEntity, { workspaceId, id }, { crawlId: null, seenAs: null, reason: 'unlisted' });
    const seen = { workspaceId, crawlId, files: { $contains: [id] } };
    await em.nativeUpdate(DriveCrawlUnchangedFilesEntity, seen, { files: raw('array_remove(files, ?::uuid)', [id]) });
  }
  await em.nativeUpdate(DriveCrawlEntity, { workspaceId, id: crawlId }, { missing: null });
}
