import { z } from 'zod';
import { contractMessage } from '#contract';
import { PassScore, QuestionWithoutSolution } from '../courses/courses.ts';
import { createMediaListSchema, QuestionMedia } from '../courses/media.ts';
import { Count, Id, NullableRatio, Timestamp, textSchema } from '../primitives.ts';
import { Language } from '../i18n/languages.ts';
import { CONTENT_LIMITS } from '../courses/section-length.ts';

/** The language that the question was shown in; the default is the same as where it is shown. */
export const ShownQuestionLanguage = Language.optional();

export const TypedAnswerText = textSchema(1, 2_000);

const chosen = z
  .int()
  .min(0)
  .max(CONTENT_LIMITS.options - 1)
  .describe('Index of an option, as the attempt shows them.');
const choices = z
  .array(chosen)
  .min(1)
  .max(CONTENT_LIMITS.options)
  .refine((indexes) => new Set(indexes).size === indexes.length, { error: () => contractMessage('eachOptionOnce') });

const places = z.array(chosen).min(2).max(CONTENT_LIMITS.options);

/** An answer that the server grades immediately. */
export const ImmediatelyGradedAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single_choice'), choice: chosen }),
  z.strictObject({ kind: z.literal('multiple_choice'), choices }),
  z.strictObject({ kind: z.literal('short_text'), text: TypedAnswerText }),
  z.strictObject({ kind: z.literal('number'), text: TypedAnswerText.describe('With its unit.') }),
  z.strictObject({ kind: z.literal('ordering'), order: places.describe('Each option, the first one first.') }),
  z.strictObject({ kind: z.literal('matching'), matches: places.describe('Of each option, its match.') }),
  z.strictObject({ kind: z.literal('hotspot'), choices }),
]);
export type ImmediatelyGradedAnswer = z.infer<typeof ImmediatelyGradedAnswer>;

/** An answer as stored. Recordings, transcripts and grades of spoken answers are in `grading.ts`. */
export const StoredAnswerContent = z.discriminatedUnion('kind', [
  ...ImmediatelyGradedAnswer.options,
  z.strictObject({
    kind: z.literal('spoken'),
    text: z.string().nullable().describe('What was typed; null where it was spoken.'),
  }),
]);
export type StoredAnswerContent = z.infer<typeof StoredAnswerContent>;

/** `graded`, or the step the answer waits for: its transcript, its grade, or a trainer. */
export const AnswerState = z.enum(['graded', 'transcribing', 'grading', 'trainer']);
export type AnswerState = z.infer<typeof AnswerState>;

/** The correct answer, revealed after the question is answered. */
export const QuestionSolution = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single_choice'), correct: z.int() }),
  z.strictObject({ kind: z.literal('multiple_choice'), correct: z.array(z.int()) }),
  z.strictObject({ kind: z.literal('short_text'), accepted: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('spoken'), rubric: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('number'), value: z.number().nullable(), units: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('ordering'), order: z.array(z.int()) }),
  z.strictObject({ kind: z.literal('matching'), matches: z.array(z.int()) }),
  z.strictObject({ kind: z.literal('hotspot'), correct: z.array(z.int()) }),
]);
export type QuestionSolution = z.infer<typeof QuestionSolution>;

/** The caller's own answer. Final, except that the speaker can still correct a transcript. */
export const OwnQuizAnswer = z.strictObject({
  answer_id: Id,
  question_id: Id,
  response: StoredAnswerContent,
  given_at: Timestamp,
  state: AnswerState,
  score: NullableRatio.describe('1 is right; null until it is graded.'),
  right: z.boolean().nullable().describe('Whether the score is 1; null until it is graded.'),
  explanation: z.string().nullable().describe('Markdown; null until the answer is final.'),
  media: createMediaListSchema(QuestionMedia).describe('Those of the explanation.'),
  solution: QuestionSolution.nullable().describe(
    'null until the answer is final, and for as long as the module’s setting `show_solutions` withholds it.',
  ),
  carried: z.boolean().describe('Given in an attempt at an earlier revision, and unchanged since.'),
});
export type OwnQuizAnswer = z.infer<typeof OwnQuizAnswer>;

/**
 * `waiting`: every question is answered, and some answers aren't graded yet. `superseded`: the learner moved to a newer
 * revision, or completed the module with another attempt.
 */
export const AttemptState = z.enum(['open', 'waiting', 'passed', 'failed', 'superseded']);
export type AttemptState = z.infer<typeof AttemptState>;

/** The score of topics in an attempt. */
export const AttemptTopicScores = z.array(
  z.strictObject({ topic: z.string(), pass_score: PassScore, score: z.number() }),
);

export const AttemptSummary = z.strictObject({
  id: Id,
  number: z.int().min(1),
  revision: z.int(),
  state: AttemptState,
  pass_score: PassScore,
  questions: Count,
  answered: Count,
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  score: NullableRatio,
  topics: AttemptTopicScores.describe('Topics with a pass score of their own, once the attempt is passed or failed.'),
});
export type AttemptSummary = z.infer<typeof AttemptSummary>;

export const Attempt = AttemptSummary.extend({
  asked: z
    .array(QuestionWithoutSolution)
    .describe('The questions, of the revision that the attempt is at, in the order that was drawn for it.'),
  answers: z.array(OwnQuizAnswer).describe('In the order of the questions.'),
  language: Language.describe('The language of the questions and solutions.'),
  untranslated: z.array(Id).describe('Questions shown in the source language: their translation isn’t approved yet.'),
});
export type Attempt = z.infer<typeof Attempt>;

/** Idempotent: the same answer again returns the same result. A different answer is 409 `answered_already`. */
export const AnswerQuestion = z.strictObject({
  attempt_id: Id,
  question_id: Id,
  response: ImmediatelyGradedAnswer,
  language: ShownQuestionLanguage,
});
export type AnswerQuestion = z.infer<typeof AnswerQuestion>;

export const AttemptRef = z.strictObject({ attempt_id: Id, language: Language.optional() });
export type AttemptRef = z.infer<typeof AttemptRef>;

/** The caller's own attempt from any cycle, with the module's title at that time. */
export const OwnAttempt = z.strictObject({
  module_id: Id,
  title: z.string(),
  cycle: z.int().min(1),
  time_zone: z.string(),
  attempt: Attempt,
});
export type OwnAttempt = z.infer<typeof OwnAttempt>;
