import { createHash } from 'node:crypto';
import type { QuestionWithoutSolution, Question } from '@training/shared/courses/courses';
import type {
  StoredAnswerContent,
  ImmediatelyGradedAnswer,
  QuestionSolution,
} from '@training/shared/learning/attempts';
import * as draws from '@training/shared/learning/draw';

/** Seed of an order: the same seed gives the same order. Null leaves everything as it was written. */
export type DrawSeed = string | null;

/** SQL for the draw of a person's next attempt at a module. */
export const nextDrawSeedSql = <const Person extends string, const Module extends string>(
  person: Person,
  module: Module,
) =>
  `md5(concat_ws('/', ${person}, ${module}, (
    select count(*) from attempts x
    join enrollments y on y.workspace_id = :workspaceId and y.id = x.enrollment_id
    where x.workspace_id = :workspaceId and y.user_id = ${person} and y.module_id = ${module})))` as const;

/** Returns the ranks of a draw, which nobody can guess from some of them. */
export const rankFunctionOf =
  (draw: string): draws.RankByName =>
  (of) =>
    createHash('sha256').update(`${draw}/${of}`).digest('hex');

const ranksOf = (draw: DrawSeed): draws.AttemptShuffle => ({
  rank: rankFunctionOf(draw ?? ''),
  isDrawn: draw !== null,
});

/** Returns the questions that were drawn, each with its options, in the order in which an attempt shows them. */
export const arrangeDrawnQuestions = (
  draw: DrawSeed,
  all: QuestionWithoutSolution[],
  drawn: string[] | null,
): QuestionWithoutSolution[] => draws.orderDrawnQuestions(ranksOf(draw), all, drawn);

/** Converts an answer from the places in which options are shown to those in which they were written. */
export const toWrittenOptionOrder = (
  draw: DrawSeed,
  question: Question,
  response: ImmediatelyGradedAnswer,
): ImmediatelyGradedAnswer => draws.convertAnswerToWrittenOrder(ranksOf(draw), question, response);

/** Converts an answer or a solution from the places in which options were written to those in which they are shown. */
export const toShownOptionOrder = <Given extends StoredAnswerContent | QuestionSolution>(
  draw: DrawSeed,
  question: Question,
  given: Given,
): Given => draws.convertAnswerToShownOrder(ranksOf(draw), question, given);
