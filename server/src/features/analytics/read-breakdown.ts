import type { AnalyticsCharts, ReadAnalyticsCharts } from '@training/shared/analytics/analytics-lists';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { CYCLE_IS_IN_SCOPE, cycleScopeParametersOf } from './cycle-scope.ts';

/**
 * SQL for the counts of active people by department; the nil UUID means no department. Those of a team are counted from
 * its rows, others are stored, with pending differences.
 */
const COUNTED = `
select s.department_id,
  sum(case when m.status = 'published' then s.not_started + s.in_progress + s.completed else s.completed end) as assigned,
  sum(s.completed) as completed, sum(s.attested) as attested
from (
  select module_id, department_id, not_started, in_progress, completed, attested from department_module_stats
  where workspace_id = :workspaceId and is_active and :managerId::uuid is null
  union all
  select module_id, department_id, not_started, in_progress, completed, attested from module_stat_changes
  where workspace_id = :workspaceId and is_active and :managerId::uuid is null
  union all
  select e.module_id, coalesce(e.department_id, '00000000-0000-0000-0000-000000000000'),
    (e.completed_at is null)::int, 0, (e.completed_at is not null)::int, (e.attested_id is not null)::int
  from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  where :managerId::uuid is not null and ${CYCLE_IS_IN_SCOPE} and e.counted
) s
join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
where (:departmentId::uuid is null or s.department_id = :departmentId)
  and (:ownDepartment::uuid is null or s.department_id = :ownDepartment)
  and (:moduleId::uuid is null or s.module_id = :moduleId) and (:courseId::uuid is null or m.course_id = :courseId)
group by s.department_id`;

const OVERDUE = `
select coalesce(e.department_id, '00000000-0000-0000-0000-000000000000') as department_id, count(*) as overdue
from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
where ${CYCLE_IS_IN_SCOPE} and e.counted and e.completed_at is null and e.due_at is not null and m.status = 'published'
  and e.due_at <= :now::timestamptz
group by 1`;

const READ_BREAKDOWN = defineStatement({
  name: 'read-analytics-breakdown',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: JsonRow,
  sql: `
with zone as (select time_zone from workspaces where id = :workspaceId::uuid)
select json_build_object(
  'today', to_char(:now::timestamptz at time zone zone.time_zone, 'YYYY-MM-DD'), 'time_zone', zone.time_zone,
  'departments', coalesce((
    select json_agg(json_build_object(
      'department_id', d.id, 'department', d.name, 'assigned', c.assigned, 'completed', c.completed, 'attested', c.attested,
      'overdue', coalesce(o.overdue, 0), 'completion_rate', round(c.completed::numeric / nullif(c.assigned, 0), 4)
    ) order by lower(d.name) nulls last)
    from (${COUNTED}) c
    left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id
    left join (${OVERDUE}) o on o.department_id = c.department_id
    where c.assigned > 0), '[]'),
  'expiring', coalesce((
    select json_agg(json_build_object('day', x.day, 'certificates', x.certificates) order by x.day)
    from (
      select to_char((e.certified_until - interval '1 ms') at time zone zone.time_zone, 'YYYY-MM-DD') as day,
        count(*) as certificates
      from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
      where ${CYCLE_IS_IN_SCOPE} and e.counted and e.certified_until > :now::timestamptz
        and e.certified_until <= :now::timestamptz + interval '365 days'
      group by 1
    ) x), '[]')
)::text as json
from zone`,
});

/** Reads completion by department, and the days on which certificates expire. */
export async function readAnalyticsCharts(ctx: Context, input: ReadAnalyticsCharts): Promise<AnalyticsCharts> {
  const { json } = await READ_BREAKDOWN.one(ctx.db.pool, { ...cycleScopeParametersOf(ctx, input), now: ctx.now });
  return createPreparedJson(json);
}
