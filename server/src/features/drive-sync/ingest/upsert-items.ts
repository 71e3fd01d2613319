import type { ChangeDetectionMethod } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import type { DriveItem, DriveFolderRef } from '../../../providers/drives/drive.ts';
import type { EventContext } from '../../events/record-event.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { DRIVE_FILES_DUE_CHANNEL, INACTIVE_DRIVE_FILE_STATES_SQL } from '../../suggestions/intake/drive-scan.ts';
import { toItemRow, type DriveItemWithParents, type ItemRow } from './item-row.ts';
import { lockDriveFileUpdates } from './lock-drive-file-updates.ts';
import { type PlacementResult, recomputeTreePlacement, type DetectionContext } from './recompute-placement.ts';
import { recheckQuotesOfGoneFiles } from './recheck-quotes-of-gone-files.ts';
import {
  FETCH_DUE_AT_SQL,
  FOLDER_SCOPE_CTES,
  GATHERING_SINCE_SQL,
  FILE_HAS_MODULES,
  FILE_STATES_IN_PROCESS_SQL,
  FOLDER_IS_STORED_OR_PICKED,
} from './scope-sql.ts';

/** The next state of a known file: away, `discovered` if it has changed or came back, else unchanged. */
const STATE = `case when excluded.state <> 'discovered' then excluded.state
      when excluded.found_at is not null and drive_files.state not in ${FILE_STATES_IN_PROCESS_SQL} then 'discovered'
      else drive_files.state end` as const;

/**
 * Stores a whole page of files. A file that isn't and never was inside a picked folder is stored only if one of its
 * parent folders is unknown. `found_at` is set only for new and changed files. Updating an unchanged one touches no
 * index. What a crawl finds was not told of, so it is subscribed to again: changed files, and folders with new ones.
 */
const SEE_FILES = defineStatement({
  name: 'upsert-drive-files',
  scope: 'tenant',
  row: z.strictObject({ changed: z.int(), left: z.array(z.uuid()), unknown: z.array(z.string()) }),
  sql: `
with recursive given as materialized (
  select * from jsonb_to_recordset(:items::jsonb) as i (new_id uuid, id text, name text, media_type text,
    parents text[], drive_id text, trashed boolean, url text, size bigint, checksum text, revision text,
    changed_at timestamptz, target_id text, target_media_type text, seen_as text, resource_key text)
), start (id) as (
  select distinct unnest(parents) from given
), ${FOLDER_SCOPE_CTES},
unknown as materialized (
  select place.id from start place where not ${FOLDER_IS_STORED_OR_PICKED}
), unplaced as materialized (
  select distinct l.new_id from (select new_id, unnest(parents) as id from given) l join unknown on unknown.id = l.id
), placed as materialized (
  select distinct on (g.id) g.*, s.folder_id,
    case when s.folder_id is null then 'out_of_scope' when g.trashed or s.trashed then 'trashed' else 'discovered' end
      as state,
    g.new_id in (select new_id from unplaced) as unplaced
  from given g
  left join unnest(g.parents) as p (id) on true
  left join scope s on s.id = p.id
  order by g.id, s.trashed, s.depth, s.folder_id
), looked_at as materialized (
  select p.*, f.id as known_id, f.state as was, p.state = 'discovered' and (f.id is null or f.state in ${INACTIVE_DRIVE_FILE_STATES_SQL}
    or p.checksum is distinct from f.checksum
    or p.checksum is null and (p.revision is null or p.revision is distinct from f.revision)
    or f.reason = 'export_forbidden' and p.revision is distinct from f.revision
    or f.state = 'failed' and :crawlId::uuid is not null
    or f.target_id is not null and :crawlId::uuid is not null) as changed
  from placed p
  left join drive_files f on f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.provider_id = p.id
), stored as (
  insert into drive_files (workspace_id, id, connection_id, provider_id, is_folder, name, media_type, parent_ids,
    drive_id, folder_id, url, size, checksum, revision, state, state_at, due_at, gathering_since, found_by, found_at,
    changed_at, crawl_id, target_id, target_media_type, seen_as, resource_key)
  select :workspaceId, new_id, :connectionId, id, false, name, media_type, parents, drive_id, folder_id, url, size,
    checksum, revision, state, :now::timestamptz, case when changed then :now::timestamptz end,
    case when changed then :now::timestamptz end, case when changed then :foundBy::text end,
    case when changed then :now::timestamptz end, changed_at, :crawlId::uuid, target_id,
    target_media_type, seen_as, resource_key
  from looked_at
  where known_id is not null or state = 'discovered' or unplaced
  order by id
  on conflict (workspace_id, connection_id, provider_id) do update set
    name = excluded.name, media_type = excluded.media_type, parent_ids = excluded.parent_ids,
    drive_id = excluded.drive_id, folder_id = excluded.folder_id, url = excluded.url, size = excluded.size,
    checksum = excluded.checksum, revision = excluded.revision, changed_at = excluded.changed_at,
    target_id = excluded.target_id, target_media_type = excluded.target_media_type, seen_as = excluded.seen_as, resource_key = excluded.resource_key,
    crawl_id = coalesce(excluded.crawl_id, drive_files.crawl_id),
    state = ${STATE},
    state_at = case when drive_files.state <> ${STATE} then :now::timestamptz else drive_files.state_at end,
    reason = case when excluded.state <> 'discovered' then null
      when excluded.found_at is null then drive_files.reason
      when drive_files.state in ${INACTIVE_DRIVE_FILE_STATES_SQL} or drive_files.reason = 'returned' then 'returned' end,
    due_at = case when excluded.state <> 'discovered' then null
      when excluded.found_at is null then drive_files.due_at else ${FETCH_DUE_AT_SQL} end,
    gathering_since = case when excluded.state <> 'discovered' then null
      when excluded.found_at is null then drive_files.gathering_since else ${GATHERING_SINCE_SQL} end,
    text_hash = case when excluded.state <> 'discovered' and drive_files.state in ${FILE_STATES_IN_PROCESS_SQL} then null
      else drive_files.text_hash end,
    attempts = case when excluded.found_at is null then drive_files.attempts else 0 end,
    subscribe_at = case when excluded.found_at is not null and :crawlId::uuid is not null then :now::timestamptz
      else drive_files.subscribe_at end,
    found_by = coalesce(excluded.found_by, drive_files.found_by),
    found_at = coalesce(excluded.found_at, drive_files.found_at)
  returning id, provider_id
), untold as materialized (
  select distinct unnest(parents) as id from looked_at
  where known_id is null and changed and :crawlId::uuid is not null
), folders_again as (
  update drive_files f set subscribe_at = :now::timestamptz from (
    select id from drive_files where workspace_id = :workspaceId and connection_id = :connectionId and is_folder
      and provider_id in (select id from untold) and subscribe_at is null for no key update skip locked) found
  where f.workspace_id = :workspaceId and f.id = found.id
), picked_again as (
  update drive_folders d set subscribe_at = :now::timestamptz from (
    select id from drive_folders where workspace_id = :workspaceId and connection_id = :connectionId
      and provider_id in (select id from untold) and subscribe_at is null for no key update skip locked) found
  where d.workspace_id = :workspaceId and d.id = found.id
), findings as (
  insert into drive_file_changes (workspace_id, id, connection_id, file_id, found_by, found_at, changed_at)
  select :workspaceId, l.new_id, :connectionId, s.id, :foundBy::text, :now::timestamptz,
    case when l.changed_at > c.connected_at then l.changed_at end
  from looked_at l join stored s on s.provider_id = l.id
  join drive_connections c on c.workspace_id = :workspaceId and c.id = :connectionId
  where l.changed
)
select (select count(*)::int from looked_at where changed) as changed,
  coalesce((select json_agg(made.known_id) from (select known_id, known_id as id from looked_at
    where was not in ${INACTIVE_DRIVE_FILE_STATES_SQL} and state in ${INACTIVE_DRIVE_FILE_STATES_SQL}) made where ${FILE_HAS_MODULES}), '[]') as left,
  coalesce((select json_agg(id order by id) from unknown), '[]') as unknown`,
});

/** Stores files found. The caller holds the drive's lock. */
async function upsertFiles(
  on: StatementRunner,
  seen: DetectionContext,
  files: readonly ItemRow[],
  crawlId: string | null,
) {
  if (files.length === 0) return { changed: 0, left: [], unknown: [] };
  const stored = await SEE_FILES.one(on, { ...seen, items: JSON.stringify(files), crawlId });
  await recheckQuotesOfGoneFiles(on, seen, stored.left);
  return stored;
}

const SEE_FOLDERS = defineStatement({
  name: 'upsert-drive-folders',
  scope: 'tenant',
  row: z.strictObject({ moved: z.array(z.string()), unknown: z.array(z.string()) }),
  sql: `
with given as materialized (
  select * from jsonb_to_recordset(:items::jsonb) as i (new_id uuid, id text, name text, media_type text,
    parents text[], drive_id text, trashed boolean, url text, seen_as text, resource_key text)
), known as materialized (
  select g.*, f.id as known_id, f.parent_ids as was_in, f.state as was
  from given g left join drive_files f on f.workspace_id = :workspaceId and f.connection_id = :connectionId
    and f.provider_id = g.id
), stored as (
  insert into drive_files (workspace_id, id, connection_id, provider_id, is_folder, name, media_type, parent_ids,
    drive_id, url, state, state_at, crawl_id, seen_as, resource_key)
  select :workspaceId, new_id, :connectionId, id, true, name, media_type, parents, drive_id, url,
    case when trashed then 'trashed' else 'out_of_scope' end, :now::timestamptz, :crawlId::uuid, seen_as, resource_key
  from given order by id
  on conflict (workspace_id, connection_id, provider_id) do update set
    is_folder = true, name = excluded.name, media_type = excluded.media_type, parent_ids = excluded.parent_ids,
    drive_id = excluded.drive_id, url = excluded.url, seen_as = excluded.seen_as, resource_key = excluded.resource_key,
    crawl_id = coalesce(excluded.crawl_id, drive_files.crawl_id),
    state = case when excluded.state = 'trashed' then 'trashed'
      when drive_files.state in ('trashed', 'gone', 'unreadable') then 'out_of_scope'
      else drive_files.state end
)
select
  coalesce((select json_agg(id order by id) from known
    where known_id is null or was_in <> parents or (was = 'trashed') <> trashed or was in ('gone', 'unreadable')),
    '[]') as moved,
  coalesce((select json_agg(place.id order by place.id)
    from (select unnest(parents) as id from given except select id from given) place
    where not ${FOLDER_IS_STORED_OR_PICKED}), '[]') as unknown`,
});

/** Stores folders found, and recomputes what is inside new and moved ones. The caller holds the drive's lock. */
async function upsertFolders(
  on: StatementRunner,
  seen: DetectionContext,
  folders: readonly ItemRow[],
  crawlId: string | null,
): Promise<PlacementResult & { unknown: string[] }> {
  const none = { changed: 0, entered: [], left: [], unknown: [] };
  if (folders.length === 0) return none;
  const { workspaceId, connectionId, now } = seen;
  const items = JSON.stringify(folders);
  const { moved, unknown } = await SEE_FOLDERS.one(on, { workspaceId, connectionId, items, now, crawlId });
  if (moved.length === 0) return { ...none, unknown };
  return { ...(await recomputeTreePlacement(on, seen, moved)), unknown };
}

type HowSeen = {
  foundBy: ChangeDetectionMethod;
  /** The crawl that found them. */
  crawlId?: string;
  now: Date;
};

type SeenPage = {
  seen: number;
  /** Files that are due because they are new, changed or came back. */
  changed: number;
  /**
   * Parent folders that are neither picked nor known. Request them and pass them to `upsertItems` to place their items.
   */
  unknownParents: DriveFolderRef[];
  /** Folders that are now inside a picked folder and weren't before. List their content, unless a crawl does. */
  entered: DriveFolderRef[];
};

/**
 * Stores a page of items, in the caller's transaction (rules/drives 6): computes the location of each from the known
 * folders, and which files are due. A folder that moves takes everything inside along, into or out of scope.
 */
export async function upsertItems(
  on: StatementRunner,
  ctx: Pick<EventContext, 'workspace'>,
  connection: { id: string },
  items: readonly DriveItem[],
  { foundBy, crawlId, now }: HowSeen,
): Promise<SeenPage> {
  // If an item is on the page twice, the last one counts.
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  if (distinct.length === 0) return { seen: 0, changed: 0, unknownParents: [], entered: [] };
  const workspaceId = ctx.workspace.id;
  const seen = { workspaceId, connectionId: connection.id, foundBy, now };
  await lockDriveFileUpdates(on, workspaceId, connection.id);
  const placed = await withParents(on, seen, distinct);
  const folders = placed.filter(isFolder).map(toItemRow);
  const files = placed.filter((item) => !isFolder(item)).map(toItemRow);
  const ofFolders = await upsertFolders(on, seen, folders, crawlId ?? null);
  const ofFiles = await upsertFiles(on, seen, files, crawlId ?? null);
  const changed = ofFolders.changed + ofFiles.changed;
  const left = [...ofFolders.left, ...ofFiles.left];
  if (changed > 0) await publishTopics(on, DRIVE_FILES_DUE_CHANNEL);
  if (changed > 0 || left.length > 0) await publishTopics(on, drivesLiveTopicOf(workspaceId));
  return {
    seen: distinct.length,
    changed,
    unknownParents: refsOf([...ofFolders.unknown, ...ofFiles.unknown], placed),
    entered: ofFolders.entered,
  };
}

const isFolder = ({ kind }: DriveItem): boolean => kind === 'folder';

const KNOWN_PARENTS = defineStatement({
  name: 'known-parents-in-drive',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), parents: z.array(z.string()) }),
  sql: `
select provider_id as id, parent_ids as parents from drive_files
where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = any(:ids::text[])`,
});

/** Keeps the known parents of items whose parents the provider doesn't return. */
async function withParents(
  on: StatementRunner,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  items: readonly DriveItem[],
): Promise<DriveItemWithParents[]> {
  const ids = items.filter(({ parents }) => parents === null).map(({ id }) => id);
  const rows = ids.length > 0 ? await KNOWN_PARENTS.all(on, { workspaceId, connectionId, ids }) : [];
  const known = new Map(rows.map(({ id, parents }) => [id, parents]));
  return items.map((item) => ({ ...item, parents: item.parents ?? known.get(item.id) ?? [] }));
}

/** References to folders by id, each with the shared drive of the items inside. */
function refsOf(ids: readonly string[], items: readonly DriveItemWithParents[]): DriveFolderRef[] {
  const driveOf = new Map(items.flatMap(({ parents, driveId }) => parents.map((id) => [id, driveId] as const)));
  return [...new Set(ids)].map((id) => ({ id, driveId: driveOf.get(id) ?? null }));
}
