import type { ReadAnalyticsTrend, AnalyticsTrend } from '@training/shared/analytics/analytics-lists';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { CYCLE_IS_IN_SCOPE, cycleScopeParametersOf } from './cycle-scope.ts';

/** Points of the trend, ten days apart: the last is now, the first 90 days ago. */
const POINTS = 10;
/** Ten days in seconds. */
const STEP = 864_000;
/** Steps in the 90 days of due dates that a point's rate covers, and in the 30 days of expiring certificates. */
const DUE_STEPS = 9;
const EXPIRY_STEPS = 3;

/**
 * SQL: the number of whole steps from `time` to now, at most `most`; -1 for null, like a future time. A time is at or
 * before the point of `n` steps ago if and only if this is at least `n`, so rows are counted in groups instead of once
 * for each point.
 */
const stepsSince = (time: string, most: number) =>
  `least(coalesce(floor(date_part('epoch', :now::timestamptz - ${time}) / ${STEP}), -1), ${most})::integer`;

/** SQL conditions that the person and the module of any cycle `e`, current or not, are in scope. */
const PERSON_IN_SCOPE = `
e.workspace_id = :workspaceId and u.is_active
  and (:departmentId::uuid is null or u.department_id = :departmentId)
  and (:ownDepartment::uuid is null or u.department_id = :ownDepartment)
  and (:managerId::uuid is null or u.id = any (array(select team_of(:workspaceId, :managerId, :levels))))
  and (:moduleId::uuid is null or e.module_id = :moduleId)
  and (:courseId::uuid is null or m.course_id = :courseId)` as const;

const FROM = `
  from enrollments e
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id`;

/** Trainings whose due date has passed: completed ones of any cycle, and unfinished ones that count. */
const DUE = `
  select ${stepsSince('e.due_at', POINTS + DUE_STEPS)} as due, ${stepsSince('e.completed_at', POINTS)} as completed,
    e.completed_at <= e.due_at as in_time, count(*) as n
  ${FROM}
  where ${PERSON_IN_SCOPE} and e.completed_at is not null and e.due_at <= :now::timestamptz
    and (e.due_at > :now::timestamptz - make_interval(secs => ${STEP} * ${POINTS - 1 + DUE_STEPS})
      or e.completed_at > :now::timestamptz - make_interval(secs => ${STEP} * ${POINTS - 1}))
  group by 1, 2, 3
  union all
  select ${stepsSince('e.due_at', POINTS + DUE_STEPS)}, -1, false, count(*)
  from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  where ${CYCLE_IS_IN_SCOPE} and e.counted and e.completed_at is null and e.due_at <= :now::timestamptz and m.status = 'published'
  group by 1`;

/**
 * Certificates of any cycle that expired since the first point, or soon. Each ends earlier if another is earned that
 * lasts longer, or for ever; only people with several cycles of a module are looked up for that.
 */
const CERTIFICATES = `
  select ${stepsSince('e.completed_at', POINTS)} as completed, ${stepsSince('later.at', POINTS)} as replaced,
    ${stepsSince('e.expires_at', POINTS)} as expired, count(*) as n
  ${FROM}
  left join lateral (
    select min(o.completed_at) as at from enrollments o
    where not (e.is_current and e.cycle = 1) and o.workspace_id = :workspaceId and o.user_id = e.user_id
      and o.module_id = e.module_id and o.completed_at is not null
      and (o.expires_at > e.expires_at or (o.cycle > e.cycle and coalesce(o.expires_at, e.expires_at) = e.expires_at))
  ) later on true
  where ${PERSON_IN_SCOPE} and e.completed_at is not null
    and e.expires_at > :now::timestamptz - make_interval(secs => ${STEP} * ${POINTS - 1})
    and e.expires_at <= :now::timestamptz + make_interval(secs => ${STEP} * ${EXPIRY_STEPS})
  group by 1, 2, 3`;

const READ_TREND = defineStatement({
  name: 'read-analytics-trend',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: JsonRow,
  sql: `
with due as materialized (${DUE}
), certificates as materialized (${CERTIFICATES}
), points as (
  select p.ago,
    (select coalesce(sum(d.n), 0) from due d where d.due >= p.ago and d.due < p.ago + ${DUE_STEPS}) as due,
    (select coalesce(sum(d.n), 0) from due d where d.due >= p.ago and d.due < p.ago + ${DUE_STEPS} and d.in_time) as on_time,
    (select coalesce(sum(d.n), 0) from due d
      where d.due >= p.ago and d.completed < p.ago) as overdue,
    case when p.ago = 0 then (
      select count(*) from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
      where ${CYCLE_IS_IN_SCOPE} and e.counted and e.certified_until > :now::timestamptz
        and e.certified_until <= :now::timestamptz + make_interval(secs => ${STEP} * ${EXPIRY_STEPS}))
    else (
      select coalesce(sum(c.n), 0) from certificates c
      where c.completed >= p.ago and c.replaced < p.ago
        and c.expired < p.ago and c.expired >= p.ago - ${EXPIRY_STEPS}) end as expiring
  from generate_series(0, ${POINTS - 1}) p (ago)
)
select json_build_object('points', json_agg(json_build_object(
  'at', to_iso(:now::timestamptz - make_interval(secs => ${STEP} * ago)), 'due', due, 'on_time', on_time,
  'on_time_rate', round(on_time::numeric / nullif(due, 0), 4), 'overdue', overdue, 'expiring', expiring
) order by ago desc))::text as json
from points`,
});

/** Reads the figures of now and of the 90 days before, from the rows as they are now (rules/analytics 19). */
export async function readTrainingTrend(ctx: Context, input: ReadAnalyticsTrend): Promise<AnalyticsTrend> {
  const { json } = await READ_TREND.one(ctx.db.pool, { ...cycleScopeParametersOf(ctx, input), now: ctx.now });
  return createPreparedJson(json);
}
