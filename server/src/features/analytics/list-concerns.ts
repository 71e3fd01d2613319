import type {
  TrainingConcernKind,
  TrainingConcernPage,
  ListTrainingConcerns,
} from '@training/shared/analytics/analytics-lists';
import type { TeamConcernKind } from '@training/shared/team/team';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { CYCLE_IS_IN_SCOPE, cycleScopeParametersOf } from './cycle-scope.ts';

const UNFINISHED = `e.counted and e.completed_at is null and e.due_at is not null and m.status = 'published'`;

/** SQL conditions and date of each list's cycles `e`. */
export const CONCERN_LISTS_SQL = {
  overdue: { where: `${UNFINISHED} and e.due_at <= :now::timestamptz`, date: 'e.due_at' },
  due_soon: {
    where: `${UNFINISHED} and e.due_at > :now::timestamptz and e.due_at <= :now::timestamptz + (
      select make_interval(hours => 24 * due_soon_days) from workspaces where id = :workspaceId)`,
    date: 'e.due_at',
  },
  at_risk: {
    where: `${UNFINISHED} and e.due_at > :now::timestamptz and e.due_at <= :now::timestamptz + interval '14 days'
      and (e.progress < 0.5 or e.attempts >= 2)`,
    date: 'e.due_at',
  },
  expired: { where: `e.counted and e.certified_until <= :now::timestamptz`, date: 'e.certified_until' },
  expiring: {
    where: `e.counted and e.certified_until > :now::timestamptz
      and e.certified_until <= :now::timestamptz + make_interval(hours => 24 * :windowDays::integer)`,
    date: 'e.certified_until',
  },
} as const satisfies Record<TrainingConcernKind | TeamConcernKind, { where: string; date: string }>;

/** The newest reminder of a person and a module, at most 90 days old (rules/notifications 10). */
const REMINDED = `
  select json_build_object('at', to_iso(n.at), 'by_name', coalesce(n.by_name, '')) as reminded
  from notifications n
  where n.workspace_id = :workspaceId and n.recipient_id = p.user_id and n.kind = 'learning.reminded' and n.channel = 'inbox'
    and n.facts ->> 'module_id' = p.module_id::text
  order by n.at desc limit 1`;

/**
 * Defines a list's statement. All take the same parameters, even if unused, so that one call fits all. By its date, an
 * index has the list in order; another order sorts all of the list.
 */
function statementOf(list: TrainingConcernKind | TeamConcernKind, byDate: boolean) {
  const { where, date } = CONCERN_LISTS_SQL[list];
  const from = `
from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id`;
  const people = `
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id`;
  const key = byDate
    ? date
    : `case :order::text when 'person' then lower(u.full_name) when 'department' then lower(d.name)
    when 'module' then lower(m.title) when 'progress' then to_char(e.progress, '0.0000')
    when 'attempts' then to_char(e.attempts, '0000000000') else to_iso(${date}) end`;
  const order = (by: string, id: string) =>
    byDate
      ? `${by}, ${id}`
      : `case when not :descending::boolean then ${by} end, case when :descending::boolean then ${by} end desc nulls last, ${id}`;
  return defineStatement({
    name: `list-concerns-${list.replace('_', '-')}${byDate ? '' : '-sorted'}`,
    scope: 'tenant',
    replica: true,
    unprepared: true,
    row: JsonRow,
    sql: `
with page as materialized (
  select e.*, m.title as module, m.course_id, ${key} as sort_key
  ${from} ${byDate ? '' : people} where ${CYCLE_IS_IN_SCOPE} and ${where}
  order by ${order(key, 'e.id')} limit :limit offset :offset
)
select json_build_object(
  'total', (select count(*) ${from} where ${CYCLE_IS_IN_SCOPE} and ${where}),
  'concerns', coalesce((
    select json_agg(json_build_object(
      'enrollment_id', p.id, 'user_id', u.id, 'full_name', u.full_name, 'email', u.email, 'department', d.name,
      'module_id', p.module_id, 'module', p.module, 'course_id', c.id, 'course', c.title, 'progress', p.progress,
      'attempts', p.attempts, 'due_on', to_char((p.due_at - interval '1 ms') at time zone w.time_zone, 'YYYY-MM-DD'),
      'expires_on', to_char((p.certified_until - interval '1 ms') at time zone w.time_zone, 'YYYY-MM-DD'),
      'reminded', r.reminded
    ) order by ${order('p.sort_key', 'p.id')})
    from page p
    join workspaces w on w.id = :workspaceId::uuid
    join users u on u.workspace_id = :workspaceId and u.id = p.user_id
    left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
    join courses c on c.workspace_id = :workspaceId and c.id = p.course_id
    left join lateral (${REMINDED}) r on true), '[]')
)::text as json from (select :windowDays::integer, :now::timestamptz, :order::text, :descending::boolean) asked`,
  });
}

const statements = (byDate: boolean) => ({
  overdue: statementOf('overdue', byDate),
  due_soon: statementOf('due_soon', byDate),
  at_risk: statementOf('at_risk', byDate),
  expired: statementOf('expired', byDate),
  expiring: statementOf('expiring', byDate),
});
const BY_DATE = statements(true);
const SORTED = statements(false);

/** A list, also of a manager's team. */
type AskedConcerns = Omit<ListTrainingConcerns, 'list'> & {
  list: TrainingConcernKind | TeamConcernKind;
  manager_id?: string;
  levels?: number;
};

/** Lists people who are behind or whose certificates expire, with the module concerned (rules/analytics 20). */
export async function listTrainingConcerns(ctx: Context, input: AskedConcerns): Promise<TrainingConcernPage> {
  const { list, order, descending } = input;
  const statement = order === 'date' && !descending ? BY_DATE[list] : SORTED[list];
  const { json } = await statement.one(ctx.db.pool, {
    ...cycleScopeParametersOf(ctx, input),
    now: ctx.now,
    windowDays: input.window_days,
    order,
    descending,
    limit: input.limit,
    offset: input.offset,
  });
  return createPreparedJson(json);
}
