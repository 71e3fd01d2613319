import {
  CourseDetail,
  CourseOrder,
  ModuleSummary,
  SectionKind,
  SectionState,
  type CoursePage,
  type ListCourses,
} from '@training/shared/courses/courses';
import { isSectionEditable } from '@training/shared/reviews/workflow';
import { NEW_MODULE_WORKFLOW_STATE } from '@training/shared/reviews/workflow-state';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatementPerOrder, type SortDirection } from '../../database/statements/define-per-order.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';

/** SQL condition that the caller may see the course in row `c`; its parameter is `ownDepartment(ctx)`. */
export const COURSE_IS_VISIBLE = '(:ownDepartment::uuid is null or c.department_id = :ownDepartment)';

const COURSE = `
  'id', c.id, 'title', c.title, 'emoji', c.emoji, 'department_id', c.department_id, 'department', d.name,
  'published', c.published, 'published_at', to_iso(c.published_at), 'created_at', to_iso(c.created_at)`;

const MATCHING = `c.workspace_id = :workspaceId and ${COURSE_IS_VISIBLE}
    and (:department::uuid is null or c.department_id = :department)
    and (:search::text is null or c.title ilike :search)` as const;

/** SQL of each order of the course `c` in the department `d`. The first two have an index. */
const ORDERS = {
  created: (way) => `c.created_at ${way}, c.id ${way}`,
  title: (way) => `lower(c.title) ${way}, c.id ${way}`,
  department: (way) => `lower(d.name) ${way} nulls last, lower(c.title), c.id`,
  published: (way) => `c.published_at ${way} nulls last, c.id ${way}`,
} as const satisfies Record<CourseOrder, (way: SortDirection) => string>;

/** Defines one statement per order. */
function defineList(order: CourseOrder, way: SortDirection) {
  const by = ORDERS[order](way);
  const name = `list-courses-by-${order}-${way}`;
  const sql = `
with page as (
  select c.id from courses c
  left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id
  where ${MATCHING} order by ${by} limit :limit offset :offset
)
select json_build_object(
  'courses', coalesce((
    select json_agg(json_build_object(${COURSE},
      'modules', (select count(*) from modules m where m.workspace_id = :workspaceId and m.course_id = c.id),
      'published_modules', (select count(*) from modules m
        where m.workspace_id = :workspaceId and m.course_id = c.id and m.status = 'published'),
      'changes_requested', (select count(*) from modules m
        where m.workspace_id = :workspaceId and m.course_id = c.id and m.workflow = 'changes_requested'
          and m.status <> 'archived')
    ) order by ${by})
    from page join courses c on c.workspace_id = :workspaceId and c.id = page.id
    left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id), '[]'),
  'total', (select count(*) from courses c where ${MATCHING})
)::text as json`;
  return defineStatement({ name, scope: 'tenant', row: JsonRow, sql });
}

const listOf = defineStatementPerOrder(CourseOrder.options, defineList);

export async function listCourses(ctx: Context, input: ListCourses): Promise<CoursePage> {
  const { department_id: department = null, search, limit, offset } = input;
  const { json } = await listOf(input).one(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    ownDepartment: departmentLimitOf(ctx),
    department,
    search: search ? likePatternOf(search) : null,
    limit,
    offset,
  });
  return createPreparedJson(json);
}

/** SQL for unresolved queries about the queried sections of module `m`. */
const OPEN_QUERIES = `
  select k.id from review_comments k
  join sections s on s.workspace_id = :workspaceId and s.module_id = m.id and s.kind = k.section and s.state = 'queried'
  where k.workspace_id = :workspaceId and k.module_id = m.id and k.kind = 'query' and k.resolved_at is null`;

/** A module with the states of its sections, from which the workflow derives the editable ones. */
const ReadModule = ModuleSummary.omit({ open: true }).extend({ states: z.record(SectionKind, SectionState) });

const GET_COURSE = defineStatement({
  name: 'get-course',
  scope: 'tenant',
  row: z.strictObject({ course: CourseDetail.extend({ modules: z.array(ReadModule) }) }),
  sql: `
select json_build_object(${COURSE}, 'version', c.version,
  'modules', coalesce((
    select json_agg(json_build_object(
      'id', m.id, 'title', m.title, 'status', m.status, 'workflow', m.workflow, 'order', m.position, 'validity_days', m.validity_days,
      'flashcards', coalesce((select jsonb_array_length(s.items) from sections s
        where s.workspace_id = :workspaceId and s.module_id = m.id and s.kind = 'flashcards'), 0),
      'questions', coalesce((select jsonb_array_length(s.items) from sections s
        where s.workspace_id = :workspaceId and s.module_id = m.id and s.kind = 'quiz'), 0),
      'open_queries', (select count(*) from (${OPEN_QUERIES}) k),
      'states', (select json_object_agg(s.kind, s.state) from sections s
        where s.workspace_id = :workspaceId and s.module_id = m.id)
    ) order by m.position)
    from modules m where m.workspace_id = :workspaceId and m.course_id = c.id), '[]')
) as course
from courses c left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id
where c.workspace_id = :workspaceId and c.id = :id and ${COURSE_IS_VISIBLE}`,
});

/** @throws AppError `course_not_found`, also for a course of a department that the caller may not see */
export async function getCourse(ctx: Context, { id }: { id: string }): Promise<CourseDetail> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const found = await GET_COURSE.first(ctx.db.pool, { ...seen, id });
  if (!found) throw new AppError('course_not_found', `There is no course ${id} that you can see.`);
  return { ...found.course, modules: found.course.modules.map(summaryOf) };
}

function summaryOf({ states, ...module }: z.infer<typeof ReadModule>): ModuleSummary {
  const { status, workflow } = module;
  const state = { ...NEW_MODULE_WORKFLOW_STATE, archived: status === 'archived', workflow, ...states };
  return { ...module, open: SectionKind.options.filter((section) => isSectionEditable(state, section)) };
}
