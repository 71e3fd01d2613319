/** Counts stored per module; `enrollment_counts` defines the counts of one row. */
export const MODULE_STAT_COUNT_COLUMNS = [
  'not_started',
  'in_progress',
  'completed',
  'attested',
  'overdue',
  'open_tried',
  'open_passed',
  'open_scored',
  'open_points',
  'done_tried',
  'done_passed',
  'done_scored',
  'done_points',
  'cert_current',
  'cert_due_soon',
  'cert_expired',
] as const;

/** SQL for the cycles `e` with what each counts for, `c`. */
export const CYCLES_WITH_COUNTS_SQL = `enrollments e
  cross join lateral (select n.*, (e.attested_id is not null)::integer as attested from enrollment_counts(e) n) c` as const;

/** Columns that aren't sums of rows. */
export const MODULE_STAT_OTHER_COLUMNS = [
  'median_seconds',
  'middle_seconds',
  'median_of',
  'last_completed_at',
  'next_expiry_at',
] as const;

/** Placeholder for no department, because a key column can't be null. */
export const NO_DEPARTMENT_ID_SQL = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** Null for attested completions, whose time was not spent here. */
const SECONDS =
  'case when e.attested_id is null then greatest(date_part($$epoch$$, e.completed_at - e.assigned_at), 0) end';

/** SQL condition that the cycle `e` was completed here. */
const PROVED = 'e.completed_at is not null and e.attested_id is null';

export const MEDIAN_SECONDS_SQL = `percentile_cont(0.5) within group (order by ${SECONDS})`;

/** Number of durations stored on each side of the middle. A median moves by one place per two added durations. */
const BESIDE = 8;

/** SQL for all durations, sorted. */
const SORTED_SECONDS = `array_agg(${SECONDS} order by ${SECONDS}) filter (where ${PROVED})`;

/** SQL for the durations around the middle of `n` sorted ones. */
const middleOf = (sorted: string, n: string): string =>
  `(${sorted})[greatest((${n} + 1) / 2 - ${BESIDE}, 1) : ${n} / 2 + 1 + ${BESIDE}]`;

/** SQL for the number of durations below the stored middle of `n`. */
export const countBelowMiddleSql = (n: string): string => `greatest((${n} + 1) / 2 - ${BESIDE + 1}, 0)`;

/** SQL condition that the stored middle of `n` includes the last duration. */
export const isLastDurationInMiddleSql = (n: string): string => `${n} / 2 + 1 + ${BESIDE} >= ${n}`;

/** Joins the text of each count into a list. */
export const mapModuleStatCountsToListSql = (text: (count: string) => string): string =>
  MODULE_STAT_COUNT_COLUMNS.map(text).join(', ');

/**
 * SQL for the median, the durations around it, the newest completion and the next expiry after `moment`, over rows `e`.
 */
export const moduleStatOtherColumnsSql = (moment: string): string => `
  ${MEDIAN_SECONDS_SQL} filter (where e.completed_at is not null) as median_seconds,
  ${middleOf(SORTED_SECONDS, `(count(*) filter (where ${PROVED}))::integer`)} as middle_seconds,
  (count(*) filter (where ${PROVED}))::integer as median_of,
  max(e.completed_at) as last_completed_at,
  min(e.certified_until) filter (where e.certified_until > ${moment}) as next_expiry_at`;

/** SQL condition for the rows `e` used by these columns; matches the index of modules. */
export const CYCLE_FEEDS_OTHER_STAT_COLUMNS =
  'e.counted and (e.completed_at is not null or e.certified_until is not null)';
