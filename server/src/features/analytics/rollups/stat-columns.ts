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
export const OF_MODULE = ['median_seconds', 'last_completed_at', 'next_expiry_at'] as const;

/** Stands for no department, because no key may be null. */
export const NO_DEPARTMENT = `'00000000-0000-0000-0000-000000000000'::uuid`;

export const MEDIAN_SECONDS =
  'percentile_cont(0.5) within group (order by greatest(date_part($$epoch$$, e.completed_at - e.assigned_at), 0))';

/** For each count its text, as a list. */
export const eachCount = (text: (count: string) => string): string => STAT_COUNTS.map(text).join(', ');

/** The median, the newest completion and the next expiry after `moment` of the rows `e`. */
export const ofModule = (moment: string): string => `
  ${MEDIAN_SECONDS} filter (where e.completed_at is not null) as median_seconds,
  max(e.completed_at) as last_completed_at,
  min(e.certified_until) filter (where e.certified_until > ${moment}) as next_expiry_at`;

/** Which rows `e` these are of: the index of modules has them. */
export const OF_MODULE_ROWS = 'e.counted and (e.completed_at is not null or e.certified_until is not null)';
