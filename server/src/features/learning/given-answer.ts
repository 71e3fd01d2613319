import type { Question } from '@training/shared/courses/courses';
import { findMediaAtPlace } from '@training/shared/courses/media-at';
import { StoredAnswerContent, AnswerState, type OwnQuizAnswer } from '@training/shared/learning/attempts';
import { solutionOf } from '@training/shared/learning/score-answer';
import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import { toShownOptionOrder, type DrawSeed } from './quiz/draw.ts';

/** An answer as it is stored. */
export const StoredAnswer = z.strictObject({
  answer_id: z.string(),
  response: StoredAnswerContent,
  given_at: Timestamp,
  state: AnswerState,
  /** 0 to 1; null until it is graded. */
  score: z.number().nullable(),
  carried: z.boolean(),
});
type StoredAnswer = z.infer<typeof StoredAnswer>;

/** A row `g` of an answer, as JSON. */
export const STORED_ANSWER_JSON_SQL = `json_build_object(
  'answer_id', g.id, 'response', g.response, 'given_at', to_iso(g.given_at), 'state', g.state, 'score', g.score::float8,
  'carried', g.carried_from is not null)` as const;

type Shown = { draw: DrawSeed; solutions: boolean };

/**
 * Returns an answer as its learner sees it: with the explanation once it is final, and with the solution if solutions
 * are shown.
 */
export function toOwnQuizAnswer(question: Question, answer: StoredAnswer, { draw, solutions }: Shown): OwnQuizAnswer {
  const { score, response, state } = answer;
  // The learner may still correct the transcript.
  const isFinal = state !== 'transcribing';
  const media = findMediaAtPlace(question, 'explanation');
  return {
    ...answer,
    response: toShownOptionOrder(draw, question, response),
    question_id: question.id,
    right: score === null ? null : score === 1,
    explanation: isFinal ? question.explanation : null,
    ...(isFinal && media.length > 0 && { media }),
    solution: isFinal && solutions ? toShownOptionOrder(draw, question, solutionOf(question)) : null,
  };
}
