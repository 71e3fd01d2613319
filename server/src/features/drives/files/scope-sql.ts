/** States of a file in which nothing is read of it; it comes back when it is seen again (rules/drives 6). */
export const AWAY = `('out_of_scope', 'trashed', 'gone', 'unreadable')` as const;

/** Files in these states are in the hands of somebody, who says what becomes of them. */
export const IN_HAND = `('fetching', 'scanning', 'waiting_for_key')` as const;

/** A change of a file that has been quiet for so long is fetched at once; later ones gather for as long. */
const GATHER = `interval '30 seconds'`;
const GATHER_AT_MOST = `interval '5 minutes'`;

/** When a file is to be fetched that has changed now, and since when its changes gather. */
export const DUE =
  `case when drive_files.found_at > :now::timestamptz - ${GATHER} then least(:now::timestamptz + ${GATHER},
    case when drive_files.due_at is not null then coalesce(drive_files.gathering_since, :now::timestamptz)
      else :now::timestamptz end + ${GATHER_AT_MOST})
  else :now::timestamptz end` as const;
export const GATHERING = `case when drive_files.due_at is not null
  then coalesce(drive_files.gathering_since, :now::timestamptz) else :now::timestamptz end` as const;

/**
 * Queries of a `with recursive` that begins with `start (id)`, some folders. `scope` has those of them that are within
 * a picked one: the nearest that is picked, how far it is, and whether a folder between is in the trash. Ancestry that
 * leads in a circle ends there, and so does what leads through a folder that is not there any more.
 */
export const FOLDER_SCOPE = `
up (start, at, depth, trashed) as (
  select start.id, start.id, 0, false from start
  union all
  select up.start, parent, up.depth + 1, up.trashed or f.state = 'trashed'
  from up
  join drive_files f on f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.provider_id = up.at
    and f.is_folder and f.state not in ('gone', 'unreadable')
  cross join unnest(f.parent_ids) as parent
  where not exists (select from drive_folders d where d.workspace_id = :workspaceId
    and d.connection_id = :connectionId and d.provider_id = up.at)
) cycle at set looped using path,
scope as (
  select distinct on (up.start) up.start as id, d.id as folder_id, up.depth,
    up.trashed or coalesce(f.state = 'trashed', false) as trashed
  from up
  join drive_folders d on d.workspace_id = :workspaceId and d.connection_id = :connectionId and d.provider_id = up.at
  left join drive_files f on f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.provider_id = up.at
  where f.state is null or f.state not in ('gone', 'unreadable')
  order by up.start, 4, up.depth, d.id
)` as const;

/** Whether a folder, by the provider's id of it in `place.id`, tells where it is: it was seen, or was picked. */
export const KNOWN_PLACE = `(
  exists (select from drive_folders d where d.workspace_id = :workspaceId and d.connection_id = :connectionId
    and d.provider_id = place.id)
  or exists (select from drive_files f where f.workspace_id = :workspaceId and f.connection_id = :connectionId
    and f.provider_id = place.id and f.is_folder and f.state not in ('gone', 'unreadable')))` as const;

/** Whether somebody made a module of a file's text, by the file's id in `made.id`: its passages are looked up again. */
export const HAS_MODULES = `exists (select from suggestions g where g.workspace_id = :workspaceId
    and g.drive_file_id = made.id and g.status = 'accepted')` as const;
