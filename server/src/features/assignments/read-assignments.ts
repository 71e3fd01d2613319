import {
  AssignmentOrder,
  type Assignment,
  type AssignmentPage,
  type ListAssignments,
  type AssignmentRef,
} from '@training/shared/assignments/assignments';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatementPerOrder, type SortDirection } from '../../database/statements/define-per-order.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';

/**
 * SQL condition for callers who see only a department: assignments to it, to its people, or to a role. For a role, only
 * its people in the department are shown.
 */
const VISIBLE = `(
  :ownDepartment::uuid is null or a.department_id = :ownDepartment or a.role is not null
  or exists (select from users o where o.workspace_id = :workspaceId and o.id = a.user_id and o.department_id = :ownDepartment))`;

const UNFINISHED = `e.completed_at is null and e.waived_at is null`;
const OVERDUE = `${UNFINISHED} and m.status = 'published' and e.due_at <= :now::timestamptz`;

/** SQL for the current cycles `e` that the links `l` cover, of people whom the caller may see. */
const COVERED = `
    assignment_enrollments l
    join enrollments e on e.workspace_id = :workspaceId and e.id = l.enrollment_id and e.is_current
    join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active
      and (:ownDepartment::uuid is null or u.department_id = :ownDepartment)
    where l.workspace_id = :workspaceId and l.removed_at is null` as const;

/** SQL for the assignment `a` as JSON. */
const ASSIGNMENT = `json_build_object(
  'id', a.id,
  'module', (select json_build_object('id', m.id, 'title', m.title, 'status', m.status, 'course_id', m.course_id)
    from modules m where m.workspace_id = :workspaceId and m.id = a.module_id),
  'to', case a.audience
    when 'user' then (select json_build_object('kind', 'user', 'user_id', u.id, 'name', u.full_name)
      from users u where u.workspace_id = :workspaceId and u.id = a.user_id)
    when 'department' then (select json_build_object('kind', 'department', 'department_id', d.id, 'name', d.name)
      from departments d where d.workspace_id = :workspaceId and d.id = a.department_id)
    else json_build_object('kind', 'role', 'role', a.role) end,
  'due_on', a.due_on, 'due_days', a.due_days, 'joiners', a.joiners, 'again', a.again, 'window_days', a.window_days,
  'version', a.version, 'created_at', to_iso(a.created_at), 'created_by_name', a.created_by_name,
  'ended_at', to_iso(a.ended_at), 'ended_by_name', a.ended_by_name,
  'path', (select json_build_object('id', p.id, 'title', p.title) from path_assignments g
    join paths p on p.workspace_id = :workspaceId and p.id = g.path_id
    where g.workspace_id = :workspaceId and g.assignment_id = a.id),
  'may_change', a.ended_at is null and (:ownDepartment::uuid is null or a.role is null),
  'applying', (select json_build_object('done', r.done, 'total', r.total, 'failing', coalesce((
      select json_agg(json_build_object('user_id', f.id, 'name', f.full_name) order by f.full_name, f.id)
      from (select f.id, f.full_name from users f
        where f.workspace_id = :workspaceId and f.id = any(r.failed)
          and (:ownDepartment::uuid is null or f.department_id = :ownDepartment)
        order by f.full_name, f.id limit 20) f), '[]')) from assignment_runs r
    where r.workspace_id = :workspaceId and r.assignment_id = a.id and r.finished_at is null),
  'counts', (
    select json_build_object(
      'people', count(*), 'completed', count(e.completed_at), 'waived', count(e.waived_at),
      'open', count(*) filter (where ${UNFINISHED} and m.status = 'published'),
      'overdue', count(*) filter (where ${OVERDUE}),
      'paused', count(*) filter (where ${UNFINISHED} and m.status <> 'published'))
    from ${COVERED} and l.assignment_id = a.id)
)`;

/** SQL of each order of the assignment `a`, its module's `title`, and its `figure` if the order has one. */
const ORDERS = {
  created: (way) => `a.created_at ${way}, a.id ${way}`,
  module: (way) => `lower(title) ${way}, a.created_at desc, a.id`,
  completed: (way) => `figure ${way} nulls last, a.created_at desc, a.id`,
  overdue: (way) => `figure ${way} nulls last, a.created_at desc, a.id`,
} as const satisfies Record<AssignmentOrder, (way: SortDirection) => string>;

/** SQL of the figure of each assignment for the orders that need it. All cycles are counted in one pass. */
const FIGURES = {
  completed: `count(e.completed_at)::float8 / count(*)`,
  overdue: `count(*) filter (where ${OVERDUE})`,
};

/** Defines one statement per order. */
function defineList(order: AssignmentOrder, way: SortDirection) {
  const by = ORDERS[order](way);
  const name = `list-assignments-by-${order}-${way}`;
  const figure = order === 'completed' || order === 'overdue' ? FIGURES[order] : null;
  const figures =
    figure === null
      ? 'select null::uuid as assignment_id, null as figure where false'
      : `
  select l.assignment_id, ${figure} as figure from ${COVERED} group by 1`;
  const sql = `
with figures as (${figures}
), matching as (
  select a.id, a.created_at, m.title, f.figure from assignments a
  join modules m on m.workspace_id = :workspaceId and m.id = a.module_id
  left join figures f on f.assignment_id = a.id
  where a.workspace_id = :workspaceId and (a.ended_at is null) = (:state = 'standing') and ${VISIBLE}
    and (:module::uuid is null or a.module_id = :module)
    and (:department::uuid is null or a.department_id = :department)
    and (:user::uuid is null or exists (
      select from enrollments e join assignment_enrollments l on l.workspace_id = :workspaceId and l.enrollment_id = e.id
      where e.workspace_id = :workspaceId and e.user_id = :user and e.is_current and l.assignment_id = a.id
        and l.removed_at is null))
), page as (
  select a.* from matching a order by ${by} limit :limit offset :offset
)
select json_build_object(
  'assignments', coalesce((
    select json_agg(${ASSIGNMENT} order by ${by})
    from page join assignments a on a.workspace_id = :workspaceId and a.id = page.id), '[]'),
  'total', (select count(*) from matching)
)::text as json`;
  return defineStatement({ name, scope: 'tenant', unprepared: true, row: JsonRow, sql });
}

const listOf = defineStatementPerOrder(AssignmentOrder.options, defineList);

/** Lists assignments, newest first unless asked otherwise. */
export async function listAssignments(ctx: Context, input: ListAssignments): Promise<AssignmentPage> {
  const { module_id = null, department_id = null, user_id = null, state, limit, offset } = input;
  const { json } = await listOf(input).one(ctx.db.pool, {
    ...viewedBy(ctx),
    module: module_id,
    department: department_id,
    user: user_id,
    state,
    limit,
    offset,
  });
  return createPreparedJson(json);
}

const GET_ASSIGNMENT = defineStatement({
  name: 'get-assignment',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
select ${ASSIGNMENT}::text as json from assignments a where a.workspace_id = :workspaceId and a.id = :id and ${VISIBLE}`,
});

/** Returns an assignment. @throws AppError `assignment_not_found` */
export async function getAssignment(ctx: Context, { id }: AssignmentRef): Promise<Assignment> {
  const found = await GET_ASSIGNMENT.first(ctx.db.pool, { ...viewedBy(ctx), id });
  if (!found) throw new AppError('assignment_not_found', `There is no assignment ${id} in this workspace.`);
  return createPreparedJson(found.json);
}

function viewedBy(ctx: Context) {
  return {
    workspaceId: ctx.workspace.id,
    ownDepartment: departmentLimitOf(ctx),
    now: ctx.now,
  };
}
