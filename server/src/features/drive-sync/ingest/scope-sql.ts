/** States of files that are being processed by a worker or a job, which sets the next state. */
export const FILE_STATES_IN_PROCESS = ['fetching', 'scanning', 'waiting_for_key'] as const;

/** `FILE_STATES_IN_PROCESS` as an SQL list. */
export const FILE_STATES_IN_PROCESS_SQL = `('fetching', 'scanning', 'waiting_for_key')` as const;

/** The first change after a quiet period of this length is fetched at once; later ones are gathered for as long. */
const GATHER = `interval '30 seconds'`;
const GATHER_AT_MOST = `interval '5 minutes'`;

/** SQL for the time to fetch a file that changed now. */
export const FETCH_DUE_AT_SQL =
  `case when drive_files.found_at > :now::timestamptz - ${GATHER} then least(:now::timestamptz + ${GATHER},
    case when drive_files.due_at is not null then coalesce(drive_files.gathering_since, :now::timestamptz)
      else :now::timestamptz end + ${GATHER_AT_MOST})
  else :now::timestamptz end` as const;

/** SQL for the start of the gathering period of a file that changed now. */
export const GATHERING_SINCE_SQL = `case when drive_files.due_at is not null
  then coalesce(drive_files.gathering_since, :now::timestamptz) else :now::timestamptz end` as const;

/**
 * Queries for a `with recursive` that starts with `start (id)`, a set of folders. `scope` contains those inside a
 * picked folder: the nearest picked folder, the distance to it, and whether a folder between them is in the trash.
 * Cycles, and paths through folders that no longer exist, are cut off.
 */
export const FOLDER_SCOPE_CTES = `
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

/** True if the location of the folder `place.id` (a provider's id) is known: it is stored or picked. */
export const FOLDER_IS_STORED_OR_PICKED = `(
  exists (select from drive_folders d where d.workspace_id = :workspaceId and d.connection_id = :connectionId
    and d.provider_id = place.id)
  or exists (select from drive_files f where f.workspace_id = :workspaceId and f.connection_id = :connectionId
    and f.provider_id = place.id and f.is_folder and f.state not in ('gone', 'unreadable')))` as const;

/** True if a module was made from the text of the file `made.id`, whose quotes must then be rechecked. */
export const FILE_HAS_MODULES = `exists (select from suggestions g where g.workspace_id = :workspaceId
    and g.drive_file_id = made.id and g.status = 'accepted')` as const;
