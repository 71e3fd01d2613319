import { z } from 'zod';
import { Count, Id, Timestamp } from '../primitives.ts';
import { AiProvider } from '../provider-keys/provider-keys.ts';
import { AnswerToGrade, GradingVerdict } from './grading.ts';

/** An answer whose grade counts, for somebody who grades it anew without seeing the grade. */
export const AnswerToCheck = z.strictObject({
  ...AnswerToGrade.pick({ typed: true, recording: true, transcript: true, question: true }).shape,
  module: AnswerToGrade.shape.module.pick({ title: true, course: true }),
});
export type AnswerToCheck = z.infer<typeof AnswerToCheck>;

export const ListGradeChecks = z.strictObject({ limit: z.int().min(1).max(50).default(20) });
export type ListGradeChecks = z.infer<typeof ListGradeChecks>;

/** Checks that wait for the caller, the longest waiting first. */
export const GradeCheckQueue = z.strictObject({
  items: z.array(z.strictObject({ id: Id, since: Timestamp, answer: AnswerToCheck })),
  total: Count,
});
export type GradeCheckQueue = z.infer<typeof GradeCheckQueue>;

export const CheckGrade = z.strictObject({ id: Id, verdict: GradingVerdict });
export type CheckGrade = z.infer<typeof CheckGrade>;

/** The result of a check next to the model's score. The grade stays as it is; it can be overridden separately. */
export const GradeCheckResult = z.strictObject({
  answer_id: Id,
  score: z.number(),
  model_score: z.number(),
  agrees: z.boolean(),
});
export type GradeCheckResult = z.infer<typeof GradeCheckResult>;

const agreement = {
  checked: Count,
  agreed: Count.describe('With the same points.'),
  kappa: z
    .number()
    .nullable()
    .describe('Weighted by the squared difference of points; null where all points are the same.'),
};

/** Agreement of each model with trainers who did not see its grades, by language and by question. */
export const ModelTrainerAgreementReport = z.strictObject({
  models: z.array(
    z.strictObject({
      provider: AiProvider,
      model: z.string(),
      prompt: z.string(),
      ...agreement,
      waiting: Count,
      languages: z.array(z.strictObject({ language: z.string().nullable(), ...agreement })),
      questions: z
        .array(z.strictObject({ question_id: Id, prompt: z.string(), module: z.string(), ...agreement }))
        .describe('Those with most disagreement.'),
      drift: z.strictObject({
        verdicts: Count.describe('The newest grades that people have judged, up to 50.'),
        wrong: Count.describe('Of these, those with other points.'),
        shift: z
          .number()
          .min(-1)
          .max(1)
          .nullable()
          .describe('Of the newest 50, from earlier answers to the same questions.'),
        alarm: z.boolean(),
      }),
    }),
  ),
});
export type ModelTrainerAgreementReport = z.infer<typeof ModelTrainerAgreementReport>;
