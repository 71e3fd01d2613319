import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import type { Walk } from './claim-walk.ts';

/** What is asked for between two transactions. */
export const ASKED_AT_ONCE = 40;

/** What is within what the walk is about and it did not come across. */
const MISSING = `
f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.folder_id is not null
  and f.state not in ('out_of_scope', 'trashed', 'gone', 'unreadable') and f.walk_id is distinct from :id
  and (:departmentId::uuid is null or exists (select from drive_folders d
    where d.workspace_id = :workspaceId and d.id = f.folder_id and d.department_id = :departmentId))` as const;

const COUNT = defineStatement({
  name: 'count-missing-of-drive-walk',
  scope: 'tenant',
  seldom: true,
  sql: `
update drive_walks set missing = (select count(*)::integer from drive_files f where ${MISSING})
where workspace_id = :workspaceId and id = :id`,
});

/** Notes how many are to be asked for, once everything has been listed. */
export async function countMissing(transaction: Runner, { workspaceId, id, connectionId, departmentId }: Walk) {
  await COUNT.run(transaction, { workspaceId, id, connectionId, departmentId });
}

const Missing = z.strictObject({
  rowId: z.uuid(),
  id: z.string(),
  driveId: z.string().nullable(),
  isFolder: z.boolean(),
});
export type Missing = z.infer<typeof Missing>;

const NEXT = defineStatement({
  name: 'next-missing-of-drive-walk',
  scope: 'tenant',
  seldom: true,
  row: Missing,
  sql: `
select f.id as "rowId", f.provider_id as id, f.drive_id as "driveId", f.is_folder as "isFolder" from drive_files f
where ${MISSING} and f.is_folder = :isFolder and f.id > :after
order by f.workspace_id, f.id limit ${ASKED_AT_ONCE}`,
});

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Where asking has come to; whoever begins anew looks through all of them once more, and finds only what is left. */
export type Asking = { isFolder: boolean; after: string };
export const BEGINNING: Asking = { isFolder: true, after: FIRST };

/** Folders before files: one that has moved out takes along what is in it, which then need not be asked for. */
export async function nextMissing(
  on: Runner,
  { workspaceId, id, connectionId, departmentId }: Walk,
  from: Asking,
): Promise<{ found: Missing[]; next: Asking }> {
  let asking = from;
  for (;;) {
    const found = await NEXT.all(on, { workspaceId, id, connectionId, departmentId, ...asking });
    const last = found.at(-1);
    if (last) return { found, next: { isFolder: asking.isFolder, after: last.rowId } };
    if (!asking.isFolder) return { found, next: asking };
    asking = { isFolder: false, after: FIRST };
  }
}

const NOTE = defineStatement({
  name: 'note-asked-of-drive-walk',
  scope: 'tenant',
  sql: `
with asked_for as (
  update drive_files set walk_id = :id
  where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = any(:asked::text[])
)
update drive_walks set missing = greatest(missing - :count, 0), changed = changed + :changed
where workspace_id = :workspaceId and id = :id`,
});

/** Notes what was asked for, so that it is not asked for again. */
export async function noteAsked(
  transaction: Runner,
  { workspaceId, id, connectionId }: Walk,
  asked: readonly string[],
  changed: number,
): Promise<void> {
  await NOTE.run(transaction, { workspaceId, id, connectionId, asked, count: asked.length, changed });
}
