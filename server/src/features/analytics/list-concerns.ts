import type { ConcernList, ConcernPage, ListConcerns } from '@training/shared/analytics/analytics-lists';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { IN_SCOPE, scopeParameters } from './scope.ts';

const UNFINISHED = `e.counted and e.completed_at is null and e.due_at is not null and m.status = 'published'`;

/** SQL conditions and order of each list's cycles `e`. */
const LISTS = {
  overdue: { where: `${UNFINISHED} and e.due_at <= :now::timestamptz`, order: 'e.due_at' },
  at_risk: {
    where: `${UNFINISHED} and e.due_at > :now::timestamptz and e.due_at <= :now::timestamptz + interval '14 days'
      and (e.progress < 0.5 or e.attempts >= 2)`,
    order: 'e.due_at',
  },
  expired: { where: `e.counted and e.certified_until <= :now::timestamptz`, order: 'e.certified_until' },
  expiring: {
    where: `e.counted and e.certified_until > :now::timestamptz
      and e.certified_until <= :now::timestamptz + make_interval(hours => 24 * :windowDays::integer)`,
    order: 'e.certified_until',
  },
} as const satisfies Record<ConcernList, { where: string; order: string }>;

/** Defines a list's statement. All take the same parameters, even if unused, so that one call fits all. */
function statementOf(list: ConcernList) {
  const { where, order } = LISTS[list];
  const from = `
from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
where ${IN_SCOPE} and ${where}`;
  return defineStatement({
    name: `list-concerns-${list}`,
    scope: 'tenant',
    unprepared: true,
    row: JsonRow,
    sql: `
with page as materialized (
  select e.*, m.title as module, m.course_id ${from}
  order by ${order}, e.id limit :limit offset :offset
)
select json_build_object(
  'total', (select count(*) ${from}),
  'concerns', coalesce((
    select json_agg(json_build_object(
      'enrollment_id', e.id, 'user_id', u.id, 'full_name', u.full_name, 'email', u.email, 'department', d.name,
      'module_id', e.module_id, 'module', e.module, 'course_id', c.id, 'course', c.title, 'progress', e.progress,
      'attempts', e.attempts, 'due_on', to_char((e.due_at at time zone w.time_zone) - interval '1 ms', 'YYYY-MM-DD'),
      'expires_on', to_char((e.certified_until at time zone w.time_zone) - interval '1 ms', 'YYYY-MM-DD')
    ) order by ${order}, e.id)
    from page e
    join workspaces w on w.id = :workspaceId::uuid
    join users u on u.workspace_id = :workspaceId and u.id = e.user_id
    left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
    join courses c on c.workspace_id = :workspaceId and c.id = e.course_id), '[]')
)::text as json from (select :windowDays::integer, :now::timestamptz) asked`,
  });
}

const STATEMENTS = {
  overdue: statementOf('overdue'),
  at_risk: statementOf('at_risk'),
  expired: statementOf('expired'),
  expiring: statementOf('expiring'),
};

/** Lists people who are behind or whose certificates expire, with the module concerned. */
export async function listConcerns(ctx: Context, input: ListConcerns): Promise<ConcernPage> {
  const { json } = await STATEMENTS[input.list].one(ctx.db.pool, {
    ...scopeParameters(ctx, input),
    now: ctx.now,
    windowDays: input.window_days,
    limit: input.limit,
    offset: input.offset,
  });
  return preparedJson(json);
}
