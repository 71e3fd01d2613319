import { objectOf, quoted, type AnswerPart } from './answer-parts.ts';
import { moduleListed, type Selection } from './analytics-selection.ts';
import { CERTIFICATIONS } from './assignment-counts.ts';

/**
 * The part `recertification`: each assignment in view of a module with a validity period, by its newest certificate of
 * any cycle.
 */
export function recertificationPart(s: Selection): AnswerPart {
  const sums = CERTIFICATIONS.map((name) => `'${name}', coalesce(sum(a.${name}), 0)`).join(', ');
  const fields = Object.fromEntries(CERTIFICATIONS.map((name) => [name, `coalesce(a.${name}, 0)`]));
  const listed = (columns: string) => `
    select ${columns}
    from modules m
    join courses c on c.workspace_id = ${s.workspace} and c.id = m.course_id
    left join module_counts a on a.module_id = m.id
    where ${moduleListed(s)} and m.validity_days is not null`;
  return {
    // The modules are appended to the object of the sums: its closing brace is cut off and added after them.
    open: `(select '"recertification":' || left(json_build_object('window_days', ${s.windowDays}, ${sums})::text, -1) || ',"by_module":['
      from (${listed('a.*')}) a)`,
    rows: listed('m.id, m.validity_days, a.*, row_number() over (order by c.created_at, c.id, m.position) as place'),
    item: objectOf({
      module_id: quoted('a.id'),
      validity_days: 'a.validity_days',
      ...fields,
      next_expiry_at: quoted('to_iso(a.next_expiry_at)'),
    }),
    each: 400,
    close: `']}'`,
  };
}
