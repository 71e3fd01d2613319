import {
  type AssignableModule,
  AssignablePerson,
  type AssignedPeoplePage,
  type ListAssignedPeople,
  type SearchAssignmentChoices,
} from '@training/shared/assignments/assignments';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { joinAllowedAndUsedAttemptsSql } from '../courses/attempt-settings.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';
import { getAssignment } from './read-assignments.ts';

const STATUS = `case when e.completed_at is not null then 'completed' when e.waived_at is not null then 'waived'
  when m.status <> 'published' then 'paused' when e.due_at <= :now::timestamptz then 'overdue'
  when e.started_at is null then 'not_started' else 'in_progress' end`;

const LIST_ASSIGNED = defineStatement({
  name: 'list-assigned',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
with assigned as (
  select e.id, u.id as user_id, u.full_name, u.email, u.department_id, ${STATUS} as status, e.due_at
  from assignment_enrollments l
  join enrollments e on e.workspace_id = :workspaceId and e.id = l.enrollment_id and e.is_current
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active
  where l.workspace_id = :workspaceId and l.assignment_id = :id and l.removed_at is null
    and (:ownDepartment::uuid is null or u.department_id = :ownDepartment)
    and (:search::text is null or u.full_name ilike :search or u.email ilike :search
      or u.external_id ilike :search)
), matching as (
  select * from assigned where :status::text is null or status = :status
), page as (
  select * from matching
  order by status in ('completed', 'waived'), due_at nulls last, full_name, id limit :limit offset :offset
)
select json_build_object(
  'people', coalesce((
    select json_agg(json_build_object(
      'enrollment_id', e.id, 'user_id', p.user_id, 'full_name', p.full_name, 'email', p.email, 'department', d.name,
      'cycle', e.cycle, 'status', p.status, 'progress', e.progress, 'attempts_used', limits.used,
      'attempts_allowed', limits.allowed, 'out_of_attempts', e.out_of_attempts, 'assigned_at', to_iso(e.assigned_at),
      'due_on', e.due_on, 'due_at', to_iso(e.due_at), 'completed_at', to_iso(e.completed_at),
      'expires_at', to_iso(e.expires_at),
      'lapsed_at', case when e.certified_until <= :now::timestamptz then to_iso(e.certified_until) end,
      'waived', case when e.waived_at is not null then json_build_object(
        'at', to_iso(e.waived_at), 'by_name', e.waived_by_name, 'reason', e.waived_reason) end
    ) order by p.status in ('completed', 'waived'), p.due_at nulls last, p.full_name, p.id)
    from page p
    join enrollments e on e.workspace_id = :workspaceId and e.id = p.id
    join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    left join module_revisions r on r.workspace_id = :workspaceId and r.id = coalesce(e.revision_id, m.live_revision_id)
    ${joinAllowedAndUsedAttemptsSql('e', 'r')}
    left join departments d on d.workspace_id = :workspaceId and d.id = p.department_id), '[]'),
  'total', (select count(*) from matching)
)::text as json`,
});

/**
 * Lists the active people of an assignment whom the caller may see, overdue and soonest due first.
 * @throws AppError `assignment_not_found`
 */
export async function listAssignedPeople(ctx: Context, input: ListAssignedPeople): Promise<AssignedPeoplePage> {
  const { id, status = null, search, limit, offset } = input;
  await getAssignment(ctx, { id });
  const { json } = await LIST_ASSIGNED.one(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    ownDepartment: departmentLimitOf(ctx),
    now: ctx.now,
    id,
    status,
    search: search ? likePatternOf(search) : null,
    limit,
    offset,
  });
  return createPreparedJson(json);
}

const ASSIGNABLE_MODULES = defineStatement({
  name: 'assignable-modules',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), title: z.string(), course_id: z.uuid(), course: z.string() }),
  sql: `
select m.id, m.title, m.course_id, c.title as course
from modules m join courses c on c.workspace_id = m.workspace_id and c.id = m.course_id
where m.workspace_id = :workspaceId and m.status = 'published' and (m.title ilike :search or c.title ilike :search)
order by c.title, m.position, m.id limit 50`,
});

/** Lists published modules of all departments. */
export function searchAssignableModules(
  { db, workspace }: Context,
  { search }: SearchAssignmentChoices,
): Promise<AssignableModule[]> {
  return ASSIGNABLE_MODULES.all(db.pool, { workspaceId: workspace.id, search: likePatternOf(search) });
}

const ASSIGNABLE_PEOPLE = defineStatement({
  name: 'assignable-people',
  scope: 'tenant',
  row: AssignablePerson,
  sql: `
select id, full_name, email, external_id from users
where workspace_id = :workspaceId and is_active and role <> 'auditor'
  and (:ownDepartment::uuid is null or department_id = :ownDepartment)
  and (full_name ilike :search or email ilike :search or external_id ilike :search)
order by full_name, id limit 50`,
});

/** Lists active people who study; for trainers, only of their own department. */
export function searchAssignablePeople(ctx: Context, { search }: SearchAssignmentChoices): Promise<AssignablePerson[]> {
  return ASSIGNABLE_PEOPLE.all(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    ownDepartment: departmentLimitOf(ctx),
    search: likePatternOf(search),
  });
}
