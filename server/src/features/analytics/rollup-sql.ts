import { assignmentCountsByModuleSql } from './assignment-counts.ts';
import { isModuleInViewSql, type AnalyticsSelection } from './analytics-selection.ts';
import {
  countBelowMiddleSql,
  mapModuleStatCountsToListSql,
  MEDIAN_SECONDS_SQL,
  CYCLE_FEEDS_OTHER_STAT_COLUMNS,
  isLastDurationInMiddleSql,
} from './rollups/stored-counts.ts';

/** SQL conditions on stored counts or cycles of people in view; `row` has their department and active state. */
function peopleInView(s: AnalyticsSelection, row: string): string[] {
  return [
    s.includeInactive ? '' : `${row}.is_active`,
    s.department ? `${row}.department_id = ${s.department}` : '',
    s.ownDepartment ? `${row}.department_id = ${s.ownDepartment}` : '',
  ];
}

const where = (s: AnalyticsSelection, row: string, ...conditions: string[]) =>
  [isModuleInViewSql(s, row), ...peopleInView(s, row), ...conditions].filter(Boolean).join(' and ');

/**
 * SQL for `module_counts` from the stored counts (rules/analytics 11 to 14), the pending differences, and changes by
 * the clock since the last update. Hidden modules with unfinished assignments are counted from the rows, because an
 * earlier completion may count instead.
 */
export function moduleCountsFromRollupsSql(s: AnalyticsSelection): string {
  const progress = s.parts.includes('modules');
  const certificates = s.parts.includes('recertification');
  const departments = s.department !== undefined || s.ownDepartment !== undefined;
  // The median of active and inactive people together can't be derived from the two medians.
  const merges = progress && !s.ranged && !s.includeInactive;
  const stats = departments ? 'department_module_stats' : 'module_stats';
  const sum = (name: string) => `coalesce(k.${name}, 0) + coalesce(p.${name}, 0)`;
  const own = (name: string) => `(${sum(name)}) as ${name}`;
  return [
    `kept as materialized (
  select s.module_id, ${
    s.includeInactive
      ? `${mapModuleStatCountsToListSql((name) => `sum(s.${name})::bigint as ${name}`)}, min(s.next_expiry_at) as next_expiry_at,
    -- The median of the active and the inactive together is neither's.
    max(s.median_seconds) filter (where s.is_active) as median_seconds, max(s.last_completed_at) as last_completed_at,
    coalesce(bool_or(s.completed > 0) filter (where not s.is_active), false) as mixed`
      : `${mapModuleStatCountsToListSql((name) => `s.${name}`)}, s.next_expiry_at, s.median_seconds, s.middle_seconds, s.median_of,
    s.last_completed_at, false as mixed`
  }
  from ${stats} s where ${where(s, 's')} ${s.includeInactive ? 'group by s.module_id' : ''}
)`,
    `pending as materialized (
  select w.module_id, ${mapModuleStatCountsToListSql((name) => `sum(w.${name})::bigint as ${name}`)}, bool_or(w.completions) as completions,
    bool_or(w.certificates and w.added_expiry is null) as other_expiries,
    min(w.added_expiry) filter (where w.added_expiry > ${s.now}) as added_expiry${
      merges
        ? `,
    array_agg(w.added_seconds) filter (where w.added_seconds is not null) as added_seconds,
    coalesce(bool_or(w.completions and w.added_seconds is null), false) as other_completions,
    max(w.added_completion) as added_completion`
        : ''
    }
  from module_stat_changes w where ${where(s, 'w')} group by w.module_id
)`,
    merges && MERGED,
    progress &&
      `late as materialized (
  select e.module_id, count(*) as overdue from enrollments e where ${where(s, 'e', `e.late_at < ${s.now}`)} group by e.module_id
)`,
    certificates &&
      `lapsed as materialized (
  select e.module_id, count(*) filter (where e.certificate = 'current') as no_longer_current,
    count(*) filter (where e.certificate = 'due_soon') as no_longer_due_soon,
    count(*) filter (where e.certified_until > ${s.now}) as due_soon, count(*) filter (where e.certified_until <= ${s.now}) as expired
  from enrollments e where ${where(s, 'e', `e.lapses_at <= ${s.now}`)} group by e.module_id
)`,
    certificates &&
      s.otherWindow &&
      `in_window as materialized (
  select e.module_id, count(*) as due_soon from enrollments e
  where ${where(s, 'e', 'e.counted', `e.certified_until > ${s.now}`, `e.certified_until <= ${s.horizon}`)}
  group by e.module_id
)`,
    progress &&
      s.ranged &&
      `inside as materialized (
  select e.module_id, count(*) as completed, count(e.attested_id) as attested, count(e.final_points) as tried,
    count(*) filter (where e.final_points is not null and e.passed) as passed,
    count(*) filter (where e.final_points >= 0) as scored,
    coalesce(sum(e.final_points) filter (where e.final_points >= 0), 0) as points,
    ${MEDIAN_SECONDS_SQL} as median_seconds, max(e.completed_at) as last_completed_at
  from enrollments e
  where ${where(s, 'e', 'e.counted', 'e.completed_at is not null', `e.completed_at >= coalesce(${s.from}, '-infinity')`, `e.completed_at < coalesce(${s.to}, 'infinity')`)}
  group by e.module_id
)`,
    `fresh as materialized (
  select e.module_id, ${MEDIAN_SECONDS_SQL} filter (where e.completed_at is not null) as median_seconds,
    max(e.completed_at) as last_completed_at, min(e.certified_until) filter (where e.certified_until > ${s.now}) as next_expiry_at
  from enrollments e
  where ${where(s, 'e', CYCLE_FEEDS_OTHER_STAT_COLUMNS)} and e.module_id = any(array(
    select module_id from pending p where ${certificates ? 'other_expiries' : 'false'} or ${progress ? `completions ${merges ? 'and not exists (select from merged g where g.module_id = p.module_id)' : ''}` : 'false'}
    union select module_id from kept where mixed ${certificates ? `or next_expiry_at <= ${s.now}` : ''}))
  group by e.module_id
)`,
    `totals as materialized (
  select m.id as module_id, m.status <> 'published' and ${sum('not_started')} + ${sum('in_progress')} > 0 as hidden,
    ${sum('not_started')} + ${sum('in_progress')} + ${sum('completed')} as assigned, ${mapModuleStatCountsToListSql(own)},
    ${merges ? 'g.module_id is null and' : ''} (k.module_id is null or k.mixed or coalesce(p.completions, false)) as median_is_fresh,
    coalesce(k.next_expiry_at <= ${s.now}, false) or coalesce(p.other_expiries, false) as expiry_is_fresh,
    ${merges ? 'coalesce(g.median_seconds, k.median_seconds) as median_seconds, greatest(k.last_completed_at, p.added_completion) as last_completed_at' : 'k.median_seconds, k.last_completed_at'},
    least(k.next_expiry_at, p.added_expiry) as next_expiry_at
  from modules m
  left join kept k on k.module_id = m.id
  left join pending p on p.module_id = m.id
  ${merges ? 'left join merged g on g.module_id = m.id' : ''}
  where m.workspace_id = ${s.workspace} ${s.module ? `and m.id = ${s.module}` : ''} ${s.course ? `and m.course_id = ${s.course}` : ''}
)`,
    assignmentCountsByModuleSql(s, {
      only: 'e.module_id = any(array(select module_id from totals where hidden))',
      // Skips the query if no module is hidden.
      when: '(select bool_or(hidden) from totals)',
    }),
    `module_counts as materialized (
  select t.module_id${progress ? progressColumns(s) : ''}${certificates ? certificateColumns(s) : ''}
  from totals t left join fresh f on f.module_id = t.module_id
  ${progress ? 'left join late l on l.module_id = t.module_id' : ''}
  ${progress && s.ranged ? 'left join inside i on i.module_id = t.module_id' : ''}
  ${certificates ? 'left join lapsed x on x.module_id = t.module_id' : ''}
  ${certificates && s.otherWindow ? 'left join in_window y on y.module_id = t.module_id' : ''}
  where t.assigned > 0 and not t.hidden
  union all
  select module_id${progress ? `, ${[...progressNames(s)].join(', ')}` : ''}${certificates ? ', never_certified, current, due_soon, expired, next_expiry_at' : ''}
  from counted_modules
)`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * SQL for medians of modules with only added completions since the last fold: computed from the stored middle durations
 * and the added ones, if the median is still within the middle. If the stored counts already include pending
 * differences, they cover more durations than are stored, and nothing is merged.
 */
const MERGED = `merged as materialized (
  select module_id, low + 0.5::double precision * (high - low) as median_seconds
  from (
    select *, seconds[(n + 1) / 2 - below] as low, seconds[n / 2 + 1 - below] as high
    from (
      select k.module_id, k.middle_seconds, k.median_of, k.median_of + cardinality(p.added_seconds) as n,
        ${countBelowMiddleSql('k.median_of')} as below,
        case when p.added_seconds is not null and not p.other_completions and k.median_of = k.completed - k.attested
          then array(select a from unnest(k.middle_seconds || p.added_seconds) a order by a) end as seconds
      -- From the many to the few, so that they are hashed, however few PostgreSQL takes them for.
      from kept k left join pending p on p.module_id = k.module_id
      where exists (select from pending where added_seconds is not null)
      -- Else each mention of what is sorted would sort it again.
      offset 0
    ) sorted
  ) found
  where (below = 0 or low >= middle_seconds[1])
    and (${isLastDurationInMiddleSql('median_of')} or high <= middle_seconds[cardinality(middle_seconds)])
    and seconds is not null
)`;

const progressNames = (s: AnalyticsSelection) => [
  'assigned',
  'not_started',
  'in_progress',
  'completed',
  'attested',
  ...(s.ranged ? ['completed_outside'] : []),
  'overdue',
  'tried',
  'passed',
  'average_score',
  'last_completed_at',
  'median_seconds',
];

function progressColumns(s: AnalyticsSelection): string {
  const done = (name: string) => (s.ranged ? `coalesce(i.${name}, 0)` : `t.done_${name}`);
  const tried = `t.open_tried + ${done('tried')}`;
  const scored = `t.open_scored + ${done('scored')}`;
  const texts: Record<string, string> = {
    assigned: 't.assigned',
    not_started: 't.not_started',
    in_progress: 't.in_progress',
    completed: s.ranged ? 'coalesce(i.completed, 0)' : 't.completed',
    attested: s.ranged ? 'coalesce(i.attested, 0)' : 't.attested',
    completed_outside: 't.completed - coalesce(i.completed, 0)',
    overdue: 't.overdue + coalesce(l.overdue, 0)',
    tried,
    passed: `t.open_passed + ${done('passed')}`,
    average_score: `(t.open_points + ${done('points')})::numeric / nullif(10000 * (${scored}), 0)`,
    last_completed_at: s.ranged
      ? 'i.last_completed_at'
      : 'case when t.median_is_fresh then f.last_completed_at else t.last_completed_at end',
    median_seconds: s.ranged
      ? 'i.median_seconds'
      : 'case when t.median_is_fresh then f.median_seconds else t.median_seconds end',
  };
  return progressNames(s)
    .map((name) => `, ${texts[name]} as ${name}`)
    .join('');
}

function certificateColumns(s: AnalyticsSelection): string {
  const all = 't.cert_current + t.cert_due_soon + t.cert_expired';
  const expired = 't.cert_expired + coalesce(x.expired, 0)';
  const current = 't.cert_current - coalesce(x.no_longer_current, 0)';
  const dueSoon = 't.cert_due_soon - coalesce(x.no_longer_due_soon, 0) + coalesce(x.due_soon, 0)';
  const [now, soon] = s.otherWindow
    ? [`${all} - (${expired}) - coalesce(y.due_soon, 0)`, 'coalesce(y.due_soon, 0)']
    : [current, dueSoon];
  return `, t.assigned - (${all}) as never_certified, ${now} as current, ${soon} as due_soon, ${expired} as expired,
    case when t.expiry_is_fresh then f.next_expiry_at else t.next_expiry_at end as next_expiry_at`;
}
