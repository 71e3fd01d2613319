import { type ReadStudyStreak, MAX_STUDY_STREAK_DAYS, StudyStreak } from '@training/shared/learning/study-streak';
import { requireActingPerson, type Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';

/**
 * Days on which the person saw a card, began an attempt or answered a question. Consecutive days share `begins`. A time
 * zone that devices know and the database doesn't counts as UTC.
 */
const COUNT = defineStatement({
  name: 'count-study-days',
  scope: 'tenant',
  row: StudyStreak,
  sql: `
with here as materialized (
  select zone, (:now::timestamptz at time zone zone)::date as today
  from (select case when is_time_zone(:timeZone) then :timeZone else 'UTC' end as zone) z
), mine as materialized (
  select id from enrollments
  where workspace_id = :workspaceId and user_id = :userId
    and coalesce(last_activity_at, started_at) > :now::timestamptz - interval '${MAX_STUDY_STREAK_DAYS + 1} days'
), tries as materialized (
  select a.id, a.started_at from attempts a
  where a.workspace_id = :workspaceId and a.enrollment_id in (select id from mine)
), studied as (
  select seen_at as at from seen_cards where workspace_id = :workspaceId and enrollment_id in (select id from mine)
  union all
  select started_at from tries
  union all
  select given_at from answers
  where workspace_id = :workspaceId and attempt_id in (select id from tries) and carried_from is null
), days as (
  select distinct (at at time zone zone)::date as day from studied cross join here
  where at > :now::timestamptz - interval '${MAX_STUDY_STREAK_DAYS} days'
), runs as (
  select day, day - (row_number() over (order by day))::integer as begins from days
)
select least(count(*), ${MAX_STUDY_STREAK_DAYS})::integer as days, coalesce(bool_or(r.day = h.today), false) as today
from runs r cross join here h
where r.begins = (select begins from runs where day >= h.today - 1 order by day desc limit 1)`,
});

/** Counts the caller's days of study in a row. Nobody else can ask, and nothing is stored (rules/learning 17). */
export function countStudyStreak(ctx: Context, { time_zone: timeZone }: ReadStudyStreak): Promise<StudyStreak> {
  const { db, workspace, now } = ctx;
  return COUNT.one(db.pool, { workspaceId: workspace.id, userId: requireActingPerson(ctx).id, now, timeZone });
}
