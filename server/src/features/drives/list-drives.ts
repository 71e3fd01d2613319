import { GOOGLE_DRIVE_CALLBACK_PATH } from '@training/shared/drives/connect-drive';
import { DriveSummary, type DriveList } from '@training/shared/drives/drive-summaries';
import { z } from 'zod';
import { type DriveContext, departmentLimitOf } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { mayUseOperatorsLarkApp } from './connect-drive.ts';
import { describeDriveStateReason, describeUnreadFileReason } from '../drive-sync/connection/drive-reason-texts.ts';

/** A crawl `v` as JSON. */
const CRAWL = `json_build_object('id', v.id, 'cause', v.cause, 'state', v.state, 'reason', v.reason,
  'requested_by', v.requested_by_name, 'started_at', to_iso(v.started_at), 'finished_at', to_iso(v.finished_at),
  'folders', v.folders, 'files', v.files, 'changed', v.changed)` as const;

/** The running crawl of the drive `d`, or the last one that ended. */
const crawl = <const Which extends string>(which: Which) =>
  `(
    select ${CRAWL} from drive_crawls v
    where v.workspace_id = :workspaceId and v.connection_id = d.id and v.state ${which}
    order by v.started_at desc limit 1)` as const;

/** The picked folders of the drive `d` that the caller may see: those of their department, or all. */
const FOLDERS = `
  select coalesce(json_agg(json_build_object('id', f.id, 'provider_id', f.provider_id, 'drive_id', f.drive_id,
      'name', f.name, 'department_id', f.department_id, 'department', p.name, 'problem', coalesce(l.problem, f.problem)) order by lower(f.name), f.id), '[]') as list,
    count(*)::integer as n, array_agg(f.id) as ids
  from drive_folders f
  left join departments p on p.workspace_id = :workspaceId and p.id = f.department_id
  left join drive_change_feeds l on l.workspace_id = :workspaceId and l.connection_id = d.id and l.drive_id = f.drive_id
  where f.workspace_id = :workspaceId and f.connection_id = d.id
    and (:departmentId::uuid is null or f.department_id = :departmentId)` as const;

/** Condition for folders `x` that couldn't be listed. */
export const FOLDER_IS_UNLISTABLE = `x.is_folder and x.reason is not null and x.folder_id is not null
    and x.state not in ('out_of_scope', 'trashed', 'gone')` as const;

/** Number of files by state and reason, limited to the department's folders; plus folders that couldn't be listed. */
const COUNTED = `
  select 'unreadable' as state, 'unlisted' as reason, count(*)::integer as files
  from drive_files x
  where x.workspace_id = :workspaceId and x.connection_id = d.id and ${FOLDER_IS_UNLISTABLE}
    and (:departmentId::uuid is null or x.folder_id = any (folders.ids))
  having count(*) > 0
  union all
  select x.state, case when x.state in ('skipped', 'failed', 'unreadable') then x.reason end as reason,
    count(*)::integer as files
  from drive_files x
  where x.workspace_id = :workspaceId and x.connection_id = d.id and not x.is_folder
    and (:departmentId::uuid is null or x.folder_id = any (folders.ids))
  group by 1, 2` as const;

/** Changes found in the last 30 days. */
const FOUND = `
  select json_agg(json_build_object('by', g.found_by, 'documents', g.documents, 'median_delay_seconds', g.median)
    order by g.found_by) as list
  from (
    select n.found_by, count(distinct n.file_id)::integer as documents,
      round((percentile_cont(0.5) within group (
        order by greatest(extract(epoch from n.found_at - n.changed_at), 0)
      ) filter (where n.changed_at is not null))::numeric, 1)::float8 as median
    from drive_file_changes n
    where n.workspace_id = :workspaceId and n.connection_id = d.id and n.found_at > :now::timestamptz - interval '30 days'
      and (:departmentId::uuid is null or exists (
        select from drive_files x
        where x.workspace_id = :workspaceId and x.id = n.file_id and x.folder_id = any (folders.ids)))
    group by n.found_by) g` as const;

/** The next 02:00 in the workspace’s time zone. */
const NIGHT = `
  select (day + interval '2 hours') at time zone w.time_zone as at
  from generate_series(date_trunc('day', :now::timestamptz at time zone w.time_zone),
    date_trunc('day', :now::timestamptz at time zone w.time_zone) + interval '1 day', interval '1 day') as day
  where (day + interval '2 hours') at time zone w.time_zone > :now::timestamptz
  order by day limit 1` as const;

/** The drives of a workspace as cards, without texts for users. Takes `:workspaceId`, `:departmentId` and `:now`. */
export const DRIVE_CARDS_SQL = `
select json_build_object(
  'id', d.id, 'kind', d.kind, 'auth', d.auth, 'account', d.account, 'state', d.state, 'reason', d.state_reason,
  'push', d.push, 'connected_at', to_iso(d.connected_at), 'connected_by', d.connected_by_name,
  'disconnected_at', to_iso(d.disconnected_at), 'folders', folders.list, 'folder_count', folders.n,
  'files', coalesce(files.states, '[]'), 'cannot_read', coalesce(files.unread, '[]'),
  'last_event_at', to_iso(d.last_event_at), 'last_polled_at', to_iso(d.last_polled_at),
  'last_scan', ${crawl(`<> 'running'`)}, 'scan', ${crawl(`= 'running'`)},
  'next_scan_at', case when d.state in ('connected', 'degraded') and folders.n > 0 then to_iso(night.at) end,
  'found', coalesce(found.list, '[]')) as drive
from drive_connections d
join workspaces w on w.id = :workspaceId
cross join lateral (${FOLDERS}) folders
cross join lateral (
  with counted as materialized (${COUNTED})
  select (
      select json_agg(json_build_object('state', s.state, 'files', s.files) order by s.state)
      from (select state, sum(files)::integer as files from counted group by state) s) as states, (
      select json_agg(json_build_object('state', u.state, 'reason', u.reason, 'files', u.files) order by u.files desc)
      from (
        select * from counted where state in ('skipped', 'failed', 'unreadable') order by files desc limit 50) u) as unread
  ) files
cross join lateral (${FOUND}) found
cross join lateral (${NIGHT}) night
where d.workspace_id = :workspaceId` as const;

const Card = DriveSummary.omit({ advice: true, cannot_read: true }).extend({
  cannot_read: z.array(DriveSummary.shape.cannot_read.element.omit({ advice: true })),
});
type Card = z.infer<typeof Card>;

/** Trainers only see drives that have folders of their department. */
const LIST = defineStatement({
  name: 'list-drives',
  scope: 'tenant',
  // The cached plan for few files would read them one by one.
  unprepared: true,
  row: z.strictObject({ drive: Card }),
  sql: `
${DRIVE_CARDS_SQL} and (:departmentId::uuid is null or folders.n > 0)
order by d.state = 'disconnected', d.connected_at, d.id`,
});

/** The drives of a workspace, limited to what the caller may see (rules/drives 9). */
export async function listDrives(ctx: DriveContext): Promise<DriveList> {
  const { db, workspace, reach, now, drives } = ctx;
  const rows = await LIST.all(db.pool, { workspaceId: workspace.id, departmentId: departmentLimitOf(ctx), now });
  const cards = rows.map(({ drive }) => inWords(drive));
  const { google } = drives.settings;
  return {
    drives: reach === 'status' ? cards.map(statusOf) : cards,
    offers:
      reach === 'workspace'
        ? {
            google_consent: google.client !== undefined,
            redirect_uri: `${drives.origin()}${GOOGLE_DRIVE_CALLBACK_PATH}`,
            operators_app: await mayUseOperatorsLarkApp(ctx),
            public_url: drives.settings.publicUrl ?? null,
          }
        : null,
  };
}

function inWords(card: Card): DriveSummary {
  return {
    ...card,
    advice: card.reason && describeDriveStateReason(card.reason),
    cannot_read: card.cannot_read.map((each) => ({
      ...each,
      advice: each.reason && describeUnreadFileReason(each.reason),
    })),
  };
}

/** The card without the account, the folders, and names of users. */
function statusOf(card: DriveSummary): DriveSummary {
  const crawl = (of: DriveSummary['scan']) => of && { ...of, requested_by: null };
  return {
    ...card,
    account: null,
    connected_by: null,
    folders: null,
    scan: crawl(card.scan),
    last_scan: crawl(card.last_scan),
  };
}
