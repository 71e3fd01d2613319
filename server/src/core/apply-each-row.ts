import { setImmediate as turn } from 'node:timers/promises';
import type { Problem } from '@training/shared/problem';
import type { z } from 'zod';
import type { Context } from './context.ts';
import { AppError, toProblemDetails, invalidRequestError } from './errors.ts';

/** Rows that are checked before others have their turn. */
const CHECKED_AT_ONCE = 100;

type RefusedRow = { index: number; status: number; problem: Problem };

type Rows<Row, Applied, Result> = {
  sent: readonly unknown[];
  schema: z.ZodType<Row>;
  /** Path of the operation, for the problems of rows. */
  instance: string;
  /** Results of the same request before, whose rows that were refused `busy` are tried again (rules/api 9). */
  earlier: readonly (Result | RefusedRow)[];
  /** Applies valid rows, and returns for each what it did, or the error that refused it. */
  apply: (rows: Row[]) => Promise<(Applied | AppError)[]>;
  resultOf: (applied: Applied, index: number) => Result;
};

/** Applies the rows of a request, and answers each with its own result or problem, in the order sent. */
export async function applyEachRow<Row, Applied extends object, Result extends { index: number; status: number }>(
  ctx: Pick<Context, 'requestId'>,
  { sent, schema, instance, earlier, apply, resultOf }: Rows<Row, Applied, Result>,
): Promise<(Result | RefusedRow)[]> {
  const rows: z.ZodSafeParseResult<Row>[] = [];
  for (const row of sent) {
    rows.push(schema.safeParse(row));
    if (rows.length % CHECKED_AT_ONCE === 0) await turn();
  }
  const done = earlier.map((result) => (result.status < 500 ? result : undefined));
  const applied = await apply(rows.flatMap((row, index) => (row.success && !done[index] ? [row.data] : [])));
  let next = 0;
  return rows.map((row, index) => {
    const before = done[index];
    if (before) return before;
    const outcome = row.success ? applied[next++]! : invalidRequestError(row.error);
    if (!(outcome instanceof AppError)) return resultOf(outcome, index);
    const problem = toProblemDetails(outcome, { instance, requestId: ctx.requestId ?? '' });
    return { index, status: outcome.status, problem };
  });
}
