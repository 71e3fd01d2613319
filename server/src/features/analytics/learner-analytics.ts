import {
  escapedJsonSql,
  jsonNumberSql,
  jsonObjectSql,
  trustedJsonStringSql,
  type AnalyticsPartSql,
} from './cached-parts.ts';
import {
  CYCLE_COMPLETED_OR_MODULE_PUBLISHED,
  CYCLE_IS_OWED_OR_COMPLETED,
  lastCompletedCycleSql,
  certificationStatusSql,
  isCompletedSql,
  enrollmentCountColumnsSql,
  enrollmentCountJsonFieldsSql,
  isModuleInViewSql,
  isScoreCountedSql,
  isUserInViewSql,
  type AnalyticsSelection,
} from './analytics-selection.ts';

/**
 * SQL condition that user `u` is assigned to a module, or to the requested one if given.
 * @param each Forces a lookup per user, for few users; PostgreSQL would otherwise read the cycles of all.
 */
function assigned(s: AnalyticsSelection, each = false): string {
  return `exists (
    select from enrollments e join modules m on m.workspace_id = ${s.workspace} and m.id = e.module_id
    where e.user_id = u.id and ${CYCLE_IS_OWED_OR_COMPLETED} and ${isModuleInViewSql(s)} and (${CYCLE_COMPLETED_OR_MODULE_PUBLISHED} or exists (${lastCompletedCycleSql(s)})) ${each ? 'offset 0' : ''})`;
}

/**
 * SQL conditions that user `u` is listed: a learner, or assigned to a module. Most are learners, so the others are
 * looked up one by one. With more `work_mem`, PostgreSQL would read the cycles of all people for a page of them.
 */
function listed(s: AnalyticsSelection): string {
  return `${isUserInViewSql(s)} and ${s.course || s.module ? assigned(s) : `(u.role = 'learner' or ${assigned(s, true)})`}`;
}

/** SQL for the number of people listed. Uses the stored number of learners if all of them are listed. */
function total(s: AnalyticsSelection): string {
  if (s.course || s.module || s.user || s.manager || s.self) return `(select count(*) from users u where ${listed(s)})`;
  const learners = [
    `n.workspace_id = ${s.workspace} and n.role = 'learner'`,
    !s.includeInactive && 'n.is_active',
    s.department && `n.department_id = ${s.department}`,
    s.ownDepartment && `n.department_id = ${s.ownDepartment}`,
  ];
  const others = `u.role in ('trainer', 'content_manager', 'auditor', 'super_admin') and ${isUserInViewSql(s)} and ${assigned(s, true)}`;
  return `coalesce((select sum(${s.withEmail ? 'n.people - n.without_email' : 'n.people'}) from user_counts n where ${learners.filter(Boolean).join(' and ')}), 0)
    + (select count(*) from users u where ${others})`;
}

function status(s: AnalyticsSelection): string {
  return `case when e.completed_at is null then case when e.started_at is null then 'not_started' else 'in_progress' end
    when ${isCompletedSql(s)} then 'completed' else 'completed_outside' end`;
}

/** SQL for the newest certificate of any cycle, which is stored in the current cycle `e`. */
const NEWEST = `e.certified_until as newest_expires_at, e.certificate <> 'none' as certified`;

/** SQL for the cycles `e` that count, for the people on the page, with their newest certificate of any cycle. */
function cycles(s: AnalyticsSelection): string {
  const owed = `${isModuleInViewSql(s)} and ${CYCLE_IS_OWED_OR_COMPLETED} and e.user_id = any(array(select id from page))`;
  return `
        select e.*, ${NEWEST}
        from enrollments e join modules m on m.workspace_id = ${s.workspace} and m.id = e.module_id
        where ${owed} and ${CYCLE_COMPLETED_OR_MODULE_PUBLISHED}
        union all
        select done.*, ${NEWEST}
        from enrollments e
        join modules m on m.workspace_id = ${s.workspace} and m.id = e.module_id and m.status <> 'published'
        cross join lateral (${lastCompletedCycleSql(s)}) done
        where ${owed} and e.completed_at is null`;
}

/** JSON of cycle `e` as one of the person's modules, `m`. */
const moduleOf = (s: AnalyticsSelection): string =>
  jsonObjectSql({
    module_id: trustedJsonStringSql('e.module_id'),
    status: trustedJsonStringSql(status(s)),
    progress: jsonNumberSql('e.progress'),
    attempts: 'e.attempts',
    best_score: jsonNumberSql('e.best_score'),
    assigned_at: trustedJsonStringSql('to_iso(e.assigned_at)'),
    due_at: trustedJsonStringSql('to_iso(e.due_at)'),
    started_at: trustedJsonStringSql('to_iso(e.started_at)'),
    completed_at: trustedJsonStringSql('to_iso(e.completed_at)'),
    attested: `case when e.attested_id is null then 'false' else 'true' end`,
    expires_at: trustedJsonStringSql('to_iso(e.newest_expires_at)'),
    certification: trustedJsonStringSql(`case when m.validity_days is not null or e.newest_expires_at is not null
            then ${certificationStatusSql(s, 'e.certified', 'e.newest_expires_at')} end`),
  });

/** The part `learners`: reads the page first, then all enrollments of its people at once. */
export function learnersPartSql(s: AnalyticsSelection): AnalyticsPartSql {
  return {
    open: `'"learners":' || left(json_build_object('total', ${total(s)}, 'limit', ${s.limit}, 'offset', ${s.offset})::text, -1)
      || ',"items":['`,
    rows: `
    select u.*, d.name as department, a.*, row_number() over (order by u.created_at, u.id) as place
    from page u
    left join departments d on d.workspace_id = ${s.workspace} and d.id = u.department_id
    left join (
      select e.user_id, ${enrollmentCountColumnsSql(s)},
        avg(e.progress) as progress,
        avg(e.best_score) filter (where ${isScoreCountedSql(s)}) as average_score,
        max(e.last_activity_at) as last_activity_at,
        min(e.due_at) filter (where e.completed_at is null) as next_due_at,
        string_agg(${moduleOf(s)}, ',' order by c.created_at, c.id, m.position) as modules
      from (${cycles(s)}
      ) e
      join modules m on m.workspace_id = ${s.workspace} and m.id = e.module_id
      join courses c on c.workspace_id = ${s.workspace} and c.id = m.course_id
      group by e.user_id
    ) a on a.user_id = u.id`,
    item: jsonObjectSql({
      user_id: trustedJsonStringSql('a.id'),
      email: escapedJsonSql('a.email'),
      full_name: escapedJsonSql('a.full_name'),
      department_id: trustedJsonStringSql('a.department_id'),
      department: escapedJsonSql('a.department'),
      is_active: `case when a.is_active then 'true' else 'false' end`,
      ...enrollmentCountJsonFieldsSql(s),
      progress: jsonNumberSql('round(a.progress, 4)'),
      average_score: jsonNumberSql('round(a.average_score, 4)'),
      last_activity_at: trustedJsonStringSql('to_iso(a.last_activity_at)'),
      next_due_at: trustedJsonStringSql('to_iso(a.next_due_at)'),
      modules: `'[', a.modules, ']'`,
    }),
    each: 20,
    close: `']}'`,
  };
}

/** `page`: the users on the page. */
export const learnersPageCteSql = (s: AnalyticsSelection): string => `page as materialized (
    select u.id, u.email, u.full_name, u.department_id, u.is_active, u.created_at
    from users u where ${listed(s)} order by u.created_at, u.id limit ${s.limit} offset ${s.offset}
  )`;
