import { MAX_MANAGERS_ABOVE_PERSON } from '@training/shared/team/team';
import { type AnalyticsPart, ModuleAnalyticsField, type ReadAnalytics } from '@training/shared/analytics/analytics';
import { type Context, isLimitedToPeopleWithEmail } from '../../core/context.ts';
import type { StatementParameterValue } from '../../database/statements/statement-parameters.ts';

export const ANALYTICS_PARTS: AnalyticsPart[] = ['modules', 'learners', 'recertification'];
const FILTERS = ['department_id', 'course_id', 'module_id', 'user_id', 'manager_id'] as const;
const DAY = 86_400_000;
/** Window in days for which the certificates due soon are stored. */
const KEPT_WINDOW = 30;

/**
 * SQL fragments and parameters for one reading of analytics. Each combination of filters is a separate text, identified
 * by `name`, so that PostgreSQL plans each with a suitable index.
 */
export type AnalyticsSelection = ReturnType<typeof analyticsSelectionOf>;

export function analyticsSelectionOf(ctx: Context, input: ReadAnalytics) {
  const { workspace, actor, reach, now } = ctx;
  const parameters: Record<string, StatementParameterValue> = {};
  const param = (name: string, value: StatementParameterValue, type: string) => {
    parameters[name] = value;
    return `:${name}::${type}`;
  };
  const optional = (name: string, value: string | undefined) =>
    value === undefined ? undefined : param(name, value, 'uuid');

  const parts = ANALYTICS_PARTS.filter((part) => input.include?.includes(part) ?? true);
  const pages = parts.includes('learners');
  const certifies = pages || parts.includes('recertification');
  const ranged = input.from !== undefined || input.to !== undefined;
  const user = actor.kind === 'user' ? actor : undefined;
  const pagesModules = parts.includes('modules') && (input.modules_limit !== undefined || input.modules_offset > 0);
  const horizon = new Date(now.getTime() + input.window_days * DAY).toISOString();

  /** Optional parameters, which determine the text: PostgreSQL rejects a parameter that the text doesn't use. */
  const variable = {
    department: optional('department', input.department_id),
    course: optional('course', input.course_id),
    module: optional('module', input.module_id),
    user: optional('user', input.user_id),
    manager: optional('manager', input.manager_id),
    ...(ranged && {
      from: param('from', moment(input.from), 'timestamptz'),
      to: param('to', moment(input.to), 'timestamptz'),
    }),
    // Matches nothing if null: a user without a department or id sees nothing.
    ...((reach === 'department' || (reach !== 'workspace' && input.department_id)) && {
      ownDepartment: param('ownDepartment', user?.departmentId ?? null, 'uuid'),
    }),
    ...(reach !== 'workspace' && reach !== 'department' && { self: param('self', user?.id ?? null, 'uuid') }),
  };
  // Certificate states are stored for this window; those for another window are counted.
  const otherWindow = input.window_days !== KEPT_WINDOW && parts.includes('recertification');
  const withEmail = isLimitedToPeopleWithEmail(ctx, input);
  const counts = withEmail || variable.user !== undefined || variable.manager !== undefined || 'self' in variable;
  const kept = !counts && parts.some((part) => part !== 'learners');
  const flags = Object.entries({
    ...variable,
    inactive: input.include_inactive,
    email: withEmail,
    window: otherWindow,
    paged: pagesModules,
    columns: input.fields,
  }).filter(([, given]) => given);
  return {
    ...variable,
    workspace: param('workspaceId', workspace.id, 'uuid'),
    now: param('now', now.toISOString(), 'timestamptz'),
    windowDays: param('windowDays', input.window_days, 'integer'),
    ...(certifies && { horizon: param('horizon', horizon, 'timestamptz') }),
    ...(pages && { limit: param('limit', input.limit, 'integer'), offset: param('offset', input.offset, 'integer') }),
    ...(pagesModules && {
      modulesLimit: param('modulesLimit', input.modules_limit ?? null, 'integer'),
      modulesOffset: param('modulesOffset', input.modules_offset, 'integer'),
    }),
    // One text for all choices of columns: bit n is the n-th column.
    ...(input.fields && {
      columns: param(
        'columns',
        input.fields.reduce((bits, field) => bits | moduleColumnBitOf(field), 0),
        'integer',
      ),
    }),
    parts,
    ranged,
    /** True for one module, or for those of one person, whose answer is short. `modules` has those of others, too. */
    small:
      variable.module !== undefined ||
      'self' in variable ||
      (variable.user !== undefined && parts.every((part) => part === 'learners')),
    otherWindow,
    includeInactive: input.include_inactive,
    /** True if people without an e-mail address are left out (rules/analytics 22). */
    withEmail,
    /** True if stored counts can be used. They exist for modules and departments, but not for people. */
    kept,
    /** True if the parts that are counted may be reused by later answers. */
    cacheable: kept && !ranged && !otherWindow,
    /** Parts that the statement leaves out, because they are cached. */
    omitted: [] as AnalyticsPart[],
    /** True if filters narrow it beyond the caller's permissions, or another window is requested. */
    filtered:
      ranged ||
      otherWindow ||
      pagesModules ||
      input.fields !== undefined ||
      FILTERS.some((filter) => input[filter] !== undefined),
    parameters,
    /** Name of the statement, at most 63 characters: PostgreSQL truncates longer names. */
    name: `analytics-${parts.map((part) => part[0]).join('')}-${flags.map(([flag]) => flag.slice(0, 3)).join('-')}`,
  };
}

/** Returns the bit of a module's column in the parameter `columns`. */
export const moduleColumnBitOf = (field: ModuleAnalyticsField): number =>
  1 << ModuleAnalyticsField.options.indexOf(field);

/** Formats a time in UTC: a plain date would mean midnight in the session's time zone. */
function moment(value: string | undefined): string | null {
  return value === undefined ? null : new Date(value).toISOString();
}

/** SQL condition that a person is in the manager's team. */
const inTeam = (s: AnalyticsSelection, person: string): string =>
  `${person} = any (array(select team_of(${s.workspace}, ${s.manager}, ${MAX_MANAGERS_ABOVE_PERSON})))`;

/** SQL conditions that the user in row `u` is in view. */
export function isUserInViewSql(s: AnalyticsSelection): string {
  return [
    `u.workspace_id = ${s.workspace}`,
    !s.includeInactive && 'u.is_active',
    s.withEmail && 'u.email is not null',
    s.department && `u.department_id = ${s.department}`,
    s.user && `u.id = ${s.user}`,
    s.manager && inTeam(s, 'u.id'),
    s.self ? `u.id = ${s.self}` : s.ownDepartment && `u.department_id = ${s.ownDepartment}`,
  ]
    .filter(Boolean)
    .join(' and ');
}

/** SQL conditions that the module of a row, such as an enrollment of any cycle, is in view. */
export function isModuleInViewSql(s: AnalyticsSelection, row = 'e'): string {
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
 * SQL conditions that enrollment `e` is an assignment in view: its cycle is owed, and its user and module are in view.
 */
function assignmentInView(s: AnalyticsSelection): string {
  const ofUser = `select from users u where u.id = e.user_id and`;
  // Excluding the few inactive users is three times as fast as looking up the many active ones.
  const everybody = !s.department && !s.user && !s.manager && !s.ownDepartment && !s.self;
  const left = [!s.includeInactive && 'not u.is_active', s.withEmail && 'u.email is null'].filter(Boolean).join(' or ');
  const inView = everybody
    ? left && `not exists (${ofUser} u.workspace_id = ${s.workspace} and (${left}))`
    : `exists (${ofUser} ${isUserInViewSql(s)})`;
  return [isModuleInViewSql(s), CYCLE_IS_OWED_OR_COMPLETED, inView].filter(Boolean).join(' and ');
}

/**
 * SQL condition that cycle `e` counts for its person and module: it is the current one, unless it was waived, or was
 * started from the library without being completed and renews no certificate.
 */
export const CYCLE_IS_OWED_OR_COMPLETED = `(e.is_current and (e.completed_at is not null
  or (e.waived_at is null and (e.source = 'assignment' or e.certified_until is not null))))`;

/**
 * SQL condition that cycle `e` of module `m` counts: a hidden module isn't owed until it is published again, but
 * completions stay (rules/learning 3). A module with an open working copy is still published.
 */
export const CYCLE_COMPLETED_OR_MODULE_PUBLISHED = `(e.completed_at is not null or m.status = 'published')`;

/**
 * SQL for the newest completed cycle of the person and module of `e`: it replaces `e` if that is current but doesn't
 * count.
 */
export const lastCompletedCycleSql = (s: AnalyticsSelection): string => `
  select last.* from enrollments last
  where last.workspace_id = ${s.workspace} and last.user_id = e.user_id and last.module_id = e.module_id
    and last.completed_at is not null
  order by last.cycle desc limit 1`;

/**
 * SQL for the cycles of the assignments in view, at most one per assignment; those with
 * `CYCLE_COMPLETED_OR_MODULE_PUBLISHED` count. Replacements for unfinished cycles are queried separately, so that the
 * many current ones can use their index.
 * @param only An additional condition on `e`.
 */
export function assignmentCyclesSql(s: AnalyticsSelection, only = ''): string {
  const inView = [assignmentInView(s), only].filter(Boolean).join(' and ');
  return `(
    select e.* from enrollments e where ${inView}
    union all
    select done.*
    from modules hidden
    join enrollments e on e.module_id = hidden.id and e.completed_at is null
    cross join lateral (${lastCompletedCycleSql(s)}) done
    where hidden.workspace_id = ${s.workspace} and hidden.status <> 'published' and ${inView}
  )`;
}

/**
 * SQL conditions on module `m`, its course `c` and its left-joined assignments in view `a`. Callers who don't see the
 * whole workspace see a module of another department only if a person in view is assigned to it (rules/analytics 8).
 */
export function isModuleListedSql(s: AnalyticsSelection): string {
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

/** SQL condition that enrollment `e` counts as completed: within the range, if one is given. */
export function isCompletedSql(s: AnalyticsSelection): string {
  if (!s.from) return 'e.completed_at is not null';
  return `(e.completed_at >= coalesce(${s.from}, '-infinity') and e.completed_at < coalesce(${s.to}, 'infinity'))`;
}

/** SQL condition that enrollment `e` was completed outside the range. */
export function isCompletedOutsideRangeSql(s: AnalyticsSelection): string {
  return `(e.completed_at is not null and not ${isCompletedSql(s)})`;
}

/** SQL condition that the score of enrollment `e` counts: there was an attempt, and no completion outside the range. */
export function isScoreCountedSql(s: AnalyticsSelection): string {
  return s.from ? `(e.attempts > 0 and not ${isCompletedOutsideRangeSql(s)})` : 'e.attempts > 0';
}

/** SQL columns that count the enrollments `e` by status; `enrollmentCountJsonFieldsSql` builds the JSON from them. */
export function enrollmentCountColumnsSql(s: AnalyticsSelection): string {
  return `
      count(*) as assigned,
      count(*) filter (where e.completed_at is null and e.started_at is null) as not_started,
      count(*) filter (where e.completed_at is null and e.started_at is not null) as in_progress,
      count(*) filter (where ${isCompletedSql(s)}) as completed,
      count(e.attested_id) filter (where ${isCompletedSql(s)}) as attested,
      ${s.from ? `count(*) filter (where ${isCompletedOutsideRangeSql(s)}) as completed_outside,` : ''}
      count(*) filter (where e.completed_at is null and e.due_at < ${s.now}) as overdue`;
}

/** Counts of row `a`, for `jsonObjectSql`. */
export function enrollmentCountJsonFieldsSql(s: AnalyticsSelection): Record<string, string> {
  const names = [
    'assigned',
    'not_started',
    'in_progress',
    'completed',
    'attested',
    ...(s.from ? ['completed_outside'] : []),
    'overdue',
  ];
  return Object.fromEntries(names.map((name) => [name, `coalesce(a.${name}, 0)`]));
}

/**
 * SQL for the certification given by the newest certificate, which expires at `expiresAt` or, if that is null, never;
 * see rules/learning 5.
 */
export function certificationStatusSql(s: AnalyticsSelection, certified: string, expiresAt: string): string {
  return `case when not ${certified} then 'never_certified' when ${expiresAt} <= ${s.now} then 'expired'
    when ${expiresAt} <= ${s.horizon} then 'due_soon' else 'current' end`;
}
