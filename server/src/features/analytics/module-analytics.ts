import { ModuleField } from '@training/shared/analytics/analytics';
import { escaped, numberOrNull, objectOf, quoted, type AnswerPart } from './answer-parts.ts';
import { bitOf, countFields, moduleListed, type Selection } from './analytics-selection.ts';

/** The part `modules`, in catalog order. */
export function modulesPart(s: Selection): AnswerPart {
  return {
    open: `'"modules":['`,
    rows: `
    select m.*, row_number() over (order by m.created_at, m.course_id, m.position) as place
    from (
      select m.id, m.title, m.course_id, m.position, c.department_id, c.created_at, a.*
      from modules m
      join courses c on c.workspace_id = ${s.workspace} and c.id = m.course_id
      left join module_counts a on a.module_id = m.id
      where ${moduleListed(s)}
      ${s.modulesLimit ? `order by c.created_at, c.id, m.position limit ${s.modulesLimit} offset ${s.modulesOffset}` : ''}
    ) m`,
    item: itemOf(s, quoted('a.id'), {
      title: escaped('a.title'),
      course_id: quoted('a.course_id'),
      department_id: quoted('a.department_id'),
      ...countFields(s),
      completion_rate: numberOrNull('round(a.completed::numeric / a.assigned, 4)'),
      pass_rate: numberOrNull('round(a.passed::numeric / nullif(a.tried, 0), 4)'),
      average_score: numberOrNull('round(a.average_score, 4)'),
      median_days_to_complete: numberOrNull('round(a.median_seconds::numeric / 86400, 2)'),
      last_completed_at: quoted('to_iso(a.last_completed_at)'),
    }),
    each: 200,
    close: `']'`,
  };
}

/** SQL text expression for a module: all columns, or those asked for. */
function itemOf(s: Selection, id: string, columns: Record<string, string>): string {
  if (!s.columns) return objectOf({ module_id: id, ...columns });
  const chosen = ModuleField.options.flatMap((field) => {
    const value = columns[field];
    return value ? [`case when (${s.columns} & ${bitOf(field)}) > 0 then concat(',"${field}":', ${value}) end`] : [];
  });
  return `concat('{"module_id":', ${[id, ...chosen].join(', ')}, '}')`;
}
