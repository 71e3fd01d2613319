import { createHmac, randomBytes } from 'node:crypto';
import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import { AnswerMedium } from '@training/shared/grading/grading-report';
import { GradeOrigin } from '@training/shared/grading/grading';
import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { GRADE_LANGUAGE_AND_INPUT_COLUMNS_SQL } from './group-figures.ts';

/** Number of answers read, and held in memory, at once. */
const PAGE = 500;

const GradeRow = z.strictObject({
  number: z.number(),
  at: Timestamp,
  kind: GradeOrigin,
  provider: z.string().nullable(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  language: z.string().nullable(),
  given: AnswerMedium.nullable(),
  counts: z.boolean(),
  compared: z.number().nullable(),
  score: z.number(),
});

const AnswerRow = z.strictObject({
  answer_id: z.uuid(),
  question_id: z.uuid(),
  grades: z.array(GradeRow),
  checks: z.array(
    z.strictObject({
      number: z.number(),
      at: Timestamp,
      done_at: Timestamp.nullable(),
      score: z.number().nullable(),
    }),
  ),
  appeals: z.array(z.strictObject({ number: z.number(), at: Timestamp, done_at: Timestamp.nullable() })),
});
type AnswerRow = z.infer<typeof AnswerRow>;

const doneAt = <const Column extends string>(column: Column) =>
  `case when ${column} <= :until::timestamptz then to_iso(${column}) end` as const;

/** Answers that a model graded, with all that was done about them until then. */
const ANSWERS = defineStatement({
  name: 'list-graded-answers-for-csv',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: AnswerRow,
  sql: `
with page as (
  select distinct answer_id from grades
  where workspace_id = :workspaceId and answer_id > :after::uuid and kind = 'model' and at <= :until::timestamptz
  order by answer_id limit ${PAGE}
)
select page.answer_id, a.question_id,
  (select json_agg(json_build_object('number', g.number, 'at', to_iso(g.at), 'kind', g.kind, 'provider', g.provider,
      'model', g.model, 'prompt', g.prompt, 'language', g.language, 'given', g.given, 'counts', g.counts,
      'compared', g.compared, 'score', g.score) order by g.number)
    from (
      select g.number, g.at, g.kind, g.provider, g.model, g.prompt, g.counts, g.compared, g.score, ${GRADE_LANGUAGE_AND_INPUT_COLUMNS_SQL}
      from grades g
      where g.workspace_id = :workspaceId and g.answer_id = page.answer_id and g.at <= :until::timestamptz) g) as grades,
  coalesce((
    select json_agg(json_build_object('number', k.number, 'at', to_iso(k.chosen_at), 'done_at', ${doneAt('k.checked_at')},
      'score', case when k.checked_at <= :until::timestamptz then k.score end) order by k.number)
    from grade_checks k
    where k.workspace_id = :workspaceId and k.answer_id = page.answer_id and k.chosen_at <= :until::timestamptz),
    '[]') as checks,
  coalesce((
    select json_agg(json_build_object('number', p.number, 'at', to_iso(p.at), 'done_at', ${doneAt('p.decided_at')})
      order by p.number)
    from appeals p where p.workspace_id = :workspaceId and p.answer_id = page.answer_id and p.at <= :until::timestamptz),
    '[]') as appeals
from page join answers a on a.workspace_id = :workspaceId and a.id = page.answer_id
order by page.answer_id`,
});

const COLUMNS = [
  'row',
  'answer',
  'number',
  'at',
  'done_at',
  'question',
  'language',
  'given',
  'by',
  'provider',
  'model',
  'prompt',
  'counts',
  'compared',
  'score',
] as const;
type Cells = Partial<Record<(typeof COLUMNS)[number], string | number | boolean | null>>;

const lineOf = (cells: Cells) => toCsvRow(COLUMNS.map((column) => String(cells[column] ?? '')));

/** The lines of an answer, with a number and the question's pseudonym in place of their ids. */
function linesOf({ grades, checks, appeals }: AnswerRow, answer: number, question: string): string[] {
  return [
    ...grades.map(({ kind, given, ...grade }) => {
      const ofModel = kind === 'model' ? { given, question } : {};
      return lineOf({ row: 'grade', answer, by: kind, ...grade, ...ofModel });
    }),
    ...checks.map((check) => lineOf({ row: 'check', answer, ...check })),
    ...appeals.map((appeal) => lineOf({ row: 'appeal', answer, ...appeal })),
  ];
}

/**
 * Streams what the figures are counted from, without names, texts and ids (rules/grading 13). Answers are numbered in
 * the order in which grades of the same moment count as the newest. Pages are read one by one, so that a slow client
 * holds no connection.
 */
export async function* streamGradingRowsCsv({ db, workspace }: Context, until: Date): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const key = randomBytes(32);
  const pseudonymOf = (id: string) => createHmac('sha256', key).update(id).digest('hex').slice(0, 16);
  yield encoder.encode(CSV_BYTE_ORDER_MARK + toCsvRow(COLUMNS));
  let answer = 0;
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const page: AnswerRow[] = await ANSWERS.all(db.pool, { workspaceId: workspace.id, after, until });
    const lines = page.flatMap((row) => linesOf(row, ++answer, pseudonymOf(row.question_id)));
    if (lines.length > 0) yield encoder.encode(lines.join(''));
    after = page.length === PAGE ? page.at(-1)?.answer_id : undefined;
  }
}
