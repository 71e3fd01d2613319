import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { placeTrees, type Placed, type Seen } from './place-trees.ts';
import { KNOWN_PLACE } from './scope-sql.ts';
import type { SeenItem } from './item-row.ts';

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
export async function upsertFolders(
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
