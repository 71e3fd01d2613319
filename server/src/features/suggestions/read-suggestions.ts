import {
  SUGGESTION_EXCERPT_CODE_POINTS,
  type ListSuggestions,
  SuggestionOrder,
  type SuggestionDetail,
  type SuggestionPage,
} from '@training/shared/suggestions/suggestions';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatementPerOrder, type SortDirection } from '../../database/statements/define-per-order.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';

/** SQL condition that the caller may see the suggestion in row `s`; its parameter is `ownDepartment(ctx)`. */
export const SUGGESTION_IS_VISIBLE =
  '(:ownDepartment::uuid is null or s.department_id is null or s.department_id = :ownDepartment)';

/** SQL for the resulting module, visible only to users who may see it. */
const ACCEPTED = `
  case when s.status = 'accepted' then json_build_object(
    'at', to_iso(s.accepted_at), 'by', s.accepted_by_name,
    'module', (select json_build_object('id', m.id, 'course_id', m.course_id, 'title', coalesce(m.working ->> 'title', m.title))
      from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
      where m.workspace_id = :workspaceId and m.id = s.module_id
        and (:ownDepartment::uuid is null or c.department_id = :ownDepartment))) end`;

/** SQL for a suggestion that another one refers to, visible only to users who may see it. */
const named = (id: string) => `(
  select json_build_object('id', o.id, 'title', o.title, 'source_name', o.source_name, 'status', o.status)
  from suggestions o where o.workspace_id = $1 and o.id = ${id}
    and ($3::uuid is null or o.department_id is null or o.department_id = $3))`;

const SUPERSEDED = `
  case when s.status = 'superseded'
    then json_build_object('at', to_iso(s.superseded_at), 'by', ${named('s.superseded_by')}) end`;

const SUMMARY = `
  'id', s.id, 'status', s.status, 'title', s.title, 'source_name', s.source_name, 'source_url', s.source_url,
  'department_id', s.department_id, 'department', d.name, 'created_at', to_iso(s.created_at),
  'duplicate_of', s.duplicate_of, 'excerpt', left(s.content, ${SUGGESTION_EXCERPT_CODE_POINTS}),
  'dismissed_at', to_iso(s.dismissed_at), 'dismissed_by', s.dismissed_by_name, 'dismiss_reason', s.dismiss_reason,
  'duplicate', ${named('s.duplicate_of')}, 'superseded', ${SUPERSEDED}, 'accepted', ${ACCEPTED}`;

/** SQL of each order of the suggestion `s` in the department `d`. The first one has an index. */
const ORDERS = {
  created: (way) => `s.created_at ${way}, s.id ${way}`,
  title: (way) => `lower(s.title) ${way}, s.id`,
  source: (way) => `lower(s.source_name) ${way}, s.created_at desc, s.id desc`,
  department: (way) => `lower(d.name) ${way} nulls last, s.created_at desc, s.id desc`,
} as const satisfies Record<SuggestionOrder, (way: SortDirection) => string>;

const MATCHING = `s.workspace_id = :workspaceId and s.status = :status and ${SUGGESTION_IS_VISIBLE}` as const;

/** Defines one statement per order. */
function defineList(order: SuggestionOrder, way: SortDirection) {
  const by = ORDERS[order](way);
  const departments = 'left join departments d on d.workspace_id = :workspaceId and d.id = s.department_id';
  const sql = `
with page as (
  select s.id from suggestions s ${departments}
  where ${MATCHING} order by ${by} limit :limit offset :offset
)
select json_build_object(
  'suggestions', coalesce((
    select json_agg(json_build_object(${SUMMARY}) order by ${by})
    from page join suggestions s on s.workspace_id = :workspaceId and s.id = page.id ${departments}), '[]'),
  'total', (select count(*) from suggestions s where ${MATCHING})
)::text as json`;
  return defineStatement({ name: `list-suggestions-by-${order}-${way}`, scope: 'tenant', row: JsonRow, sql });
}

const listOf = defineStatementPerOrder(SuggestionOrder.options, defineList);

/** Lists a page of the Recommended queue, newest first unless asked otherwise. */
export async function listSuggestions(ctx: Context, input: ListSuggestions): Promise<SuggestionPage> {
  const { status, limit, offset } = input;
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const { json } = await listOf(input).one(ctx.db.pool, { ...seen, status, limit, offset });
  return createPreparedJson(json);
}

const GET_SUGGESTION = defineStatement({
  name: 'get-suggestion',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object(${SUMMARY}, 'content', s.content, 'scan', s.scan)::text as json
from suggestions s left join departments d on d.workspace_id = :workspaceId and d.id = s.department_id
where s.workspace_id = :workspaceId and s.id = :id and ${SUGGESTION_IS_VISIBLE}`,
});

/** @throws AppError `suggestion_not_found`, also for a suggestion of a department that the caller may not see */
export async function getSuggestion(ctx: Context, { id }: { id: string }): Promise<SuggestionDetail> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const suggestion = await GET_SUGGESTION.first(ctx.db.pool, { ...seen, id });
  if (!suggestion) throw new AppError('suggestion_not_found', `There is no suggestion ${id} that you can see.`);
  return createPreparedJson(suggestion.json);
}
