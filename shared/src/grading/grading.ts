import { z } from 'zod';
import { contractMessage } from '#contract';
import { AI_INPUT_LIMITS } from '../ai/ai-limits.ts';
import { AiLanguageTag } from '../ai/ai-sources.ts';
import { ShownQuestionLanguage, AnswerState, AttemptSummary } from '../learning/attempts.ts';
import { CycleProgress } from '../learning/learning.ts';
import { Count, Id, NullableRatio, Timestamp, textSchema } from '../primitives.ts';
import { SPOKEN_ANSWER_LIMITS } from './grading-limits.ts';

/**
 * A recording, stored until it is submitted as an answer, for at most a day. Uploading the same bytes again returns the
 * same recording.
 */
export const UploadedRecording = z.strictObject({
  recording_id: Id,
  media_type: z.string(),
  bytes: Count,
});
export type UploadedRecording = z.infer<typeof UploadedRecording>;

const AnswerWords = textSchema(1, SPOKEN_ANSWER_LIMITS.answer);

/** A spoken answer, or a typed one, which is always accepted instead. */
export const SpokenAnswerContent = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('recording'),
    recording_id: Id,
    language: AiLanguageTag.optional().describe('A hint.'),
  }),
  z.strictObject({ by: z.literal('text'), text: AnswerWords }),
]);
export type SpokenAnswerContent = z.infer<typeof SpokenAnswerContent>;

/**
 * Answers a spoken question once. Idempotent: the same answer again returns the same result, a different one is
 * `answered_already`.
 */
export const AnswerSpokenQuestion = z.strictObject({
  attempt_id: Id,
  question_id: Id,
  response: SpokenAnswerContent,
  language: ShownQuestionLanguage,
});
export type AnswerSpokenQuestion = z.infer<typeof AnswerSpokenQuestion>;

/**
 * The reason why a trainer grades an answer: no key for speech or grading; the call failed or timed out; nothing was
 * heard; the confidence of the grade or the transcript is too low; the correction differs too much from the transcript.
 */
export const TrainerGradingReason = z.enum(['no_key', 'failed', 'late', 'nothing_heard', 'unsure', 'corrected']);
export type TrainerGradingReason = z.infer<typeof TrainerGradingReason>;

export const GradeOrigin = z.enum(['model', 'trainer', 'appeal', 'override']);
export type GradeOrigin = z.infer<typeof GradeOrigin>;

export const GradedCriterion = z.strictObject({
  criterion: z
    .string()
    .nullable()
    .describe('null for one’s own answer, where it is not met and solutions are not shown yet.'),
  met: z.boolean(),
  evidence: z.string().nullable().describe('Word for word from the answer; null where there is none.'),
  comment: z.string(),
});
export type GradedCriterion = z.infer<typeof GradedCriterion>;

/** An immutable grade. The newest one that counts is the answer's score. */
export const Grade = z.strictObject({
  number: z.int().min(1),
  kind: GradeOrigin,
  counts: z.boolean().describe('False for what a model proposed and a trainer was to decide.'),
  score: z.number().min(0).max(1),
  criteria: z.array(GradedCriterion).nullable().describe('null where a score was given as a whole.'),
  confidence: z.number().min(0).max(1).nullable().describe('Of a model.'),
  by: z.string().describe('Who graded.'),
  comment: z.string().nullable().describe('What the learner is told; of an override its reason.'),
  at: Timestamp,
});
export type Grade = z.infer<typeof Grade>;

export const SpokenAnswerTranscript = z.strictObject({
  text: z.string().describe('As it was heard; empty where nothing was.'),
  corrected: z.string().nullable().describe('What its speaker made of it; this is graded.'),
  language: z.string().nullable(),
  seconds: z.number().min(0),
  confidence: z.number().min(0).max(1).nullable(),
});
export type SpokenAnswerTranscript = z.infer<typeof SpokenAnswerTranscript>;

export const GradeAppeal = z.strictObject({
  words: z.string(),
  at: Timestamp,
  decide_by: Timestamp.describe('From then on super admins decide too.'),
  decided_at: Timestamp.nullable(),
  decided_by: z.string().nullable(),
});
export type GradeAppeal = z.infer<typeof GradeAppeal>;

const answer = {
  answer_id: Id,
  attempt_id: Id,
  question_id: Id,
  given_at: Timestamp,
  state: AnswerState,
  typed: z.string().nullable().describe('What was typed; null where it was spoken.'),
  recording: z
    .strictObject({
      id: Id,
      media_type: z.string(),
      bytes: Count,
      url: z.string().describe('Where its speaker and whoever grades it may play it: an address of this server.'),
    })
    .nullable()
    .describe('null where it was typed, and once the recording has been deleted.'),
  transcript: SpokenAnswerTranscript.nullable(),
  trainer_reason: TrainerGradingReason.nullable().describe('Of an answer that a trainer grades or has graded.'),
  note: z.string().nullable().describe('What went wrong on the way, in words, where something did.'),
  score: NullableRatio.describe('null until it is graded.'),
  grades: z.array(Grade).describe('In order; the learner sees none that does not count.'),
  appeal: GradeAppeal.nullable().describe('The newest.'),
  earlier_appeals: z.array(GradeAppeal).describe('In order; each was decided, and the grade lowered again after it.'),
};

/** The caller's own answer to a spoken question. */
export const OwnSpokenAnswer = z.strictObject({
  ...answer,
  correct_by: Timestamp.nullable().describe(
    'Until then the transcript can be confirmed or corrected, once; afterwards it is graded as it is.',
  ),
  appeal_by: Timestamp.nullable().describe('Until then the grade can be appealed; null where it cannot.'),
});
export type OwnSpokenAnswer = z.infer<typeof OwnSpokenAnswer>;

export const AnsweredSpokenQuestion = z.strictObject({
  answer: OwnSpokenAnswer,
  attempt: AttemptSummary,
  cycle: CycleProgress,
});
export type AnsweredSpokenQuestion = z.infer<typeof AnsweredSpokenQuestion>;

export const AnswerRef = z.strictObject({ answer_id: Id });
export type AnswerRef = z.infer<typeof AnswerRef>;

export const RecordingRef = z.strictObject({ recording_id: Id });
export type RecordingRef = z.infer<typeof RecordingRef>;

/**
 * Confirms the transcript unchanged if `text` is absent. Possible once per answer, then 409 `answer_not_waiting`. A
 * text far from the transcript goes to a trainer (`corrected`).
 */
export const ConfirmTranscript = z.strictObject({ answer_id: Id, text: AnswerWords.optional() });
export type ConfirmTranscript = z.infer<typeof ConfirmTranscript>;

/**
 * Once for an answer, and again each time its grade is lowered after the appeal was decided; 409 `appealed_already`
 * otherwise.
 */
export const AppealGrade = z.strictObject({
  answer_id: Id,
  words: textSchema(1, SPOKEN_ANSWER_LIMITS.words).describe('Why the grade is wrong, for whoever decides.'),
});
export type AppealGrade = z.infer<typeof AppealGrade>;

/** An answer as shown to the grader. */
export const AnswerToGrade = z.strictObject({
  ...answer,
  learner: z.strictObject({ id: Id, name: z.string() }),
  module: z.strictObject({ id: Id, title: z.string(), course: z.string(), department: z.string().nullable() }),
  question: z.strictObject({ prompt: z.string(), rubric: z.array(z.string()), explanation: z.string() }),
  pass_score: z.number(),
  judged_as: z
    .enum([...GradeOrigin.options, 'check'])
    .nullable()
    .describe(
      'What the caller did about it last; null where nothing. Who has done something cannot decide an appeal, or override after one.',
    ),
  may: z
    .strictObject({ grade: z.boolean(), decide_appeal: z.boolean(), override: z.boolean() })
    .describe('What the caller may do with it now.'),
});
export type AnswerToGrade = z.infer<typeof AnswerToGrade>;

export const GradingTaskKind = z.enum(['answer', 'appeal']);
export type GradingTaskKind = z.infer<typeof GradingTaskKind>;

export const ListGradingTasks = z.strictObject({
  task: GradingTaskKind.optional(),
  limit: z.int().min(1).max(50).default(20),
  offset: z.int().min(0).max(100_000).default(0),
});
export type ListGradingTasks = z.infer<typeof ListGradingTasks>;

/** Tasks that wait for the caller, the longest waiting first. */
export const GradingQueue = z.strictObject({
  items: z.array(z.strictObject({ task: GradingTaskKind, since: Timestamp, answer: AnswerToGrade })),
  total: Count,
  answers: Count.describe('Of all, answers that have no grade yet.'),
  appeals: Count,
});
export type GradingQueue = z.infer<typeof GradingQueue>;

export const ListGradedAnswers = z.strictObject({
  module_id: Id.optional(),
  learner_id: Id.optional(),
  limit: z.int().min(1).max(50).default(20),
  offset: z.int().min(0).max(100_000).default(0),
});
export type ListGradedAnswers = z.infer<typeof ListGradedAnswers>;

/** Graded answers, newest first. */
export const GradedAnswerPage = z.strictObject({ items: z.array(AnswerToGrade), total: Count });
export type GradedAnswerPage = z.infer<typeof GradedAnswerPage>;

/** A verdict per criterion, in the rubric's order, or one overall score. */
export const GradingVerdict = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('criteria'), met: z.array(z.boolean()).min(1).max(AI_INPUT_LIMITS.criteria) }),
  z.strictObject({
    by: z.literal('score'),
    score: z
      .number()
      .min(0)
      .max(1)
      .refine((score) => Number(score.toFixed(4)) === score, {
        error: () => contractMessage('atMostDecimals', { maximum: 4 }),
      }),
  }),
]);
export type GradingVerdict = z.infer<typeof GradingVerdict>;

const comment = textSchema(1, SPOKEN_ANSWER_LIMITS.words);

/** Grades an answer. If two trainers grade at once, one of them gets 409 `answer_not_waiting`. */
export const GradeAnswer = z.strictObject({
  answer_id: Id,
  verdict: GradingVerdict,
  comment: comment.optional().describe('For the learner.'),
});
export type GradeAnswer = z.infer<typeof GradeAnswer>;

/** The score that counts from now on, which may be unchanged, and the reason. */
export const DecideAppeal = z.strictObject({ answer_id: Id, verdict: GradingVerdict, comment });
export type DecideAppeal = z.infer<typeof DecideAppeal>;

/**
 * Overrides a grade. `grade` is the number of the newest grade that the caller saw; 409 `stale_version` if there is a
 * newer one.
 */
export const OverrideGrade = z.strictObject({
  answer_id: Id,
  grade: z.int().min(1),
  verdict: GradingVerdict,
  reason: comment,
});
export type OverrideGrade = z.infer<typeof OverrideGrade>;
