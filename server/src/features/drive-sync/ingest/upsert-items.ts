import type { FoundBy } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import type { DriveItem, FolderRef } from '../../../providers/drives/drive.ts';
import type { Cause } from '../../events/record-event.ts';
import { drivesTopic } from '../connection/drive-subject.ts';
import { DRIVE_FILES_DUE } from './claim-file.ts';
import { lockDrive } from './lock-drive.ts';
import { upsertFiles } from './upsert-files.ts';
import { itemRow, type PlacedItem, type SeenItem } from './item-row.ts';
import { placeTrees, type Placed, type Seen } from './place-trees.ts';
import { KNOWN_PLACE } from './scope-sql.ts';

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
    where not ${KNOWN_PLACE}), '[]') as unknown`,
});

/** Stores folders found, and recomputes what is inside new and moved ones. The caller holds the drive's lock. */
async function upsertFolders(
  on: Runner,
  seen: Seen,
  folders: readonly SeenItem[],
  crawlId: string | null,
): Promise<Placed & { unknown: string[] }> {
  const none = { changed: 0, entered: [], left: [], unknown: [] };
  if (folders.length === 0) return none;
  const { workspaceId, connectionId, now } = seen;
  const items = JSON.stringify(folders);
  const { moved, unknown } = await SEE_FOLDERS.one(on, { workspaceId, connectionId, items, now, crawlId });
  if (moved.length === 0) return { ...none, unknown };
  return { ...(await placeTrees(on, seen, moved)), unknown };
}

type HowSeen = {
  foundBy: FoundBy;
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
  unknownParents: FolderRef[];
  /** Folders that are now inside a picked folder and weren't before. List their content, unless a crawl does. */
  entered: FolderRef[];
};

/**
 * Stores a page of items, in the caller's transaction (rules/drives 6): computes the location of each from the known
 * folders, and which files are due. A folder that moves takes everything inside along, into or out of scope.
 */
export async function upsertItems(
  on: Runner,
  ctx: Pick<Cause, 'workspace'>,
  connection: { id: string },
  items: readonly DriveItem[],
  { foundBy, crawlId, now }: HowSeen,
): Promise<SeenPage> {
  // If an item is on the page twice, the last one counts.
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  if (distinct.length === 0) return { seen: 0, changed: 0, unknownParents: [], entered: [] };
  const workspaceId = ctx.workspace.id;
  const seen = { workspaceId, connectionId: connection.id, foundBy, now };
  await lockDrive(on, workspaceId, connection.id);
  const placed = await withParents(on, seen, distinct);
  const folders = placed.filter(isFolder).map(itemRow);
  const files = placed.filter((item) => !isFolder(item)).map(itemRow);
  const ofFolders = await upsertFolders(on, seen, folders, crawlId ?? null);
  const ofFiles = await upsertFiles(on, seen, files, crawlId ?? null);
  const changed = ofFolders.changed + ofFiles.changed;
  const left = [...ofFolders.left, ...ofFiles.left];
  if (changed > 0) await publish(on, DRIVE_FILES_DUE);
  if (changed > 0 || left.length > 0) await publish(on, drivesTopic(workspaceId));
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
  on: Runner,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  items: readonly DriveItem[],
): Promise<PlacedItem[]> {
  const ids = items.filter(({ parents }) => parents === null).map(({ id }) => id);
  const rows = ids.length > 0 ? await KNOWN_PARENTS.all(on, { workspaceId, connectionId, ids }) : [];
  const known = new Map(rows.map(({ id, parents }) => [id, parents]));
  return items.map((item) => ({ ...item, parents: item.parents ?? known.get(item.id) ?? [] }));
}

/** References to folders by id, each with the shared drive of the items inside. */
function refsOf(ids: readonly string[], items: readonly PlacedItem[]): FolderRef[] {
  const driveOf = new Map(items.flatMap(({ parents, driveId }) => parents.map((id) => [id, driveId] as const)));
  return [...new Set(ids)].map((id) => ({ id, driveId: driveOf.get(id) ?? null }));
}
