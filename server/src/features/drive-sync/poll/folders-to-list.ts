import { FoundBy } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import type { FolderRef } from '../../../providers/drives/drive.ts';

const Folder = z.strictObject({
  id: z.string(),
  driveId: z.string().nullable(),
  page: z.string().nullable(),
  pages: z.int(),
  foundBy: FoundBy,
  addedAt: z.date(),
});
export type FolderToList = z.infer<typeof Folder>;

/** A folder that is already being listed starts again at its first page: new files may be on a page already read. */
const ADD = defineStatement({
  name: 'add-drive-folders-to-list',
  scope: 'tenant',
  sql: `
insert into drive_folders_to_list (workspace_id, connection_id, provider_id, drive_id, found_by, added_at)
select :workspaceId, :connectionId, f.id, f.drive_id, :foundBy, :now
from unnest(:ids::text[], :driveIds::text[]) as f (id, drive_id)
on conflict (workspace_id, connection_id, provider_id) do update set page = null, pages = 0, added_at = excluded.added_at`,
});

const NEXT = defineStatement({
  name: 'next-drive-folder-to-list',
  scope: 'tenant',
  row: Folder,
  sql: `
select provider_id as id, drive_id as "driveId", page, pages, found_by as "foundBy", added_at as "addedAt"
from drive_folders_to_list where workspace_id = :workspaceId and connection_id = :connectionId
order by added_at, provider_id limit 1`,
});

const GO_ON = defineStatement({
  name: 'go-on-listing-drive-folder',
  scope: 'tenant',
  sql: `
update drive_folders_to_list set page = :page, pages = pages + 1
where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = :id and added_at = :addedAt`,
});

const REMOVE = defineStatement({
  name: 'remove-drive-folder-to-list',
  scope: 'tenant',
  sql: `
delete from drive_folders_to_list
where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = :id and added_at = :addedAt`,
});

type Of = { workspaceId: string; connectionId: string };

/** Queues folders whose content is unknown, in the transaction that found them. */
export async function addFoldersToList(
  on: Runner,
  of: Of,
  folders: readonly FolderRef[],
  how: { foundBy: FoundBy; now: Date },
): Promise<void> {
  if (folders.length === 0) return;
  await ADD.run(on, {
    ...of,
    ...how,
    ids: folders.map(({ id }) => id),
    driveIds: folders.map(({ driveId }) => driveId),
  });
}

export function nextFolderToList(on: Runner, of: Of): Promise<FolderToList | undefined> {
  return NEXT.first(on, of);
}

/** Records that a page was processed, in the same transaction. A null page token ends the folder. */
export async function recordListed(
  on: Runner,
  of: Of,
  { id, addedAt }: Pick<FolderToList, 'id' | 'addedAt'>,
  page: string | null,
): Promise<void> {
  if (page === null) await REMOVE.run(on, { ...of, id, addedAt });
  else await GO_ON.run(on, { ...of, id, addedAt, page });
}
