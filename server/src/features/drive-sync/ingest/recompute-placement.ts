import type { ChangeDetectionMethod } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { DRIVE_FILES_DUE_CHANNEL, INACTIVE_DRIVE_FILE_STATES_SQL } from '../../suggestions/intake/drive-scan.ts';
import { lockDriveFileUpdates } from './lock-drive-file-updates.ts';
import { recheckQuotesOfGoneFiles } from './recheck-quotes-of-gone-files.ts';
import {
  FETCH_DUE_AT_SQL,
  GATHERING_SINCE_SQL,
  FILE_HAS_MODULES,
  FILE_STATES_IN_PROCESS_SQL,
  FOLDER_SCOPE_CTES,
} from './scope-sql.ts';

/**
 * Finds everything inside the given folders, and the nearest picked folder above each item. Files that come back into
 * scope are due; files that leave it aren't read any more.
 */
const PLACE_TREES = defineStatement({
  name: 'place-drive-trees',
  scope: 'tenant',
  // A cached plan from when there were few files would read all of them for each folder.
  unprepared: true,
  row: z.strictObject({
    changed: z.int(),
    entered: z.array(z.strictObject({ id: z.string(), driveId: z.string().nullable() })),
    left: z.array(z.uuid()),
  }),
  sql: `
with recursive tree (id) as (
  select unnest(:folders::text[])
  union
  select f.provider_id from tree join drive_files f on f.workspace_id = :workspaceId
    and f.connection_id = :connectionId and f.is_folder and f.parent_ids @> array[tree.id]
), within as materialized (
  select distinct f.id, f.provider_id, f.is_folder, f.parent_ids, f.folder_id, f.state, f.drive_id
  from tree join drive_files f on f.workspace_id = :workspaceId and f.connection_id = :connectionId
    and (f.parent_ids @> array[tree.id])
  union
  select f.id, f.provider_id, f.is_folder, f.parent_ids, f.folder_id, f.state, f.drive_id
  from drive_files f where f.workspace_id = :workspaceId and f.connection_id = :connectionId
    and f.provider_id = any(:folders::text[])
), start (id) as (
  select id from tree
  union
  select unnest(parent_ids) from within where not is_folder
), ${FOLDER_SCOPE_CTES},
placed as materialized (
  select distinct on (w.id) w.id, w.provider_id, w.is_folder, w.drive_id, w.state as was, w.folder_id as was_in,
    s.folder_id,
    case when w.state in ('gone', 'unreadable') then w.state
      when w.is_folder and w.state = 'trashed' then w.state
      when s.folder_id is null then 'out_of_scope'
      when not w.is_folder and s.trashed then 'trashed'
      when w.state in ${INACTIVE_DRIVE_FILE_STATES_SQL} then 'discovered'
      else w.state end as state
  from within w
  left join unnest(case when w.is_folder then array[w.provider_id] else w.parent_ids end) as p (id) on true
  left join scope s on s.id = p.id
  order by w.id, s.trashed, s.depth, s.folder_id
), moved as (
  select *, not is_folder and was in ${INACTIVE_DRIVE_FILE_STATES_SQL} and state not in ${INACTIVE_DRIVE_FILE_STATES_SQL} as back,
    not is_folder and was not in ${INACTIVE_DRIVE_FILE_STATES_SQL} and state in ${INACTIVE_DRIVE_FILE_STATES_SQL} as away
  from placed
  where folder_id is distinct from was_in or state <> was
), stored as (
  update drive_files set folder_id = m.folder_id,
    state = case when m.state <> m.was then m.state else drive_files.state end,
    state_at = case when m.state <> m.was then :now::timestamptz else drive_files.state_at end,
    reason = case when m.back then 'returned' when m.away then null else drive_files.reason end,
    due_at = case when m.back then ${FETCH_DUE_AT_SQL} when m.away then null else drive_files.due_at end,
    gathering_since = case when m.back then ${GATHERING_SINCE_SQL} when m.away then null else drive_files.gathering_since end,
    text_hash = case when m.away and drive_files.state in ${FILE_STATES_IN_PROCESS_SQL} then null else drive_files.text_hash end,
    attempts = case when m.back then 0 else drive_files.attempts end,
    found_by = case when m.back then :foundBy::text else drive_files.found_by end,
    found_at = case when m.back then :now::timestamptz else drive_files.found_at end
  from (select * from moved order by provider_id) m
  where drive_files.workspace_id = :workspaceId and drive_files.id = m.id
)
select (select count(*)::int from moved where back) as changed,
  coalesce((select json_agg(json_build_object('id', provider_id, 'driveId', drive_id)) from moved
    where is_folder and was_in is null and folder_id is not null and state = 'discovered'), '[]') as entered,
  coalesce((select json_agg(made.id) from moved made where made.away and ${FILE_HAS_MODULES}), '[]') as left`,
});

export type PlacementResult = {
  /** Number of files that came back. */
  changed: number;
  /** Folders that are now inside a picked folder and weren't before. Their content hasn't been listed. */
  entered: { id: string; driveId: string | null }[];
  /** Files that went away and from which modules were made. */
  left: string[];
};

export type DetectionContext = { workspaceId: string; connectionId: string; foundBy: ChangeDetectionMethod; now: Date };

/** Recomputes the picked folder of everything inside these folders. The caller holds the drive's lock. */
export async function recomputeTreePlacement(
  on: StatementRunner,
  seen: DetectionContext,
  folders: string[],
): Promise<PlacementResult> {
  const placed = await PLACE_TREES.one(on, { ...seen, folders });
  await recheckQuotesOfGoneFiles(on, seen, placed.left);
  return placed;
}

const OF_PICKS = defineStatement({
  name: 'drive-folders-to-place-anew',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
select d.provider_id as id from drive_folders d
where d.workspace_id = :workspaceId and d.connection_id = :connectionId
union
select unnest(case when f.is_folder then array[f.provider_id] else f.parent_ids end) from drive_files f
where f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.folder_id is not null
  and not exists (select from drive_folders d where d.workspace_id = :workspaceId and d.id = f.folder_id)`,
});

/** Recomputes the picked folder of all items of a drive, after the picked folders changed. */
export async function recomputeDrivePlacement(on: StatementRunner, seen: DetectionContext): Promise<PlacementResult> {
  const { workspaceId, connectionId } = seen;
  await lockDriveFileUpdates(on, workspaceId, connectionId);
  const folders = await OF_PICKS.all(on, { workspaceId, connectionId });
  const ids = folders.map(({ id }) => id);
  const placed = await recomputeTreePlacement(on, seen, ids);
  await publishTopics(on, DRIVE_FILES_DUE_CHANNEL);
  await publishTopics(on, drivesLiveTopicOf(workspaceId));
  return placed;
}
