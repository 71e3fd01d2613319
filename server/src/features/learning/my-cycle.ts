import { attestationJsonSql } from '../evidence/attestation-json-sql.ts';
import { CYCLE_STATUS_SQL } from './cycle-progress.ts';

/** SQL for the number of answers in the cycle `e` that its learner can still confirm. */
const TO_CHECK = `(
  select count(*) from attempts u
  join answers n on n.workspace_id = :workspaceId and n.attempt_id = u.id and n.state = 'transcribing'
  where u.workspace_id = :workspaceId and u.enrollment_id = e.id and u.state in ('open', 'waiting'))` as const;

/** SQL for the time at which the cycle `e` was begun here. An attested one has another, which no one began. */
const BEGUN_AT = `case when e.attested_id is null or e.revision_id is not null then to_iso(e.started_at) end` as const;

/**
 * Fields of `MyCycle` from the row `e` of a cycle, its revision `r` and the workspace `w`. A due date is the end of a
 * day; if no day is stored, the day is the one before that end.
 */
export const MY_CYCLE_JSON_FIELDS_SQL = `
  'enrollment_id', e.id, 'cycle', e.cycle, 'source', e.source, 'status', ${CYCLE_STATUS_SQL}, 'progress', e.progress::float8,
  'attempts', e.attempts, 'to_check', ${TO_CHECK}, 'best_score', e.best_score::float8,
  'assigned_at', to_iso(e.assigned_at),
  'due_at', to_iso(e.due_at),
  'due_on', coalesce(e.due_on, ((e.due_at - interval '1 millisecond') at time zone w.time_zone)::date),
  'overdue', e.completed_at is null and coalesce(e.due_at < :now::timestamptz, false) and m.status = 'published',
  'started_at', ${BEGUN_AT}, 'last_activity_at', to_iso(e.last_activity_at),
  'completed_at', to_iso(e.completed_at), 'score', e.final_score::float8,
  'attested', ${attestationJsonSql('e')}` as const;

/** SQL for the reasons why the cycle `e` is owed: at most 20 assignments. */
export const ENROLLMENT_REASONS_JSON_SQL = `coalesce((
  select json_agg(json_build_object('assignment_id', s.id, 'audience', s.audience, 'audience_name', case s.audience
      when 'user' then (select full_name from users where workspace_id = :workspaceId and id = s.user_id)
      when 'department' then (select name from departments where workspace_id = :workspaceId and id = s.department_id)
      else s.role end, 'by', s.created_by_name, 'since', to_iso(s.created_at),
    'covers_since', to_iso(c.added_at)) order by c.added_at, s.id)
  from (
    select * from assignment_enrollments
    where workspace_id = :workspaceId and enrollment_id = e.id and removed_at is null order by added_at, assignment_id limit 20
  ) c
  join assignments s on s.workspace_id = :workspaceId and s.id = c.assignment_id), '[]')` as const;

/**
 * Joins `n`: the person's longest-lasting certificate for the module `m`, from any cycle. If the newest completion
 * never expires, it is that one, without an end.
 */
export const JOIN_LONGEST_LASTING_CERTIFICATE = `
cross join lateral (
  select c.lasting, case when not c.lasting then c.until end as expires_at from (
    select max(p.expires_at) as until,
      count(*) > 0 and (array_agg(p.expires_at order by p.cycle desc))[1] is null as lasting
    from enrollments p
    where p.workspace_id = :workspaceId and p.user_id = :userId and p.module_id = m.id and p.completed_at is not null
  ) c
) n` as const;

/**
 * SQL for the current status of the certificate `n` for the module `m`, whatever the module's validity is now
 * (rules/learning 5).
 */
export const CERTIFICATION_STATUS_SQL = `case
  when n.expires_at <= :now::timestamptz then 'expired'
  when n.expires_at <= :now::timestamptz + interval '30 days' then 'due_soon'
  when n.expires_at is not null then 'current'
  when m.validity_days is null then null
  when n.lasting then 'current'
  else 'never_certified' end` as const;

/** SQL for the reason why the cycle `e` ended without completion; null if it didn't. */
export const CYCLE_END_REASON_SQL = `case
  when e.completed_at is not null then null
  when e.withdrawn_at is not null then 'withdrawn'
  when e.waived_at is not null then 'waived'
  when not e.is_current then 'replaced' end` as const;

/**
 * SQL for the department whose assignment stopped covering the person of the withdrawn cycle `e` because they left it:
 * the assignment itself was in force at that time.
 */
export const WITHDRAWAL_DEPARTMENT_NAME_SQL = `(
  select d.name from assignment_enrollments c
  join assignments s on s.workspace_id = :workspaceId and s.id = c.assignment_id and s.audience = 'department'
    and (s.ended_at is null or s.ended_at > c.removed_at)
  join departments d on d.workspace_id = :workspaceId and d.id = s.department_id
  join users p on p.workspace_id = :workspaceId and p.id = e.user_id
    and p.department_id is distinct from s.department_id
  where c.workspace_id = :workspaceId and c.enrollment_id = e.id and e.withdrawn_at is not null
    and c.removed_at is not null
  order by c.removed_at desc, d.name limit 1)` as const;

/** Fields of the certificate `n` for the module `m`. */
export const CERTIFICATE_JSON_FIELDS_SQL = `
  'expires_at', to_iso(n.expires_at), 'certification', ${CERTIFICATION_STATUS_SQL}` as const;
