import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { ChangeDetectionMethod } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { DriveFolderRef } from '../../../providers/drives/drive.ts';
import { DriveFolderToListEntity } from '../connection/change-feed.entity.ts';

const Folder = z.strictObject({
  id: z.string(),
  driveId: z.string().nullable(),
  page: z.string().nullable(),
  pages: z.int(),
  foundBy: ChangeDetectionMethod,
  addedAt: z.date(),
});
type FolderToList = z.infer<typeof Folder>;

const NEXT = defineStatement({
  name: 'next-drive-folder-to-list',
  scope: 'tenant',
  row: Folder,
  sql: `
select provider_id as id, drive_id as "driveId", page, pages, found_by as "foundBy", added_at as "addedAt"
from drive_folders_to_list where workspace_id = :workspaceId and connection_id = :connectionId
order by added_at, provider_id limit 1`,
});

type Of = { workspaceId: string; connectionId: string };

/**
 * Queues folders whose content is unknown, in the transaction that found them. One that is already being listed starts
 * again at its first page: new files may be on a page already read.
 */
export async function queueFoldersToList(
  em: EntityManager,
  of: Of,
  folders: readonly DriveFolderRef[],
  { foundBy, now: addedAt }: { foundBy: ChangeDetectionMethod; now: Date },
): Promise<void> {
  if (folders.length === 0) return;
  const first = { ...of, page: null, pages: 0, foundBy, addedAt };
  await em.upsertMany(
    DriveFolderToListEntity,
    folders.map(({ id: providerId, driveId }) => ({ ...first, providerId, driveId })),
    { onConflictMergeFields: ['page', 'pages', 'addedAt'] },
  );
}

export function findNextFolderToList(on: StatementRunner, of: Of): Promise<FolderToList | undefined> {
  return NEXT.first(on, of);
}

/** Records that a page was processed, in the same transaction. A null page token ends the folder. */
export async function recordListedFolderPage(
  em: EntityManager,
  of: Of,
  { id: providerId, addedAt }: Pick<FolderToList, 'id' | 'addedAt'>,
  page: string | null,
): Promise<void> {
  const folder = { ...of, providerId, addedAt };
  if (page === null) await em.nativeDelete(DriveFolderToListEntity, folder);
  else await em.nativeUpdate(DriveFolderToListEntity, folder, { page, pages: raw('pages + 1') });
}
