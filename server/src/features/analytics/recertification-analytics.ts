import { moduleListed, type Selection } from './analytics-selection.ts';
import { CERTIFICATIONS } from './assignment-counts.ts';

/**
 * The part `recertification`: each assignment in view of a module with validity, by its newest certificate of any
 * cycle.
 */
export function recertificationSql(s: Selection): string {
  const sums = CERTIFICATIONS.map((name) => `'${name}', coalesce(sum(r.${name}), 0)`).join(', ');
  const fields = CERTIFICATIONS.map((name) => `'${name}', coalesce(r.${name}, 0)`).join(', ');
  return `(
  select json_build_object(
    'window_days', ${s.windowDays}, ${sums},
    'by_module', coalesce(json_agg(json_build_object(
      'module_id', r.id, 'validity_days', r.validity_days, ${fields}, 'next_expiry_at', wire_time(r.next_expiry_at)
    )), '[]')
  )
  from (
    select m.id, m.validity_days, a.*
    from modules m
    join courses c on c.workspace_id = ${s.workspace} and c.id = m.course_id
    left join module_counts a on a.module_id = m.id
    where ${moduleListed(s)} and m.validity_days is not null
    order by c.created_at, c.id, m.position
  ) r
)`;
}
