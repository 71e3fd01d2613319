import {
  COUNTS,
  lastCompleted,
  certification,
  completed,
  countColumns,
  countFields,
  moduleInView,
  scored,
  userInView,
  type Selection,
} from './analytics-selection.ts';

/**
 * Conditions on the row `u` of a user who is listed: a learner, or assigned to something; to what is asked for, if it
 * is.
 */
function listed(s: Selection): string {
  const assigned = `exists (
    select from enrollments e join modules m on m.workspace_id = ${s.workspace} and m.id = e.module_id
    where e.user_id = u.id and e.is_current and ${moduleInView(s)} and (${COUNTS} or exists (${lastCompleted(s)})))`;
  return `${userInView(s)} and ${s.course || s.module ? assigned : `(u.role = 'learner' or ${assigned})`}`;
}

function status(s: Selection): string {
  return `case when e.completed_at is null then case when e.started_at is null then 'not_started' else 'in_progress' end
    when ${completed(s)} then 'completed' else 'completed_outside' end`;
}

/**
 * The part `learners`: the page first, then the enrollments of those on it. All cycles of each are read, because an
 * earlier one may hold the newest certificate.
 */
export function learnersSql(s: Selection): string {
  return `json_build_object(
  'total', (select count(*) from users u where ${listed(s)}),
  'limit', ${s.limit}, 'offset', ${s.offset},
  'items', (
    select coalesce(json_agg(json_build_object(
      'user_id', u.id, 'email', u.email, 'full_name', u.full_name, 'department_id', u.department_id,
      'department', d.name, 'is_active', u.is_active, ${countFields(s)},
      'progress', round(a.progress, 4), 'average_score', round(a.average_score, 4),
      'last_activity_at', wire_time(a.last_activity_at), 'next_due_at', wire_time(a.next_due_at),
      'modules', coalesce(a.modules, '[]')
    ) order by u.created_at, u.id), '[]')
    from (
      select * from users u where ${listed(s)} order by u.created_at, u.id limit ${s.limit} offset ${s.offset}
    ) u
    left join departments d on d.workspace_id = ${s.workspace} and d.id = u.department_id
    cross join lateral (
      select ${countColumns(s)},
        avg(e.progress) as progress,
        avg(e.best_score) filter (where ${scored(s)}) as average_score,
        max(e.last_activity_at) as last_activity_at,
        min(e.due_at) filter (where e.completed_at is null) as next_due_at,
        json_agg(json_build_object(
          'module_id', e.module_id, 'status', ${status(s)}, 'progress', e.progress, 'attempts', e.attempts,
          'best_score', e.best_score, 'assigned_at', wire_time(e.assigned_at), 'due_at', wire_time(e.due_at),
          'started_at', wire_time(e.started_at), 'completed_at', wire_time(e.completed_at),
          'expires_at', wire_time(e.newest_expires_at),
          'certification', case when m.validity_days is not null then ${certification(s, 'e.newest_expires_at')} end
        ) order by c.created_at, c.id, m.position) as modules
      from (
        select e.*, max(e.expires_at) over cycles as newest_expires_at, bool_or(e.is_current) over cycles as assigned,
          row_number() over (partition by e.module_id order by (e.is_current and ${COUNTS}) desc,
            e.completed_at is not null desc, e.cycle desc) as place
        from enrollments e join modules m on m.workspace_id = ${s.workspace} and m.id = e.module_id
        where e.user_id = u.id and ${moduleInView(s)}
        window cycles as (partition by e.module_id)
      ) e
      join modules m on m.workspace_id = ${s.workspace} and m.id = e.module_id
      join courses c on c.workspace_id = ${s.workspace} and c.id = m.course_id
      where e.assigned and e.place = 1 and ${COUNTS}
    ) a
  )
)`;
}
