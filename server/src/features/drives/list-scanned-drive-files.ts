import { DriveFileSummary, type DriveFilePage, type ListDriveFiles } from '@training/shared/drives/drive-summaries';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { FOLDER_IS_UNLISTABLE } from './list-drives.ts';
import { driveNotFoundError } from './get-drive-connection.ts';
import { describeUnreadFileReason } from '../drive-sync/connection/drive-reason-texts.ts';

/** Checks that the caller may see the drive. Trainers need a folder of their department in it. */
const SEES = defineStatement({
  name: 'upsert-drive',
  scope: 'tenant',
  sql: `
select 1 from drive_connections d
where d.workspace_id = :workspaceId and d.id = :id and (:departmentId::uuid is null or exists (
  select from drive_folders f
  where f.workspace_id = :workspaceId and f.connection_id = d.id and f.department_id = :departmentId))`,
});

/** A query for files, or for folders that couldn't be listed. Each has an index in the list's order. */
const of = <const Which extends string, State extends string>(which: Which, state: State) =>
  `(
  select x.state_at, x.id, json_build_object('id', x.id, 'name', x.name,
    'url', case when left(x.url, 4) = 'http' then x.url end, 'media_type', x.media_type, 'size', x.size,
    'state', ${state}, 'state_at', to_iso(x.state_at), 'reason', x.reason, 'folder', f.name, 'department', p.name,
    'found_by', x.found_by, 'found_at', to_iso(x.found_at), 'changed_at', to_iso(x.changed_at),
    'suggestion_id', x.suggestion_id) as file
  from drive_files x
  left join drive_folders f on f.workspace_id = :workspaceId and f.id = x.folder_id
  left join departments p on p.workspace_id = :workspaceId and p.id = f.department_id
  where x.workspace_id = :workspaceId and x.connection_id = :id and ${which}
    and (:departmentId::uuid is null or f.department_id = :departmentId)
    and (:states::text[] is null or ${state} = any (:states::text[]))
    and (:folderId::uuid is null or x.folder_id = :folderId)
    and (:search::text is null or strpos(lower(x.name), lower(:search::text)) > 0)
    and (:afterAt::timestamptz is null or (x.state_at, x.id) < (:afterAt::timestamptz, :afterId::uuid))
  order by x.state_at desc, x.id desc limit :limit)` as const;

const LIST = defineStatement({
  name: 'list-drive-files',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ file: DriveFileSummary.omit({ advice: true }) }),
  sql: `
select file from (${of('not x.is_folder', 'x.state')} union all ${of(FOLDER_IS_UNLISTABLE, `'unreadable'`)}) listed
order by state_at desc, id desc limit :limit`,
});

/** Page token: the state time and id of the previous page's last file. */
const After = z
  .string()
  .transform((value) => value.split('_'))
  .pipe(z.tuple([z.iso.datetime({ precision: 3 }), z.guid()]));

/**
 * Lists the files of a drive, last state change first.
 * @throws AppError `drive_not_found`, `forbidden`, `invalid_request`
 */
export async function listScannedDriveFiles(
  ctx: Context,
  { id, states, folder_id, search, after, limit = 50 }: ListDriveFiles,
): Promise<DriveFilePage> {
  const { db, workspace, reach } = ctx;
  if (reach === 'status') {
    throw new AppError('forbidden', 'Your role sees the state of drives, but not their files.');
  }
  const seen = { workspaceId: workspace.id, id, departmentId: departmentLimitOf(ctx) };
  if ((await SEES.run(db.pool, seen)) === 0) throw driveNotFoundError(id);
  const from = after === undefined ? undefined : After.safeParse(after);
  if (from && !from.success) throw staleAfter();
  const [afterAt, afterId] = from?.data ?? [null, null];
  const asked = { states: states ?? null, folderId: folder_id ?? null, search: search ?? null, afterAt, afterId };
  // One row more shows if there is another page.
  const rows = await LIST.all(db.pool, { ...seen, ...asked, limit: limit + 1 });
  const files = rows
    .slice(0, limit)
    .map(({ file }) => ({ ...file, advice: file.reason && describeUnreadFileReason(file.reason) }));
  const last = files.at(-1);
  return { files, next: rows.length > limit && last ? `${last.state_at}_${last.id}` : null };
}

function staleAfter(): AppError {
  const message = 'Must be the `next` of a page before';
  return new AppError('invalid_request', `after: ${message}`, {
    fields: [{ path: 'after', code: 'no_such_page', message }],
  });
}
