import * as draws from '@training/shared/learning/draw';
import { z } from 'zod';
import { attemptQuestionCountSql, questionsPerAttemptSql, topicPassScoresSql } from '../../courses/attempt-settings.ts';
import { rankFunctionOf } from './draw.ts';

/** The questions of a revision from which an attempt draws. */
export const QuestionPool = z.strictObject({
  /** The number of questions to draw. */
  count: z.int(),
  /** Topics with a pass score of their own. */
  passed: z.array(z.string()),
  questions: z.array(
    z.strictObject({
      id: z.string(),
      topic: z.string().nullable(),
      /** The number of attempts of the cycle that asked it. */
      asked: z.int(),
      /** An attempt that is continued asked it (1) or answered it (2; 3 in the first of several); 0 if neither. */
      kept: z.int(),
    }),
  ),
});
export type QuestionPool = z.infer<typeof QuestionPool>;

/** SQL for how an attempt that is continued at another revision has the question `item`; 0 for a new attempt. */
type Kept = string;

/** SQL for the pool of the next attempt at the revision `r` in the cycle `e`; null if attempts ask all questions. */
export const questionPoolSql = <const E extends string, const R extends string>(e: E, r: R, kept: Kept = '0') =>
  `case when ${questionsPerAttemptSql(`${r}.settings`)} < ${r}.questions then json_build_object(
  'count', ${attemptQuestionCountSql(r)}, 'passed', (
    select coalesce(json_agg(s -> 'topic'), '[]') from jsonb_array_elements(${topicPassScoresSql(`${r}.settings`)}) s),
  'questions', (
    select json_agg(json_build_object('id', item -> 'id', 'topic', item -> 'topic', 'kept', ${kept}, 'asked', (
      select count(*) from attempts x
      where x.workspace_id = :workspaceId and x.enrollment_id = ${e}.id and (item ->> 'id')::uuid = any (x.drawn))) order by place)
    from jsonb_array_elements(${r}.quiz) with ordinality as pool (item, place))) end` as string;

/** Draws the questions of an attempt (rules/learning 9). Null if the attempt asks all. */
export const drawQuestionIds = (pool: QuestionPool | null, draw: string): string[] | null =>
  draws.drawQuestionIdsFromPool(pool, rankFunctionOf(draw));
