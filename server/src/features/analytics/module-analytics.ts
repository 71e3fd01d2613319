import { ModuleAnalyticsField } from '@training/shared/analytics/analytics';
import {
  escapedJsonSql,
  jsonNumberSql,
  jsonObjectSql,
  trustedJsonStringSql,
  type AnalyticsPartSql,
} from './cached-parts.ts';
import {
  moduleColumnBitOf,
  enrollmentCountJsonFieldsSql,
  isModuleListedSql,
  type AnalyticsSelection,
} from './analytics-selection.ts';
import { CERTIFICATION_STATUSES } from './assignment-counts.ts';

/** The part `modules`, in catalog order. */
export function modulesPartSql(s: AnalyticsSelection): AnalyticsPartSql {
  return {
    open: `'"modules":['`,
    rows: `
    select m.*, row_number() over (order by m.created_at, m.course_id, m.position) as place
    from (
      select m.id, m.title, m.course_id, m.position, c.department_id, c.created_at, a.*
      from modules m
      join courses c on c.workspace_id = ${s.workspace} and c.id = m.course_id
      left join module_counts a on a.module_id = m.id
      where ${isModuleListedSql(s)}
      ${s.modulesLimit ? `order by c.created_at, c.id, m.position limit ${s.modulesLimit} offset ${s.modulesOffset}` : ''}
    ) m`,
    item: itemOf(s, trustedJsonStringSql('a.id'), {
      title: escapedJsonSql('a.title'),
      course_id: trustedJsonStringSql('a.course_id'),
      department_id: trustedJsonStringSql('a.department_id'),
      ...enrollmentCountJsonFieldsSql(s),
      completion_rate: jsonNumberSql('round(a.completed::numeric / a.assigned, 4)'),
      pass_rate: jsonNumberSql('round(a.passed::numeric / nullif(a.tried, 0), 4)'),
      average_score: jsonNumberSql('round(a.average_score, 4)'),
      median_days_to_complete: jsonNumberSql('round(a.median_seconds::numeric / 86400, 2)'),
      last_completed_at: trustedJsonStringSql('to_iso(a.last_completed_at)'),
    }),
    each: 200,
    close: `']'`,
  };
}

/** SQL text expression for a module: all columns, or those asked for. */
function itemOf(s: AnalyticsSelection, id: string, columns: Record<string, string>): string {
  if (!s.columns) return jsonObjectSql({ module_id: id, ...columns });
  const chosen = ModuleAnalyticsField.options.flatMap((field) => {
    const value = columns[field];
    return value
      ? [`case when (${s.columns} & ${moduleColumnBitOf(field)}) > 0 then concat(',"${field}":', ${value}) end`]
      : [];
  });
  return `concat('{"module_id":', ${[id, ...chosen].join(', ')}, '}')`;
}

/**
 * The part `recertification`: each assignment in view of a module with a validity period, by its newest certificate of
 * any cycle.
 */
export function recertificationPartSql(s: AnalyticsSelection): AnalyticsPartSql {
  const sums = CERTIFICATION_STATUSES.map((name) => `'${name}', coalesce(sum(a.${name}), 0)`).join(', ');
  const fields = Object.fromEntries(CERTIFICATION_STATUSES.map((name) => [name, `coalesce(a.${name}, 0)`]));
  const listed = (columns: string) => `
    select ${columns}
    from modules m
    join courses c on c.workspace_id = ${s.workspace} and c.id = m.course_id
    left join module_counts a on a.module_id = m.id
    where ${isModuleListedSql(s)} and m.validity_days is not null`;
  return {
    // The modules are appended to the object of the sums: its closing brace is cut off and added after them.
    open: `(select '"recertification":' || left(json_build_object('window_days', ${s.windowDays}, ${sums})::text, -1) || ',"by_module":['
      from (${listed('a.*')}) a)`,
    rows: listed('m.id, m.validity_days, a.*, row_number() over (order by c.created_at, c.id, m.position) as place'),
    item: jsonObjectSql({
      module_id: trustedJsonStringSql('a.id'),
      validity_days: 'a.validity_days',
      ...fields,
      next_expiry_at: trustedJsonStringSql('to_iso(a.next_expiry_at)'),
    }),
    each: 400,
    close: `']}'`,
  };
}
