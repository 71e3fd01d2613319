import {
  PathPeoplePage,
  PathProgressOfAllPeople,
  type ListPathPeople,
  MyPathsAndCertificates,
  MyPath,
  type PathRef,
} from '@training/shared/paths/paths';
import { z } from 'zod';
import { requireActingPerson, departmentLimitOf, type Context } from '../../core/context.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { TITLE_IN_OWN_LANGUAGE_SQL } from '../translations/localized-texts.ts';
import { coveredPeopleSql, CYCLE_IS_OF_PATH_MODULE } from './covered-people.ts';
import { getPath } from './read-paths.ts';

/**
 * SQL for the active people to whom paths are assigned, as `members`, and one row for each of them and each module of
 * the path, as `steps`. A person's cycle is the current one.
 * @param cycles Condition for the current cycles `e` to read: an index has to find them.
 * @param which Condition for the assignment `g` of a path and its person `u`.
 */
export const pathStandingSql = <const Cycles extends string, const Which extends string>(
  cycles: Cycles,
  which: Which,
) =>
  `
${coveredPeopleSql(cycles, which)}, members as materialized (
  select distinct path_id, user_id from covered
), steps as materialized (
  select b.path_id, b.user_id, s.module_id, s.position, e.id as enrollment_id, e.progress, e.started_at, e.due_on,
    m.status = 'published' as published, e.completed_at is not null as completed,
    e.completed_at is null and e.waived_at is not null as excused,
    e.completed_at is null and e.waived_at is null and m.status = 'published' as open,
    e.completed_at is null and e.waived_at is null and m.status = 'published'
      and coalesce(e.due_at <= :now::timestamptz, false) as overdue
  from members b
  join path_steps s on s.workspace_id = :workspaceId and s.path_id = b.path_id
  join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
  left join cycles e on e.user_id = b.user_id and e.module_id = s.module_id
), people as materialized (
  select path_id, user_id, count(*) filter (where open or completed or excused)::int as steps,
    count(*) filter (where completed or excused)::int as done,
    case when bool_or(open) then case
        when bool_or(completed or started_at is not null) then 'in_progress' else 'not_started' end
      when bool_or(completed) then 'completed' when bool_or(excused) then 'excused' else 'not_started' end as status,
    min(position) filter (where open) as at, min(due_on) filter (where open) as due_on, bool_or(overdue) as overdue
  from steps group by 1, 2
)` as const;

const COUNTS = <const From extends string>(from: From) =>
  `(select json_build_object('people', count(*),
      'not_started', count(*) filter (where p.status = 'not_started'),
      'in_progress', count(*) filter (where p.status = 'in_progress'),
      'completed', count(*) filter (where p.status = 'completed'),
      'excused', count(*) filter (where p.status = 'excused'), 'overdue', count(*) filter (where p.overdue))
    from ${from})` as const;

const OF_PATH = pathStandingSql(
  CYCLE_IS_OF_PATH_MODULE,
  'g.path_id = :id and (:ownDepartment::uuid is null or u.department_id = :ownDepartment)',
);

const READ = defineStatement({
  name: 'read-path-standing',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: PathProgressOfAllPeople,
  sql: `
with ${OF_PATH}, parts as (
  select distinct on (g.id) g.id as path_assignment_id, a.* from path_assignments g
  join assignments a on a.workspace_id = :workspaceId and a.id = g.assignment_id and a.ended_at is null
  left join users o on o.workspace_id = :workspaceId and o.id = a.user_id
  where g.workspace_id = :workspaceId and g.path_id = :id and (:ownDepartment::uuid is null
    or a.role is not null or coalesce(a.department_id, o.department_id) = :ownDepartment)
  order by g.id, a.created_at
)
select ${COUNTS('people p')} as counts,
  coalesce((
    select json_agg(json_build_object('module_id', m.id, 'title', m.title,
      'completed', coalesce(n.completed, 0), 'excused', coalesce(n.excused, 0), 'open', coalesce(n.open, 0),
      'overdue', coalesce(n.overdue, 0), 'at', (select count(*) from people p where p.at = s.position)) order by s.position)
    from path_steps s
    join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
    left join (
      select module_id, count(*) filter (where completed) as completed, count(*) filter (where excused) as excused,
        count(*) filter (where open) as open, count(*) filter (where overdue) as overdue
      from steps group by 1) n on n.module_id = s.module_id
    where s.workspace_id = :workspaceId and s.path_id = :id), '[]') as steps,
  coalesce((
    select json_agg(json_build_object('id', a.path_assignment_id,
      'to', case a.audience
        when 'user' then (select json_build_object('kind', 'user', 'user_id', u.id, 'name', u.full_name)
          from users u where u.workspace_id = :workspaceId and u.id = a.user_id)
        when 'department' then (select json_build_object('kind', 'department', 'department_id', d.id, 'name', d.name)
          from departments d where d.workspace_id = :workspaceId and d.id = a.department_id)
        else json_build_object('kind', 'role', 'role', a.role) end,
      'due_on', a.due_on, 'due_days', a.due_days, 'again', a.again, 'window_days', a.window_days,
      'version', a.version, 'created_at', to_iso(a.created_at), 'created_by_name', a.created_by_name,
      'may_change', :ownDepartment::uuid is null or a.role is null,
      'applying', exists (
        select from path_assignments g
        join assignment_runs r on r.workspace_id = :workspaceId and r.assignment_id = g.assignment_id
          and r.finished_at is null
        where g.workspace_id = :workspaceId and g.id = a.path_assignment_id),
      'counts', ${COUNTS('people p join covered c on c.path_assignment_id = a.path_assignment_id and c.user_id = p.user_id')})
      order by a.created_at desc, a.path_assignment_id)
    from (select * from parts order by created_at desc, path_assignment_id limit 100) a), '[]') as assignments`,
});

/**
 * Counts how the people to whom a path is assigned stand in it; trainers see their own department (rules/paths 8).
 * @throws AppError `path_not_found`
 */
export async function readPathStanding(ctx: Context, { id }: PathRef): Promise<PathProgressOfAllPeople> {
  await getPath(ctx, { id });
  return READ.one(ctx.db.pool, { ...named(ctx), id });
}

const LIST = defineStatement({
  name: 'list-path-people',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: PathPeoplePage,
  sql: `
with ${OF_PATH}, matching as (
  select p.*, u.email, u.external_id, u.full_name, u.department_id from people p
  join users u on u.workspace_id = :workspaceId and u.id = p.user_id
  where (:status::text is null or p.status = :status) and (not :overdue or p.overdue)
    and (:search::text is null or u.full_name ilike :search or u.email ilike :search)
), page as (
  select * from matching order by overdue desc, status in ('completed', 'excused'), due_on nulls last, full_name, user_id
  limit :limit offset :offset
)
select coalesce((
    select json_agg(json_build_object('user_id', p.user_id, 'email', p.email, 'external_id', p.external_id,
      'full_name', p.full_name, 'department', d.name, 'status', p.status, 'done', p.done, 'steps', p.steps, 'at', (
        select m.title from path_steps s join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
        where s.workspace_id = :workspaceId and s.path_id = :id and s.position = p.at),
      'due_on', p.due_on, 'overdue', p.overdue, 'certificate_id', (
        select x.id from path_completions x
        where x.workspace_id = :workspaceId and x.user_id = p.user_id and x.path_id = :id order by x.id desc limit 1))
      order by p.overdue desc, p.status in ('completed', 'excused'), p.due_on nulls last, p.full_name, p.user_id)
    from page p left join departments d on d.workspace_id = :workspaceId and d.id = p.department_id), '[]') as people,
  (select count(*)::int from matching) as total`,
});

/** Lists those people, first who has something overdue. @throws AppError `path_not_found` */
export async function listPathPeople(ctx: Context, input: ListPathPeople): Promise<PathPeoplePage> {
  const { id, status = null, overdue, search, limit, offset } = input;
  await getPath(ctx, { id });
  const like = search === '' ? null : likePatternOf(search);
  return LIST.one(ctx.db.pool, { ...named(ctx), id, status, overdue, search: like, limit, offset });
}

const MINE = defineStatement({
  name: 'read-my-paths',
  scope: 'tenant',
  row: z.strictObject({ path: MyPath }),
  sql: `
with ${pathStandingSql('e.user_id = :userId', 'true')}
select json_build_object('id', p.id, 'title', p.title, 'description', p.description, 'status', n.status,
  'due_on', n.due_on, 'overdue', n.overdue, 'steps', (
    select json_agg(json_build_object('module_id', m.id, 'title', ${TITLE_IN_OWN_LANGUAGE_SQL}, 'progress', coalesce(s.progress, 0)::float8,
      'state', case when s.completed then 'completed' when s.excused then 'excused' when not s.published then 'paused'
        when s.started_at is not null then 'in_progress' when k.missing is not null then 'locked' else 'open' end,
      'missing', coalesce((
        select json_agg(${TITLE_IN_OWN_LANGUAGE_SQL} order by o.position)
        from path_steps o join modules m on m.workspace_id = :workspaceId and m.id = o.module_id
        where o.workspace_id = :workspaceId and o.path_id = p.id and o.module_id = any(k.missing)), '[]'))
      order by s.position)
    from steps s
    join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
    cross join lateral (
      select case when s.open then missing_modules(:workspaceId, s.enrollment_id, :now::timestamptz) end as missing) k
    where s.path_id = p.id)) as path
from people n join paths p on p.workspace_id = :workspaceId and p.id = n.path_id
order by n.status in ('completed', 'excused'), n.due_on nulls last, p.title, p.id limit 100`,
});

const CERTIFICATES = defineStatement({
  name: 'read-my-path-certificates',
  scope: 'tenant',
  row: MyPathsAndCertificates.shape.certificates.element,
  sql: `
select x.id, p.title, to_iso(x.completed_at) as completed_at,
  ((x.expires_at - interval '1 millisecond') at time zone w.time_zone)::date::text as expires_on
from path_completions x
join paths p on p.workspace_id = :workspaceId and p.id = x.path_id
join workspaces w on w.id = :workspaceId
where x.workspace_id = :workspaceId and x.user_id = :userId order by x.id desc limit 100`,
});

/** Returns the caller's paths, with what is open, and what has to be done before the rest (rules/paths 4). */
export async function readMyPaths(ctx: Context): Promise<MyPathsAndCertificates> {
  const asked = { workspaceId: ctx.workspace.id, userId: requireActingPerson(ctx).id, now: ctx.now };
  const { now: _, ...own } = asked;
  const [found, certificates] = await Promise.all([MINE.all(ctx.db.pool, asked), CERTIFICATES.all(ctx.db.pool, own)]);
  return { paths: found.map(({ path }) => path), certificates };
}

const named = (ctx: Context) => ({
  workspaceId: ctx.workspace.id,
  ownDepartment: departmentLimitOf(ctx),
  now: ctx.now,
});
