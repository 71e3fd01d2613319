import type { Analytics, AnalyticsPart, ReadAnalytics } from '@training/shared/analytics';
import type { Context } from '../../context.ts';
import pLimit from 'p-limit';
import { z } from 'zod';
import { defineStatement, type Statement } from '../../database/statement.ts';
import { AppError } from '../../errors.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { PARTS, selectionOf, type Selection } from './analytics-selection.ts';
import { countedSql } from './assignment-counts.ts';
import { keptCountsSql } from './kept-counts.ts';
import { learnersSql } from './learner-analytics.ts';
import { modulesSql } from './module-analytics.ts';
import { recertificationSql } from './recertification-analytics.ts';

const PART_SQL: Record<AnalyticsPart, (s: Selection) => string> = {
  modules: modulesSql,
  learners: learnersSql,
  recertification: recertificationSql,
};

/**
 * An instance computes this many at a time: each takes a connection for seconds and megabytes until it is sent, and the
 * other operations share both.
 */
const inTurn = pLimit(3);

const NotFound = z.enum(['department_not_found', 'course_not_found', 'module_not_found', 'user_not_found']);
type NotFound = z.infer<typeof NotFound>;

/**
 * Completion and progress (rules/analytics). One statement, so one snapshot: what is unknown is found by the same one,
 * which then computes nothing else.
 * @throws AppError `department_not_found`, `course_not_found`, `module_not_found`, `user_not_found`, in this order;
 *   also for the department or the user that the caller may not see.
 */
export async function readAnalytics(ctx: Context, input: ReadAnalytics): Promise<Analytics> {
  const selection = selectionOf(ctx, input);
  const { unknown, json } = await inTurn(() => read(ctx, selection));
  if (unknown) throw new AppError(unknown, NOT_FOUND[unknown](input));
  return preparedJson(json ?? '');
}

async function read({ db }: Context, selection: Selection) {
  const answer = await statementOf(selection).one(db.pool, selection.parameters);
  // A clock that is behind what has been noted by the clock: that counts every row.
  return answer.behind ? fromRows(db, selection) : answer;
}

/** The same, counted from the rows: what the counts that are kept save. */
export function fromRows(db: Context['db'], selection: Selection) {
  return statementOf({ ...selection, kept: false, name: `${selection.name}-rows` }).one(db.pool, selection.parameters);
}

/** Each combination of filters is defined when it is first asked for: there are more than are ever used. */
function statementOf(selection: Selection): AnalyticsStatement {
  const known = statements.get(selection.name);
  if (known) return known;
  const sql = analyticsSql(selection);
  // Hundreds of texts, each prepared by each connection, would fill the memory of PostgreSQL: only what is asked for
  // without a filter and in whole is prepared. Planning the others anew takes some milliseconds.
  const seldom = selection.filtered || selection.parts.length < PARTS.length;
  const defined = defineStatement({ name: selection.name, scope: 'tenant', sql, row: AnalyticsRow, seldom });
  statements.set(selection.name, defined);
  return defined;
}

/** `json` is there where nothing is unknown and the clock is not behind. */
const AnalyticsRow = z.strictObject({ unknown: NotFound.nullable(), behind: z.boolean(), json: z.string().nullable() });
type AnalyticsStatement = Statement<string, z.infer<typeof AnalyticsRow>>;
const statements = new Map<string, AnalyticsStatement>();

const NOT_FOUND: Record<NotFound, (input: ReadAnalytics) => string> = {
  department_not_found: ({ department_id }) => `There is no department ${department_id} that you can see.`,
  course_not_found: ({ course_id }) => `There is no course ${course_id} in this workspace.`,
  module_not_found: ({ module_id }) => `There is no module ${module_id} in this workspace.`,
  user_not_found: ({ user_id }) => `There is no user ${user_id} that you can see.`,
};

function analyticsSql(s: Selection): string {
  const parts = s.parts.map((part) => `'${part}', ${PART_SQL[part](s)}`);
  const behind = `exists (select from module_stat_clocks where workspace_id = ${s.workspace} and noted_until > ${s.now})`;
  return `
with checked as materialized (select ${unknownSql(s)} as unknown, ${s.kept ? behind : 'false'} as behind)${countsSql(s)}
select unknown, behind, case when unknown is null and not behind then json_build_object(
  'generated_at', wire_time(${s.now}), 'filters', ${filtersSql(s)}, ${parts.join(', ')}
)::text end as json
from checked`;
}

function countsSql(s: Selection): string {
  if (s.kept) return `, ${keptCountsSql(s)}`;
  const counted = s.parts.some((part) => part !== 'learners');
  return counted ? `, ${countedSql(s)}, module_counts as (select * from counted_modules)` : '';
}

/** The error code of the first filter that names what the workspace lacks or the caller may not see, else null. */
function unknownSql(s: Selection): string {
  const lacks = (code: NotFound, table: string, id: string | undefined, visible: (string | false | undefined)[] = []) =>
    id &&
    `when not exists (select from ${table} where workspace_id = ${s.workspace} and id = ${id}${visible
      .filter(Boolean)
      .map((condition) => ` and ${condition}`)
      .join('')}) then '${code}'`;
  const cases = [
    lacks('department_not_found', 'departments', s.department, [s.ownDepartment && `id = ${s.ownDepartment}`]),
    lacks('course_not_found', 'courses', s.course),
    lacks('module_not_found', 'modules', s.module),
    lacks('user_not_found', 'users', s.user, [
      s.self ? `id = ${s.self}` : s.ownDepartment && `department_id = ${s.ownDepartment}`,
    ]),
  ].filter(Boolean);
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null::text';
}

/** The filters as they were understood. */
function filtersSql(s: Selection): string {
  return `json_build_object(
  'department_id', ${s.department ?? 'null::uuid'}, 'course_id', ${s.course ?? 'null::uuid'},
  'module_id', ${s.module ?? 'null::uuid'}, 'user_id', ${s.user ?? 'null::uuid'},
  'from', wire_time(${s.from ?? 'null'}), 'to', wire_time(${s.to ?? 'null'}),
  'include', json_build_array(${s.parts.map((part) => `'${part}'`).join(', ')}),
  'include_inactive', ${s.includeInactive}, 'window_days', ${s.windowDays})`;
}
