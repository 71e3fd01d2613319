import { MyModuleHistory, type MyTrainingOverview } from '@training/shared/learning/learning';
import type { ModuleRef } from '@training/shared/reviews/reviews';
import { z } from 'zod';
import { requireActingPerson, type Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { TITLE_IN_OWN_LANGUAGE_SQL, titleInPersonLanguageSql } from '../translations/localized-texts.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { attestationJsonSql } from '../evidence/attestation-json-sql.ts';
import { ATTEMPT_SUMMARY_JSON_SQL } from './cycle-progress.ts';
import {
  CERTIFICATE_JSON_FIELDS_SQL,
  CYCLE_END_REASON_SQL,
  ENROLLMENT_REASONS_JSON_SQL,
  WITHDRAWAL_DEPARTMENT_NAME_SQL,
  MY_CYCLE_JSON_FIELDS_SQL,
  JOIN_LONGEST_LASTING_CERTIFICATE,
} from './my-cycle.ts';

/** Returns a module that can't be studied only to people who have started it. */
const READ_HISTORY = defineStatement({
  name: 'read-learning-history',
  scope: 'tenant',
  row: z.strictObject({ history: MyModuleHistory }),
  sql: `
with mine as (
  select * from enrollments
  where workspace_id = :workspaceId and user_id = :userId and module_id = :moduleId and started_at is not null
  order by cycle desc limit 50
)
select json_build_object(
  'module_id', m.id, 'title', ${TITLE_IN_OWN_LANGUAGE_SQL}, 'course', json_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji),
  'time_zone', w.time_zone, 'cycles', coalesce((
    select json_agg(json_build_object('enrollment_id', e.id, 'cycle', e.cycle, 'is_current', e.is_current, 'end', ${CYCLE_END_REASON_SQL},
      'assigned_at', to_iso(e.assigned_at), 'started_at', to_iso(e.started_at),
      'completed_at', to_iso(e.completed_at), 'attempts', coalesce((
        select json_agg(${ATTEMPT_SUMMARY_JSON_SQL} order by a.number desc)
        from (
          select * from attempts where workspace_id = :workspaceId and enrollment_id = e.id
          order by number desc limit 50) a
        join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id), '[]')) order by e.cycle desc)
    from mine e), '[]')) as history
from modules m
join workspaces w on w.id = :workspaceId
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and m.id = :moduleId and (m.status = 'published' or exists (select from mine))`,
});

/**
 * Returns everything that the caller has done with a module, in all cycles, including withdrawn ones and those of
 * unpublished modules (rules/learning 13).
 * @throws AppError `module_not_found`
 */
export async function readMyModuleHistory(ctx: Context, { module_id: moduleId }: ModuleRef): Promise<MyModuleHistory> {
  const named = { workspaceId: ctx.workspace.id, userId: requireActingPerson(ctx).id, moduleId };
  const found = await READ_HISTORY.first(ctx.transaction ?? ctx.db.pool, named);
  if (!found) throw new AppError('module_not_found', `There is no published module ${moduleId} in this workspace.`);
  return found.history;
}

const COURSE = `'course', json_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji)` as const;

/** SQL for the title of the revision `r` that was studied, else of the module, in the caller's language. */
const STUDIED_TITLE = titleInPersonLanguageSql('m.id', 'coalesce(r.title, m.title)', ':userId');

/** Days for which training that a move took away before it was begun is listed. */
const MOVE_SHOWN = 30;

/** SQL for the name of the caller's present department. */
const OWN_DEPARTMENT = `(
  select d.name from users u join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
  where u.workspace_id = :workspaceId and u.id = :userId)` as const;

/** SQL for a page `e` of unfinished cycles, in order, as JSON. */
const modules = <const Page extends string, const Order extends string>(page: Page, order: Order) =>
  `coalesce((
  select json_agg(json_build_object(${MY_CYCLE_JSON_FIELDS_SQL}, 'module_id', m.id, 'title', ${TITLE_IN_OWN_LANGUAGE_SQL}, ${COURSE},
    'validity_days', m.validity_days, ${CERTIFICATE_JSON_FIELDS_SQL}, 'renewal', exists (
      select from enrollments d
      where d.workspace_id = :workspaceId and d.user_id = :userId and d.module_id = m.id and d.completed_at is not null),
    'paused', m.status <> 'published', 'why', ${ENROLLMENT_REASONS_JSON_SQL}) order by ${order})
  from ${page} e
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
  ${JOIN_LONGEST_LASTING_CERTIFICATE}), '[]')` as const;

/** Order by due date, with cycles without one after that; paused ones come last. */
const BY_DUE = 'e.paused, e.due_at nulls last, e.assigned_at, e.id';
const BY_ACTIVITY = 'e.paused, e.last_activity_at desc nulls last, e.id';

const READ = defineStatement({
  name: 'read-my-training',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with unfinished as materialized (
  select e.*, m.status <> 'published' as paused from enrollments e
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  where e.workspace_id = :workspaceId and e.user_id = :userId and e.is_current
    and e.completed_at is null and e.waived_at is null
), owed as (
  select * from unfinished e where source = 'assignment' order by ${BY_DUE} limit 200
), begun as (
  select * from unfinished e where source = 'library' order by ${BY_ACTIVITY} limit 50
), completed as materialized (
  select * from enrollments
  where workspace_id = :workspaceId and user_id = :userId and completed_at is not null
), results as (
  select * from completed order by completed_at desc, id limit 100
), stopped as materialized (
  select e.*, ${CYCLE_END_REASON_SQL} as ending from enrollments e
  where workspace_id = :workspaceId and user_id = :userId and completed_at is null
    and (started_at is not null and (not is_current or waived_at is not null)
      or started_at is null and not is_current and withdrawn_at > :now::timestamptz - interval '${MOVE_SHOWN} days'
        and ${WITHDRAWAL_DEPARTMENT_NAME_SQL} is not null)
), ended as (
  select * from stopped order by coalesce(last_activity_at, withdrawn_at) desc nulls last, id limit 100
)
select json_build_object(
  'at', to_iso(:now::timestamptz), 'time_zone', w.time_zone,
  'owed', ${modules('owed', BY_DUE)},
  'owed_total', (select count(*) from unfinished where source = 'assignment'),
  'begun', ${modules('begun', BY_ACTIVITY)},
  'begun_total', (select count(*) from unfinished where source = 'library'),
  'results', coalesce((
    select json_agg(json_build_object('enrollment_id', e.id, 'module_id', m.id, 'title', ${STUDIED_TITLE}, ${COURSE},
      'cycle', e.cycle, 'revision', r.number, 'completed_at', to_iso(e.completed_at),
      'passed_at', (
        select to_iso(max(p.ended_at)) from attempts p
        where p.workspace_id = :workspaceId and p.enrollment_id = e.id and p.state = 'passed'),
      'score', case when e.attested_id is null then coalesce(e.final_score, e.best_score)::float8 end,
      'attested', ${attestationJsonSql('e')}, 'attempts', e.attempts, 'expires_at', to_iso(e.expires_at),
      'expires_on', ((e.expires_at - interval '1 millisecond') at time zone w.time_zone)::date)
      order by e.completed_at desc, e.id)
    from results e
    join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
    left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id), '[]'),
  'results_total', (select count(*) from completed),
  'ended', coalesce((
    select json_agg(json_build_object('enrollment_id', e.id, 'module_id', m.id, 'title', ${STUDIED_TITLE}, ${COURSE},
      'cycle', e.cycle, 'end', e.ending,
      'begun', e.started_at is not null,
      'withdrawn_at', to_iso(e.withdrawn_at), 'left_department', ${WITHDRAWAL_DEPARTMENT_NAME_SQL}, 'department', ${OWN_DEPARTMENT},
      'attempts', e.attempts, 'best_score', e.best_score::float8,
      'last_activity_at', to_iso(coalesce(e.last_activity_at, e.started_at, e.withdrawn_at)))
      order by coalesce(e.last_activity_at, e.withdrawn_at) desc nulls last, e.id)
    from ended e
    join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
    left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id), '[]'),
  'ended_total', (select count(*) from stopped)
)::text as json
from workspaces w where w.id = :workspaceId`,
});

/** Returns the caller's owed, started, completed and abandoned training. */
export async function readMyTrainingOverview(ctx: Context): Promise<MyTrainingOverview> {
  const { db, workspace, now } = ctx;
  const parameters = { workspaceId: workspace.id, userId: requireActingPerson(ctx).id, now };
  return createPreparedJson((await READ.one(ctx.transaction ?? db.pool, parameters)).json);
}
