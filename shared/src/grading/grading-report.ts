import { z } from 'zod';
import { Count, Timestamp } from '../primitives.ts';
import { AiProvider } from '../provider-keys/provider-keys.ts';
import { ModelTrainerAgreementReport } from './grade-checks.ts';
import { ConfidenceThresholdSetting } from './grading-trust.ts';

/** The maximum number of pairs of a model and a version of its instructions in a report, the newest first. */
export const MAX_REPORTED_MODEL_VERSIONS = 10;

export const ReadAiGradingTransparencyReport = z.strictObject({
  until: Timestamp.optional().describe('Counts what had happened by then. Defaults to now, and is never later.'),
});
export type ReadAiGradingTransparencyReport = z.infer<typeof ReadAiGradingTransparencyReport>;

/** The way in which an answer was given; a recording is transcribed before a model grades it. */
export const AnswerMedium = z.enum(['typed', 'spoken']);
export type AnswerMedium = z.infer<typeof AnswerMedium>;

/**
 * The numbers of a model's grades by what happened to them. Each can be recomputed from the rows of the report
 * (rules/grading 13).
 */
export const ModelGradingFigures = z.strictObject({
  graded: Count.describe('Answers that the model graded.'),
  counted: Count.describe('Of these, those whose grade counted without a trainer.'),
  unsure: Count.describe('Those that went to a trainer because the confidence was below the threshold then.'),
  doubted: Count.describe('Those that went to a trainer however confident the model was.'),
  proposals_confirmed: Count.describe('Of those with a trainer, those that got the points that the model proposed.'),
  proposals_raised: Count,
  proposals_lowered: Count,
  proposals_waiting: Count,
  overrides_confirmed: Count.describe('Overrides of the model’s grade that left its points.'),
  overrides_raised: Count,
  overrides_lowered: Count,
  appeals_open: Count.describe('Appeals of the model’s grade.'),
  appeals_upheld: Count.describe('Decided with the same points.'),
  appeals_raised: Count,
  appeals_lowered: Count,
  drawn: Count.describe('Grades that counted and were drawn for a check.'),
  checked: Count.describe('Of these, those that a trainer graded again without seeing the grade.'),
  agreed: Count.describe('Of these, those that got the same points.'),
  kappa: z
    .number()
    .nullable()
    .describe(
      'Weighted by the squared difference of points; null for fewer than two checks or if all points are the same.',
    ),
});
export type ModelGradingFigures = z.infer<typeof ModelGradingFigures>;

export const ModelGradingFiguresGroup = z.strictObject({
  language: z.string().nullable().describe('The first part of the language tag; null where it is unknown.'),
  given: AnswerMedium,
  ...ModelGradingFigures.shape,
});
export type ModelGradingFiguresGroup = z.infer<typeof ModelGradingFiguresGroup>;

/** A model with one version of its instructions. */
export const TransparencyReportModel = z.strictObject({
  provider: AiProvider.nullable().describe('Null where no model was asked, because nothing was said.'),
  model: z.string().nullable(),
  prompt: z.string().nullable().describe('The version of the instructions: a hash of them.'),
  first: Timestamp,
  newest: Timestamp,
  threshold: z.number().nullable().describe('The confidence from which its grades count now; null where none does.'),
  missing: Count.describe('How many more grades have to be known before the threshold is derived from them.'),
  drift: ModelTrainerAgreementReport.shape.models.element.shape.drift,
  ...ModelGradingFigures.shape,
  groups: z.array(ModelGradingFiguresGroup),
});
export type TransparencyReportModel = z.infer<typeof TransparencyReportModel>;

/** A call that is made about an answer, each with data of its own (rules/grading 14). */
export const AnswerModelCallKind = z.enum(['transcription', 'grading', 'second_look']);
export type AnswerModelCallKind = z.infer<typeof AnswerModelCallKind>;

/** A provider that gets answers at present. */
export const AnswerReceivingProvider = z.strictObject({
  call: AnswerModelCallKind,
  provider: AiProvider,
  model: z.string(),
  own: z.boolean().describe('By the workspace’s own key; else by the installation’s.'),
  address: z
    .enum(['provider', 'resource', 'endpoint', 'operator'])
    .describe(
      'The provider’s public address · a resource at Azure · the workspace’s own endpoint · an address that the operator has set.',
    ),
  host: z.string().nullable().describe('Null where the caller may not know it.'),
});
export type AnswerReceivingProvider = z.infer<typeof AnswerReceivingProvider>;

/** Report of what AI grading does in a workspace, for its works council or data protection officer. */
export const AiGradingTransparencyReport = z.strictObject({
  workspace: z.string(),
  until: Timestamp,
  trust: ConfidenceThresholdSetting.describe('As it is set now.'),
  recipients: z.array(AnswerReceivingProvider),
  models: z.array(TransparencyReportModel),
  earlier: z
    .strictObject({ versions: Count, graded: Count })
    .describe('Versions that are not listed, and how many answers they graded.'),
  complete: z.boolean().describe('False where there are too many languages and versions to count all.'),
});
export type AiGradingTransparencyReport = z.infer<typeof AiGradingTransparencyReport>;
