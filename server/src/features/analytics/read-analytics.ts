import type { Analytics, AnalyticsPart, ReadAnalytics } from '@training/shared/analytics/analytics';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type Statement, streamRows } from '../../database/statements/statement.ts';
import { createPreparedJson, createStreamedJson } from '../../platform/prepared-json.ts';
import { ANALYTICS_PARTS, type AnalyticsSelection, analyticsSelectionOf } from './analytics-selection.ts';
import { assignmentCountsByModuleSql } from './assignment-counts.ts';
import {
  type AnalyticsPartSql,
  type CachedPart,
  countBasedPartNamesOf,
  findCachedPartsIfAllCurrent,
  COUNTS_FINGERPRINT_SQL,
  partJsonChunkQueriesSql,
  storeCachedPart,
} from './cached-parts.ts';
import { learnersPageCteSql, learnersPartSql } from './learner-analytics.ts';
import { modulesPartSql, recertificationPartSql } from './module-analytics.ts';
import { moduleCountsFromRollupsSql } from './rollup-sql.ts';

const PART_SQL: Record<AnalyticsPart, (s: AnalyticsSelection) => AnalyticsPartSql> = {
  modules: modulesPartSql,
  learners: learnersPartSql,
  recertification: recertificationPartSql,
};

/** Number of chunks fetched at once: some hundred kilobytes. */
const PIECES = 4;

/**
 * Limits concurrent readings per instance: each uses a connection for seconds, and megabytes until it is sent. Other
 * operations share both.
 */
const inTurn = pLimit(3);

const NotFound = z.enum([
  'department_not_found',
  'course_not_found',
  'module_not_found',
  'user_not_found',
  'manager_not_found',
]);
type NotFound = z.infer<typeof NotFound>;

/**
 * Reads completion and progress (rules/analytics). A single statement ensures one snapshot; it also detects unknown
 * filters, and then computes nothing else. A long answer is streamed if the caller supports it.
 * @throws AppError `department_not_found`, `course_not_found`, `module_not_found`, `user_not_found`,
 * `manager_not_found`, in this order; also for a department or person that the caller may not see.
 */
export async function readAnalytics(ctx: Context, input: ReadAnalytics): Promise<Analytics> {
  const selection = analyticsSelectionOf(ctx, input);
  const streams = ctx.streams && !selection.small;
  if (!streams) {
    return inTurn(async () => {
      const answer = await begin(ctx, input, selection, open);
      let json = '';
      for await (const piece of pieces(answer)) json += piece.toString();
      return createPreparedJson(json, { version: answer.version });
    });
  }
  return new Promise((resolve, reject) => {
    // The turn lasts until all chunks have been read.
    const inItsTurn = inTurn(async () => {
      const answer = await begin(ctx, input, selection, openStream);
      await new Promise<void>((ended) => resolve(createStreamedJson(pieces(answer, ended), answer.version)));
    });
    inItsTurn.catch(reject);
  });
}

type Rows = AsyncGenerator<AnalyticsRow, void>;
type Open = (db: Context['db'], selection: AnalyticsSelection) => Rows;

async function* open({ pool }: Context['db'], selection: AnalyticsSelection): Rows {
  yield* await statementOf(selection).all(pool, selection.parameters);
}

const openStream: Open = ({ pool }, selection) =>
  streamRows(pool, statementOf(selection), selection.parameters, PIECES);

/** Computes the same answer from the rows, without stored counts. */
export function computeAnalyticsFromRows(db: Context['db'], selection: AnalyticsSelection): Promise<AnalyticsRow[]> {
  return statementOf(ofRows(selection)).all(db.pool, selection.parameters);
}

const ofRows = (s: AnalyticsSelection): AnalyticsSelection => ({
  ...s,
  kept: false,
  cacheable: false,
  name: `${s.name}-rows`,
});

const withoutCounted = (s: AnalyticsSelection): AnalyticsSelection => ({
  ...s,
  omitted: countBasedPartNamesOf(s),
  name: `${s.name}-cached`,
});

/** An answer whose first row has been read. */
type Begun = {
  selection: AnalyticsSelection;
  row: AnalyticsRow;
  rows: Rows;
  cached: Map<AnalyticsPart, CachedPart>;
  version: string;
};

/**
 * Begins an answer, once it is known to exist: with cached parts if they are those of its snapshot, else from the
 * stored counts, or from the rows if this server's clock is behind the counts.
 */
async function begin({ db }: Context, input: ReadAnalytics, whole: AnalyticsSelection, openRows: Open): Promise<Begun> {
  const cached = await findCachedPartsIfAllCurrent(db.pool, whole);
  const fits = (row: AnalyticsRow) => [...cached.values()].every(({ fingerprint }) => fingerprint === row.fingerprint);
  let selection = cached.size > 0 ? withoutCounted(whole) : whole;
  let rows = openRows(db, selection);
  let row = await firstOf(rows);
  for (const [isUseless, next] of [
    [() => !row.unknown && !row.behind && !fits(row), whole],
    [() => row.behind, ofRows(whole)],
  ] as const) {
    if (!isUseless()) continue;
    await rows.return();
    cached.clear();
    selection = next;
    rows = openRows(db, selection);
    row = await firstOf(rows);
  }
  if (row.unknown) {
    await rows.return();
    throw new AppError(row.unknown, NOT_FOUND[row.unknown](input));
  }
  const version = [...cached.values()].reduce((sum, { hash }) => sum + hash, BigInt(row.version ?? 0));
  return { selection, row, rows, cached, version: version.toString() };
}

async function firstOf(rows: Rows): Promise<AnalyticsRow> {
  const { value } = await rows.next();
  if (!value) throw new Error('Analytics answered no row.');
  return value;
}

/** Yields the chunks of an answer with the cached parts in their places. Caches counted parts that it read whole. */
async function* pieces(begun: Begun, ended = () => {}): AsyncGenerator<string | Buffer, void> {
  const { selection, rows, row: first } = begun;
  const cached = [...begun.cached];
  const fingerprint = cached.length === 0 && selection.cacheable ? first.fingerprint : null;
  const counted = new Map(fingerprint ? countBasedPartNamesOf(selection).map((part) => [partNumber(part), part]) : []);
  const read = new Map<AnalyticsPart, { texts: string[]; hash: bigint }>();
  try {
    for (let row: AnalyticsRow | void = first; row; row = (await rows.next()).value) {
      while (cached[0] && partNumber(cached[0][0]) < row.part) yield cached.shift()![1].json;
      const text = row.text ?? '';
      const part = counted.get(row.part);
      if (part) {
        const { texts, hash } = read.get(part) ?? { texts: [], hash: 0n };
        texts.push(text);
        read.set(part, { texts, hash: hash + BigInt(row.hash ?? 0) });
      }
      yield text;
    }
    for (const [part, { texts, hash }] of read) {
      storeCachedPart(selection, part, { fingerprint: fingerprint!, json: Buffer.from(texts.join('')), hash });
    }
  } finally {
    await rows.return().finally(ended);
  }
}

const partNumber = (part: AnalyticsPart): number => ANALYTICS_PARTS.indexOf(part) + 1;

/** Defines the statement of a combination of filters on first use: there are more combinations than are ever used. */
function statementOf(selection: AnalyticsSelection): AnalyticsStatement {
  const known = statements.get(selection.name);
  if (known) return known;
  const sql = analyticsSql(selection);
  // Preparing hundreds of texts on each connection would fill PostgreSQL's memory, so only complete requests without a
  // filter are prepared. Planning the others each time takes a few milliseconds.
  const unprepared = selection.filtered || selection.parts.length < ANALYTICS_PARTS.length;
  const defined = defineStatement({
    name: selection.name,
    scope: 'tenant',
    replica: true,
    sql,
    row: AnalyticsRow,
    unprepared,
  });
  statements.set(selection.name, defined);
  return defined;
}

/**
 * A chunk of the answer. The first one says what is unknown and whether the clock is behind; in both cases it is the
 * only one, and otherwise it has the fingerprint of the counts. `version` is the sum of the hashes of all chunks except
 * the first, which has the time.
 */
const AnalyticsRow = z.strictObject({
  unknown: NotFound.nullable(),
  behind: z.boolean(),
  version: z.string().nullable(),
  part: z.number(),
  text: z.string().nullable(),
  hash: z.string().nullable(),
  fingerprint: z.string().nullable(),
});
type AnalyticsRow = z.infer<typeof AnalyticsRow>;
type AnalyticsStatement = Statement<string, AnalyticsRow>;
const statements = new Map<string, AnalyticsStatement>();

const NOT_FOUND: Record<NotFound, (input: ReadAnalytics) => string> = {
  department_not_found: ({ department_id }) => `There is no department ${department_id} that you can see.`,
  course_not_found: ({ course_id }) => `There is no course ${course_id} in this workspace.`,
  module_not_found: ({ module_id }) => `There is no module ${module_id} in this workspace.`,
  user_not_found: ({ user_id }) => `There is no user ${user_id} that you can see.`,
  manager_not_found: ({ manager_id }) => `There is no user ${manager_id} that you can see.`,
};

function analyticsSql(s: AnalyticsSelection): string {
  const behind = `exists (select from module_stat_clocks where workspace_id = ${s.workspace} and noted_until > ${s.now})`;
  const head = `left(json_build_object('generated_at', to_iso(${s.now}), 'filters', ${filtersSql(s)})::text, -1)`;
  const built = s.parts.filter((part) => !s.omitted.includes(part));
  const parts = built.flatMap((part) => partJsonChunkQueriesSql(PART_SQL[part](s), partNumber(part)));
  const counts = built.some((part) => part !== 'learners');
  // Parts of hidden modules depend on more than the fingerprint.
  const unhidden =
    s.kept && counts ? 'case when (select bool_or(hidden) from totals) is not true then' : 'case when true then';
  return `
with checked as materialized (
  select unknown, behind, unknown is null and not behind as answered
  from (select ${unknownSql(s)} as unknown, ${s.kept ? behind : 'false'} as behind) c
)${counts ? countsSql(s) : ''}${s.parts.includes('learners') ? `, ${learnersPageCteSql(s)}` : ''}
select c.unknown, c.behind, p.part, p.text, p.hash::text, (sum(p.hash) over ())::text as version,
  ${s.cacheable ? `case when p.part = 0 then ${unhidden} ${COUNTS_FINGERPRINT_SQL} end end` : 'null::text'} as fingerprint
from (select *, case when part > 0 then hashtextextended(text, 4294967296 * part + n) end as hash from (
  select 0 as part, 0 as n, ${head} as text
  ${[...parts, `select ${ANALYTICS_PARTS.length + 1}, 0, '}'`].map((piece) => `union all ${piece}`).join('\n  ')}
) pieces) p, checked c
where c.answered or p.part = 0
order by p.part, p.n`;
}

function countsSql(s: AnalyticsSelection): string {
  if (s.kept) return `, ${moduleCountsFromRollupsSql(s)}`;
  return `, ${assignmentCountsByModuleSql(s)}, module_counts as (select * from counted_modules)`;
}

/**
 * SQL for the error code of the first filter that names a record missing from the workspace or invisible to the caller,
 * or null.
 */
function unknownSql(s: AnalyticsSelection): string {
  const lacks = (
    code: NotFound,
    table: string,
    id: string | undefined,
    conditions: (string | false | undefined)[] = [],
  ) =>
    id &&
    `when not exists (select from ${table} where workspace_id = ${s.workspace} and id = ${id}${conditions
      .filter(Boolean)
      .map((condition) => ` and ${condition}`)
      .join('')}) then '${code}'`;
  const visible = [s.self ? `id = ${s.self}` : s.ownDepartment && `department_id = ${s.ownDepartment}`];
  const cases = [
    lacks('department_not_found', 'departments', s.department, [s.ownDepartment && `id = ${s.ownDepartment}`]),
    lacks('course_not_found', 'courses', s.course),
    lacks('module_not_found', 'modules', s.module),
    lacks('user_not_found', 'users', s.user, visible),
    lacks('manager_not_found', 'users', s.manager, visible),
  ].filter(Boolean);
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null::text';
}

/** SQL for the filters as interpreted. */
function filtersSql(s: AnalyticsSelection): string {
  return `json_build_object(
  'department_id', ${s.department ?? 'null::uuid'}, 'course_id', ${s.course ?? 'null::uuid'},
  'module_id', ${s.module ?? 'null::uuid'}, 'user_id', ${s.user ?? 'null::uuid'},
  'manager_id', ${s.manager ?? 'null::uuid'},
  'from', to_iso(${s.from ?? 'null'}), 'to', to_iso(${s.to ?? 'null'}),
  'include', json_build_array(${s.parts.map((part) => `'${part}'`).join(', ')}),
  'include_inactive', ${s.includeInactive}, 'window_days', ${s.windowDays})`;
}
