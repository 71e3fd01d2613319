import type { AnalyticsPart, ReadAnalytics } from '@training/shared/analytics';
import type { Context } from '../../context.ts';
import type { Parameter } from '../../database/statement-parameters.ts';

export const PARTS: AnalyticsPart[] = ['modules', 'learners', 'recertification'];
const FILTERS = ['department_id', 'course_id', 'module_id', 'user_id'] as const;
const DAY = 86_400_000;
/** Days for which it is kept which certificates are due soon. */
const KEPT_WINDOW = 30;

/**
 * What a reading of analytics looks at, as SQL with its parameters. Each combination of filters is a text of its own,
 * so that PostgreSQL plans each with the index it has; `name` tells them apart.
 */
export type Selection = ReturnType<typeof selectionOf>;

export function selectionOf({ workspace, actor, reach, now }: Context, input: ReadAnalytics) {
  const parameters: Record<string, Parameter> = {};
  const param = (name: string, value: Parameter, type: string) => {
    parameters[name] = value;
    return `:${name}::${type}`;
  };
  const optional = (name: string, value: string | undefined) =>
    value === undefined ? undefined : param(name, value, 'uuid');

  const parts = PARTS.filter((part) => input.include?.includes(part) ?? true);
  const pages = parts.includes('learners');
  const certifies = pages || parts.includes('recertification');
  const ranged = input.from !== undefined || input.to !== undefined;
  const user = actor.kind === 'user' ? actor : undefined;
  const horizon = new Date(now.getTime() + input.window_days * DAY).toISOString();

  /** What may be absent, and by it the text: PostgreSQL refuses a parameter that its text does not use. */
  const variable = {
    department: optional('department', input.department_id),
    course: optional('course', input.course_id),
    module: optional('module', input.module_id),
    user: optional('user', input.user_id),
    ...(ranged && {
      from: param('from', moment(input.from), 'timestamptz'),
      to: param('to', moment(input.to), 'timestamptz'),
    }),
    // null is nobody's id: whoever has none sees nothing.
    ...((reach === 'department' || (reach !== 'workspace' && input.department_id)) && {
      ownDepartment: param('ownDepartment', user?.departmentId ?? null, 'uuid'),
    }),
    ...(reach !== 'workspace' && reach !== 'department' && { self: param('self', user?.id ?? null, 'uuid') }),
  };
  // Certificates are kept as they stand for this window; how they stand for another one is counted.
  const otherWindow = input.window_days !== KEPT_WINDOW && parts.includes('recertification');
  const flags = Object.entries({ ...variable, inactive: input.include_inactive, window: otherWindow }).filter(
    ([, given]) => given,
  );
  return {
    ...variable,
    workspace: param('workspaceId', workspace.id, 'uuid'),
    now: param('now', now.toISOString(), 'timestamptz'),
    windowDays: param('windowDays', input.window_days, 'integer'),
    ...(certifies && { horizon: param('horizon', horizon, 'timestamptz') }),
    ...(pages && { limit: param('limit', input.limit, 'integer'), offset: param('offset', input.offset, 'integer') }),
    parts,
    ranged,
    /** Of one module or one person: no long answer. */
    small: [variable.module, variable.user].some(Boolean) || 'self' in variable,
    otherWindow,
    includeInactive: input.include_inactive,
    /** Counts are kept of modules and of departments, not of persons. */
    kept: variable.user === undefined && !('self' in variable) && parts.some((part) => part !== 'learners'),
    /** Whether more than what its caller may see narrows it, or another window is asked for. */
    filtered: ranged || otherWindow || FILTERS.some((filter) => input[filter] !== undefined),
    parameters,
    /** At most 63 characters: PostgreSQL keeps no more of a name. */
    name: `analytics-${parts.map((part) => part[0]).join('')}-${flags.map(([flag]) => flag.slice(0, 4)).join('-')}`,
  };
}

/** Text of UTC: a date alone would be midnight in the time zone of the database's session. */
function moment(value: string | undefined): string | null {
  return value === undefined ? null : new Date(value).toISOString();
}

/** Conditions on the row `u` of a user in view. */
export function userInView(s: Selection): string {
  return [
    `u.workspace_id = ${s.workspace}`,
    !s.includeInactive && 'u.is_active',
    s.department && `u.department_id = ${s.department}`,
    s.user && `u.id = ${s.user}`,
    s.self ? `u.id = ${s.self}` : s.ownDepartment && `u.department_id = ${s.ownDepartment}`,
  ]
    .filter(Boolean)
    .join(' and ');
}

/** Conditions on a row, such as an enrollment of any cycle, whose module is in view. */
export function moduleInView(s: Selection, row = 'e'): string {
  return [
    `${row}.workspace_id = ${s.workspace}`,
    s.module && `${row}.module_id = ${s.module}`,
    s.course &&
      `exists (select from modules f where f.workspace_id = ${s.workspace} and f.id = ${row}.module_id and f.course_id = ${s.course})`,
  ]
    .filter(Boolean)
    .join(' and ');
}

/**
 * Conditions on the row `e` of an enrollment that is an assignment in view: its cycle owed, its user and module in
 * view.
 */
function assignmentInView(s: Selection): string {
  const ofUser = `select from users u where u.id = e.user_id and`;
  // Leaving out the few who are inactive is three times as fast as looking up the many who are not.
  const everybody = !s.department && !s.user && !s.ownDepartment && !s.self;
  const inView = everybody
    ? !s.includeInactive && `not exists (${ofUser} u.workspace_id = ${s.workspace} and not u.is_active)`
    : `exists (${ofUser} ${userInView(s)})`;
  return [moduleInView(s), OWED, inView].filter(Boolean).join(' and ');
}

/**
 * Whether the cycle `e` is one that counts of its person and its module: the current one, unless it was waived, or
 * taken from the library and not completed, and renews no certificate.
 */
export const OWED = `(e.is_current and (e.completed_at is not null
  or (e.waived_at is null and (e.source = 'assignment' or e.certified_until is not null))))`;

/**
 * Whether the cycle `e` counts, of the module `m`: what nobody can study is not owed until it is published again, while
 * completions stay (rules/learning 3). With an open working copy a module is still published.
 */
export const COUNTS = `(e.completed_at is not null or m.status = 'published')`;

/**
 * The newest completed cycle of the person and the module of `e`: it counts in the place of `e` where that is current
 * and does not count itself.
 */
export const lastCompleted = (s: Selection): string => `
  select last.* from enrollments last
  where last.workspace_id = ${s.workspace} and last.user_id = e.user_id and last.module_id = e.module_id
    and last.completed_at is not null
  order by last.cycle desc limit 1`;

/**
 * The cycles of the assignments in view, one of each at most. Of a module `m` those count that are `COUNTS`. What
 * stands in for an unfinished cycle is apart, so that the many that are current keep their index.
 * @param only A condition on `e` more.
 */
export function assignments(s: Selection, only = ''): string {
  const inView = [assignmentInView(s), only].filter(Boolean).join(' and ');
  return `(
    select e.* from enrollments e where ${inView}
    union all
    select done.*
    from modules hidden
    join enrollments e on e.module_id = hidden.id and e.completed_at is null
    cross join lateral (${lastCompleted(s)}) done
    where hidden.workspace_id = ${s.workspace} and hidden.status <> 'published' and ${inView}
  )`;
}

/**
 * Conditions on the row `m` of a module, its course `c` and its assignments in view `a`, left-joined. Who does not see
 * the whole workspace sees no module of others that nobody in view is assigned to (rules/analytics 8).
 */
export function moduleListed(s: Selection): string {
  return [
    `m.workspace_id = ${s.workspace}`,
    s.module && `m.id = ${s.module}`,
    s.course && `m.course_id = ${s.course}`,
    s.self
      ? 'a.module_id is not null'
      : s.ownDepartment && `(a.module_id is not null or c.department_id = ${s.ownDepartment})`,
  ]
    .filter(Boolean)
    .join(' and ');
}

/** Whether the enrollment `e` counts as completed: within the range, where one is given. */
export function completed(s: Selection): string {
  if (!s.from) return 'e.completed_at is not null';
  return `(e.completed_at >= coalesce(${s.from}, '-infinity') and e.completed_at < coalesce(${s.to}, 'infinity'))`;
}

/** Whether the enrollment `e` was completed outside the range. */
export function completedOutside(s: Selection): string {
  return `(e.completed_at is not null and not ${completed(s)})`;
}

/** Whether the score of the enrollment `e` counts: somebody tried, and did not complete outside the range. */
export function scored(s: Selection): string {
  return s.from ? `(e.attempts > 0 and not ${completedOutside(s)})` : 'e.attempts > 0';
}

/** Columns that count the enrollments `e` by status; with them `countFields` builds the JSON from the row `a`. */
export function countColumns(s: Selection): string {
  return `
      count(*) as assigned,
      count(*) filter (where e.completed_at is null and e.started_at is null) as not_started,
      count(*) filter (where e.completed_at is null and e.started_at is not null) as in_progress,
      count(*) filter (where ${completed(s)}) as completed,
      ${s.from ? `count(*) filter (where ${completedOutside(s)}) as completed_outside,` : ''}
      count(*) filter (where e.completed_at is null and e.due_at < ${s.now}) as overdue`;
}

/** The counts of the row `a`, for `objectOf`. */
export function countFields(s: Selection): Record<string, string> {
  const names = [
    'assigned',
    'not_started',
    'in_progress',
    'completed',
    ...(s.from ? ['completed_outside'] : []),
    'overdue',
  ];
  return Object.fromEntries(names.map((name) => [name, `coalesce(a.${name}, 0)`]));
}

/**
 * The certification that the newest certificate gives, which runs out at `expiresAt` or, where that is null, counts for
 * ever; see rules/learning 5.
 */
export function certification(s: Selection, certified: string, expiresAt: string): string {
  return `case when not ${certified} then 'never_certified' when ${expiresAt} <= ${s.now} then 'expired'
    when ${expiresAt} <= ${s.horizon} then 'due_soon' else 'current' end`;
}
