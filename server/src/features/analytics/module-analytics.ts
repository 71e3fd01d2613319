import { countFields, moduleListed, type Selection } from './analytics-selection.ts';

/** The part `modules`, in catalog order. The answer is sorted before its JSON is built, while its rows are small. */
export function modulesSql(s: Selection): string {
  return `(
  select coalesce(json_agg(json_build_object(
    'module_id', a.id, 'title', a.title, 'course_id', a.course_id, 'department_id', a.department_id, ${countFields(s)},
    'completion_rate', round(a.completed::numeric / a.assigned, 4),
    'pass_rate', round(a.passed::numeric / nullif(a.tried, 0), 4),
    'average_score', round(a.average_score, 4),
    'median_days_to_complete', round(a.median_seconds::numeric / 86400, 2),
    'last_completed_at', wire_time(a.last_completed_at)
  )), '[]')
  from (
    select m.id, m.title, m.course_id, c.department_id, a.*
    from modules m
    join courses c on c.workspace_id = ${s.workspace} and c.id = m.course_id
    left join module_counts a on a.module_id = m.id
    where ${moduleListed(s)}
    order by c.created_at, c.id, m.position
  ) a
)`;
}
