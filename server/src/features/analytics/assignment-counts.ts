import { MEDIAN_SECONDS_SQL } from './rollups/stored-counts.ts';
import {
  CYCLE_COMPLETED_OR_MODULE_PUBLISHED,
  assignmentCyclesSql,
  certificationStatusSql,
  isCompletedSql,
  enrollmentCountColumnsSql,
  isModuleInViewSql,
  isScoreCountedSql,
  type AnalyticsSelection,
} from './analytics-selection.ts';

export const CERTIFICATION_STATUSES = ['never_certified', 'current', 'due_soon', 'expired'];

/**
 * SQL for the `modules` and `recertification` counts of each module, from one pass over the assignments in view.
 * Consists of two queries, of which the second is the result. A module without assignments in view has no row. Medians
 * are separate, because they need their rows sorted by module.
 * @param only An additional condition on the cycles `e`; `when` is a condition on the whole query.
 */
export function assignmentCountsByModuleSql(
  s: AnalyticsSelection,
  { only, when }: { only?: string; when?: string } = {},
): string {
  const progress = s.parts.includes('modules');
  const certificates = s.parts.includes('recertification');
  return `counted as materialized (
  select ${[
    'e.module_id',
    progress && enrollmentCountColumnsSql(s),
    progress && scoreColumns(s),
    certificates && certificateColumns(s),
  ]
    .filter(Boolean)
    .join(', ')}
  from ${assignmentCyclesSql(s, only)} e
  join modules m on m.workspace_id = ${s.workspace} and m.id = e.module_id ${progress ? '' : 'and m.validity_days is not null'}
  ${certificates ? newestCertificate(s, only) : ''}
  where ${[CYCLE_COMPLETED_OR_MODULE_PUBLISHED, when].filter(Boolean).join(' and ')}
  group by e.module_id
), counted_modules as (
  select c.*${progress ? ', d.median_seconds' : ''}
  from counted c ${progress ? `left join (${medians(s, { only, when })}) d on d.module_id = c.module_id` : ''}
)`;
}

function medians(s: AnalyticsSelection, { only, when }: { only?: string; when?: string }): string {
  return `
    select e.module_id, ${MEDIAN_SECONDS_SQL} as median_seconds
    from ${assignmentCyclesSql(s, only)} e
    where ${[isCompletedSql(s), when].filter(Boolean).join(' and ')}
    group by e.module_id`;
}

function scoreColumns(s: AnalyticsSelection): string {
  return `
    count(*) filter (where ${isScoreCountedSql(s)}) as tried,
    count(*) filter (where ${isScoreCountedSql(s)} and e.passed) as passed,
    avg(e.best_score) filter (where ${isScoreCountedSql(s)}) as average_score,
    max(e.completed_at) filter (where ${isCompletedSql(s)}) as last_completed_at`;
}

function certificateColumns(s: AnalyticsSelection): string {
  const counts = CERTIFICATION_STATUSES.map(
    (name) =>
      `count(*) filter (where ${certificationStatusSql(s, 'n.certified', 'n.expires_at')} = '${name}') as ${name}`,
  );
  return `${counts.join(', ')}, min(n.expires_at) filter (where n.expires_at > ${s.now}) as next_expiry_at`;
}

/**
 * SQL that joins the newest certificate as `n`. For a completed cycle that counts, which is the last one completed, it
 * is that cycle's certificate if it never expires; otherwise the certificate of any cycle that expires last.
 */
function newestCertificate(s: AnalyticsSelection, only?: string): string {
  // Of one person: PostgreSQL would otherwise read the earlier cycles of all before it joins them.
  const ofUser = [s.user, s.self].filter(Boolean).map((id) => `e.user_id = ${id}`);
  return `
  left join (
    select e.user_id, e.module_id, max(e.expires_at) as expires_at,
      (array_agg(e.expires_at order by e.cycle desc))[1] is null as lasting
    from enrollments e
    where e.completed_at is not null and not e.is_current
      and ${[isModuleInViewSql(s), only, ...ofUser].filter(Boolean).join(' and ')}
    group by e.module_id, e.user_id
  ) earlier on earlier.user_id = e.user_id and earlier.module_id = e.module_id
  cross join lateral (
    select e.completed_at is not null or earlier.user_id is not null as certified,
      case when e.completed_at is null and not earlier.lasting or e.expires_at is not null
        then greatest(e.expires_at, earlier.expires_at) end as expires_at
  ) n`;
}
