import type { Analytics, AnalyticsPart, ReadAnalytics } from '@training/shared/analytics/analytics';
import type { Context } from '../../core/context.ts';
import pLimit from 'p-limit';
import { z } from 'zod';
import { defineStatement, type Statement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { streamRows } from '../../database/statements/stream-rows.ts';
import { preparedJson, streamedJson } from '../../platform/prepared-json.ts';
import { PARTS, selectionOf, type Selection } from './analytics-selection.ts';
import { countedSql } from './assignment-counts.ts';
import { rollupSql } from './rollup-sql.ts';
import { piecesOf, type AnswerPart } from './answer-parts.ts';
import { learnersPart, learnersPageSql } from './learner-analytics.ts';
import { modulesPart } from './module-analytics.ts';
import { recertificationPart } from './recertification-analytics.ts';

const PART_SQL: Record<AnalyticsPart, (s: Selection) => AnswerPart> = {
  modules: modulesPart,
  learners: learnersPart,
  recertification: recertificationPart,
};

/** Number of chunks fetched at once: some hundred kilobytes. */
const PIECES = 4;

/**
 * Limits concurrent readings per instance: each uses a connection for seconds, and megabytes until it is sent. Other
 * operations share both.
 */
const inTurn = pLimit(3);

const NotFound = z.enum(['department_not_found', 'course_not_found', 'module_not_found', 'user_not_found']);
type NotFound = z.infer<typeof NotFound>;

/**
 * Reads completion and progress (rules/analytics). A single statement ensures one snapshot; it also detects unknown
 * filters, and then computes nothing else. A long answer is streamed if the caller supports it.
 * @throws AppError `department_not_found`, `course_not_found`, `module_not_found`, `user_not_found`, in this order;
 * also for a department or user that the caller may not see.
 */
export async function readAnalytics(ctx: Context, input: ReadAnalytics): Promise<Analytics> {
  const selection = selectionOf(ctx, input);
  const streams = ctx.streams && !selection.small;
  return streams ? await opened(ctx, input, selection) : await read(ctx, input, selection);
}

async function read({ db }: Context, input: ReadAnalytics, selection: Selection): Promise<Analytics> {
  const rows = await inTurn(async () => {
    const answered = await statementOf(selection).all(db.pool, selection.parameters);
    // This server's clock is behind the stored counts, so count from the rows.
    return answered[0]?.behind ? fromRows(db, selection) : answered;
  });
  assertKnown(rows[0], input);
  return preparedJson(rows.map(({ text }) => text ?? '').join(''), { version: rows[0]?.version ?? '' });
}

/** Computes the same answer from the rows, without stored counts. */
export function fromRows(db: Context['db'], selection: Selection): Promise<AnalyticsRow[]> {
  return statementOf(ofRows(selection)).all(db.pool, selection.parameters);
}

const ofRows = (s: Selection): Selection => ({ ...s, kept: false, name: `${s.name}-rows` });

/**
 * Opens the stream of a long answer, once it is known to exist. Its slot is released when all chunks have been read.
 */
function opened({ db }: Context, input: ReadAnalytics, selection: Selection): Promise<Analytics> {
  return new Promise((resolve, reject) => {
    const inItsTurn = inTurn(async () => {
      const open = (s: Selection) => streamRows(db.pool, statementOf(s), s.parameters, PIECES);
      let rows = open(selection);
      let first = await rows.next();
      if (!first.done && first.value.behind) {
        await rows.return();
        rows = open(ofRows(selection));
        first = await rows.next();
      }
      try {
        if (!first.done) assertKnown(first.value, input);
      } catch (error) {
        await rows.return();
        throw error;
      }
      const version = first.value?.version ?? '';
      await new Promise<void>((ended) => resolve(streamedJson(texts(first, rows, ended), version)));
    });
    inItsTurn.catch(reject);
  });
}

async function* texts(
  first: IteratorResult<AnalyticsRow, void>,
  rows: AsyncGenerator<AnalyticsRow, void>,
  ended: () => void,
): AsyncGenerator<string, void> {
  try {
    if (!first.done) yield first.value.text ?? '';
    for await (const { text } of rows) yield text ?? '';
  } finally {
    await rows.return().finally(ended);
  }
}

/** @throws AppError for the first filter that names a missing record */
function assertKnown(row: AnalyticsRow | undefined, input: ReadAnalytics): void {
  if (row?.unknown) throw new AppError(row.unknown, NOT_FOUND[row.unknown](input));
}

/** Defines the statement of a combination of filters on first use: there are more combinations than are ever used. */
function statementOf(selection: Selection): AnalyticsStatement {
  const known = statements.get(selection.name);
  if (known) return known;
  const sql = analyticsSql(selection);
  // Preparing hundreds of texts on each connection would fill PostgreSQL's memory, so only complete requests without a
  // filter are prepared. Planning the others each time takes a few milliseconds.
  const unprepared = selection.filtered || selection.parts.length < PARTS.length;
  const defined = defineStatement({ name: selection.name, scope: 'tenant', sql, row: AnalyticsRow, unprepared });
  statements.set(selection.name, defined);
  return defined;
}

/**
 * A chunk of the answer. The first one says what is unknown and whether the clock is behind; in both cases it is the
 * only one. `version` is a hash of all chunks but the first, which has the time.
 */
const AnalyticsRow = z.strictObject({
  unknown: NotFound.nullable(),
  behind: z.boolean(),
  version: z.string().nullable(),
  part: z.number(),
  n: z.number(),
  text: z.string().nullable(),
});
type AnalyticsRow = z.infer<typeof AnalyticsRow>;
type AnalyticsStatement = Statement<string, AnalyticsRow>;
const statements = new Map<string, AnalyticsStatement>();

const NOT_FOUND: Record<NotFound, (input: ReadAnalytics) => string> = {
  department_not_found: ({ department_id }) => `There is no department ${department_id} that you can see.`,
  course_not_found: ({ course_id }) => `There is no course ${course_id} in this workspace.`,
  module_not_found: ({ module_id }) => `There is no module ${module_id} in this workspace.`,
  user_not_found: ({ user_id }) => `There is no user ${user_id} that you can see.`,
};

function analyticsSql(s: Selection): string {
  const behind = `exists (select from module_stat_clocks where workspace_id = ${s.workspace} and noted_until > ${s.now})`;
  const head = `left(json_build_object('generated_at', to_iso(${s.now}), 'filters', ${filtersSql(s)})::text, -1)`;
  const parts = s.parts.flatMap((part, n) => piecesOf(PART_SQL[part](s), n + 1));
  return `
with checked as materialized (
  select unknown, behind, unknown is null and not behind as answered
  from (select ${unknownSql(s)} as unknown, ${s.kept ? behind : 'false'} as behind) c
)${countsSql(s)}${s.parts.includes('learners') ? `, ${learnersPageSql(s)}` : ''}
select c.unknown, c.behind, p.part, p.n, p.text,
  (sum(hashtextextended(p.text, 4294967296 * p.part + p.n)) filter (where p.part > 0) over ())::text as version
from (
  select 0 as part, 0 as n, ${head} as text
  ${[...parts, `select ${PARTS.length + 1}, 0, '}'`].map((piece) => `union all ${piece}`).join('\n  ')}
) p, checked c
where c.answered or p.part = 0
order by p.part, p.n`;
}

function countsSql(s: Selection): string {
  if (s.kept) return `, ${rollupSql(s)}`;
  const counted = s.parts.some((part) => part !== 'learners');
  return counted ? `, ${countedSql(s)}, module_counts as (select * from counted_modules)` : '';
}

/**
 * SQL for the error code of the first filter that names a record missing from the workspace or invisible to the caller,
 * or null.
 */
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

/** SQL for the filters as interpreted. */
function filtersSql(s: Selection): string {
  return `json_build_object(
  'department_id', ${s.department ?? 'null::uuid'}, 'course_id', ${s.course ?? 'null::uuid'},
  'module_id', ${s.module ?? 'null::uuid'}, 'user_id', ${s.user ?? 'null::uuid'},
  'from', to_iso(${s.from ?? 'null'}), 'to', to_iso(${s.to ?? 'null'}),
  'include', json_build_array(${s.parts.map((part) => `'${part}'`).join(', ')}),
  'include_inactive', ${s.includeInactive}, 'window_days', ${s.windowDays})`;
}
