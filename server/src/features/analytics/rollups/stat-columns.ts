/** The counts that are kept of a module; what each is of one row, `enrollment_counts` says. */
export const STAT_COUNTS = [
  'not_started',
  'in_progress',
  'completed',
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

/** What is no sum of its rows. */
export const OF_MODULE = [
  'median_seconds',
  'middle_seconds',
  'median_of',
  'last_completed_at',
  'next_expiry_at',
] as const;

/** Stands for no department, because no key may be null. */
export const NO_DEPARTMENT = `'00000000-0000-0000-0000-000000000000'::uuid`;

const SECONDS = 'greatest(date_part($$epoch$$, e.completed_at - e.assigned_at), 0)';

export const MEDIAN_SECONDS = `percentile_cont(0.5) within group (order by ${SECONDS})`;

/** How many durations are kept on each side of the middle: a median moves by one place for each two that are added. */
const BESIDE = 8;

/** All of them, in their order. */
const SORTED_SECONDS = `array_agg(${SECONDS} order by ${SECONDS}) filter (where e.completed_at is not null)`;

/** Of `n` sorted durations those in the middle. */
const middleOf = (sorted: string, n: string): string =>
  `(${sorted})[greatest((${n} + 1) / 2 - ${BESIDE}, 1) : ${n} / 2 + 1 + ${BESIDE}]`;

/** How many durations lie below those in the middle of `n`. */
export const belowMiddle = (n: string): string => `greatest((${n} + 1) / 2 - ${BESIDE + 1}, 0)`;

/** Whether those in the middle of `n` reach up to the last. */
export const reachesEnd = (n: string): string => `${n} / 2 + 1 + ${BESIDE} >= ${n}`;

/** For each count its text, as a list. */
export const eachCount = (text: (count: string) => string): string => STAT_COUNTS.map(text).join(', ');

/** The median, those beside it, the newest completion and the next expiry after `moment` of the rows `e`. */
export const ofModule = (moment: string): string => `
  ${MEDIAN_SECONDS} filter (where e.completed_at is not null) as median_seconds,
  ${middleOf(SORTED_SECONDS, 'count(e.completed_at)::integer')} as middle_seconds,
  count(e.completed_at)::integer as median_of,
  max(e.completed_at) as last_completed_at,
  min(e.certified_until) filter (where e.certified_until > ${moment}) as next_expiry_at`;

/** Which rows `e` these are of: the index of modules has them. */
export const OF_MODULE_ROWS = 'e.counted and (e.completed_at is not null or e.certified_until is not null)';
