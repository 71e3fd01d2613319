import { z } from 'zod';
import { createSystemContextFields, type Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { recordEvent } from '../events/record-event.ts';
import { recordEvidence } from '../evidence/record-evidence.ts';
import { processEachAndThrowFirstFailure } from '../../core/process-each-alone.ts';
import { inTransaction } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';

export const COMPLETE_REINSTATED_CRONTAB = '*/5 * * * * complete_returned';

const MINUTE = 60_000;
/** Milliseconds to look back. The long range, used once an hour, finds cycles missed while no server ran. */
const LOOKBACK = { short: 60 * MINUTE, long: 3 * 24 * 60 * MINUTE };

/** Finds complete cycles that an assignment took over recently: their last grade came while they were withdrawn. */
const RETURNED = defineStatement({
  name: 'returned-cycles-to-complete',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ id: z.string(), slug: z.string(), name: z.string(), enrollment_ids: z.array(z.string()) }),
  sql: `
select w.id, w.slug, w.name, json_agg(distinct e.id) as enrollment_ids
from assignment_enrollments l
join enrollments e on e.workspace_id = l.workspace_id and e.id = l.enrollment_id
  and e.is_current and e.completed_at is null and e.waived_at is null and e.attempts > 0
join workspaces w on w.id = e.workspace_id
where l.added_at > :since::timestamptz and l.removed_at is null and ${runsBackgroundWorkSql('l.workspace_id')} and exists (
  select from attempts a
  where a.workspace_id = e.workspace_id and a.enrollment_id = e.id and a.revision_id = e.revision_id
    and a.state = 'passed')
group by w.id`,
});

const LOCK = defineStatement({
  name: 'lock-returned-cycle',
  scope: 'tenant',
  sql: `select 1 from enrollments where workspace_id = :workspaceId and id = :enrollmentId for no key update`,
});

/** Completes cycles that an assignment reinstated after their last grade had come (rules/learning 10). */
export async function completeCyclesReinstatedByAssignment(
  db: Database,
  now: Date,
  isStopping: () => boolean,
): Promise<void> {
  const since = new Date(now.getTime() - (now.getMinutes() < 5 ? LOOKBACK.long : LOOKBACK.short));
  const cycles = (await RETURNED.all(db.pool, { since })).flatMap(({ enrollment_ids, ...workspace }) =>
    enrollment_ids.map((enrollmentId) => ({ workspace, enrollmentId })),
  );
  const complete = ({ workspace, enrollmentId }: (typeof cycles)[number]) => {
    const ctx: Context = { db, workspace, reach: 'workspace', ...createSystemContextFields('Server', now) };
    return runAsSystem(() =>
      inTransaction(ctx, async (em) => {
        await LOCK.run(em, { workspaceId: workspace.id, enrollmentId });
        await completeCycleIfDone(em, ctx, enrollmentId);
      }),
    );
  };
  await processEachAndThrowFirstFailure(cycles, complete, isStopping);
}

const Completed = z.strictObject({
  user_id: z.string(),
  email: z.string().nullable(),
  full_name: z.string(),
  department_id: z.string().nullable(),
  module_id: z.string(),
  course_id: z.string(),
  title: z.string(),
  cycle: z.int(),
  revision: z.int(),
  score: z.number().nullable(),
  completed_at: z.string(),
  expires_at: z.string().nullable(),
});

/**
 * Completes a cycle in one statement (rules/learning 10). The certificate expires at the end of a local day. If the
 * previous certificate is still valid and its renewal window is open, the validity counts from its last day, otherwise
 * from today.
 */
const COMPLETE = defineStatement({
  name: 'complete-cycle',
  scope: 'tenant',
  row: Completed,
  sql: `
with ready as (
  select e.id, e.user_id, w.time_zone, r.number as revision, r.title,
    greatest(:now::timestamptz, e.started_at) as at, (r.settings ->> 'validity_days')::integer as validity_days,
    passed.id as attempt_id, passed.score, (
      select max(p.expires_at) from enrollments p
      where p.workspace_id = :workspaceId and p.user_id = e.user_id and p.module_id = e.module_id and (p.id <> e.id or e.attested_id is not null)
        and p.completed_at is not null and p.expires_at > :now::timestamptz) as certified_until, coalesce((
      select max(s.window_days) from assignment_enrollments c
      join assignments s on s.workspace_id = :workspaceId and s.id = c.assignment_id
      where c.workspace_id = :workspaceId and c.enrollment_id = e.id and c.removed_at is null), 30) as window_days
  from enrollments e
  join workspaces w on w.id = :workspaceId
  join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
  left join lateral (
    select a.id, a.score from attempts a
    where a.workspace_id = :workspaceId and a.enrollment_id = e.id and a.revision_id = e.revision_id and a.state = 'passed'
    order by a.score desc, a.number desc limit 1) passed on true
  where e.workspace_id = :workspaceId and e.id = :enrollmentId
    and (e.completed_at is null or e.attested_id is not null) and e.is_current and e.waived_at is null
    and e.cards_seen >= r.cards and (r.questions = 0 or passed.id is not null)
), days as (
  select *, (at at time zone time_zone)::date as today,
    ((certified_until - interval '1 millisecond') at time zone time_zone)::date as last_day
  from ready
), written as (
  update enrollments e set completed_at = d.at, final_score = d.score, passed_attempt_id = d.attempt_id, progress = 1,
    attested_id = null, certificate_told = null,
    expires_at = start_of_day(
      (case when d.last_day - d.window_days <= d.today then d.last_day else d.today end) + d.validity_days + 1,
      d.time_zone)
  from days d where e.workspace_id = :workspaceId and e.id = d.id
  returning e.user_id, e.module_id, e.cycle, d.revision, d.title, e.final_score, e.completed_at, e.expires_at
), left_open as (
  update attempts set state = 'superseded', ended_at = greatest(:now::timestamptz, started_at)
  where workspace_id = :workspaceId and enrollment_id = :enrollmentId and state = 'open' and exists (select from written)
)
select u.id as user_id, u.email, u.full_name, u.department_id, m.id as module_id, m.course_id, o.title, o.cycle, o.revision,
  o.final_score::float8 as score, to_iso(o.completed_at) as completed_at, to_iso(o.expires_at) as expires_at
from written o
join users u on u.workspace_id = :workspaceId and u.id = o.user_id
join modules m on m.workspace_id = :workspaceId and m.id = o.module_id`,
});

/**
 * Completes a locked cycle once all cards of its revision have been seen and an attempt at it is passed. Does nothing
 * if something is missing or it is already completed. A completion is never undone.
 */
export async function completeCycleIfDone(on: StatementRunner, ctx: Context, enrollmentId: string): Promise<void> {
  const completed = await COMPLETE.first(on, { workspaceId: ctx.workspace.id, enrollmentId, now: ctx.now });
  if (!completed) return;
  const { user_id, full_name, module_id, title, cycle, revision, score, expires_at } = completed;
  await recordEvidence(on, ctx, enrollmentId, (bound) =>
    recordEvent(on, ctx, {
      action: 'learner.module_completed',
      subject: { kind: 'module', id: module_id, name: title },
      changes: { user_id, full_name, cycle, revision, score, expires_at, ...bound },
      outgoing: completed,
    }),
  );
}
