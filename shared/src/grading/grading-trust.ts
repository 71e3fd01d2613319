import { z } from 'zod';
import { contractMessage } from '#contract';
import { Count, Timestamp } from '../primitives.ts';
import { AiProvider } from '../provider-keys/provider-keys.ts';

/** The confidence of the model or of the speech recognition below which a grade always goes to a trainer. */
export const MIN_TRUSTED_CONFIDENCE = 0.7;

/** Parameters that derive a model's threshold from people's verdicts on its grades (rules/grading 11). */
export const CONFIDENCE_CALIBRATION = {
  /** The number of newest grades considered. */
  window: 500,
  /** Days after which a grade that counted has probably been reviewed, if ever. */
  olderThanDays: 7,
  /** The minimum number of grades with a known verdict. */
  least: 30,
  /** The tolerated error rate: one wrong grade in this many that count. */
  oneIn: 20,
  /**
   * The number of wrong grades assumed for each one found among those that counted, because they aren't reviewed
   * systematically.
   */
  unseen: 4,
} as const;

/** How the grades that count without a trainer are checked, and when a change is reported (rules/grading 12). */
export const GRADE_CHECK_PARAMETERS = {
  /** The share of grades that count without a trainer of which one is checked. */
  share: 0.05,
  /** The newest grades and verdicts that are compared with what was before. */
  newest: 50,
  /** Wrong ones among the newest verdicts: three times what is tolerated. */
  mostWrong: 8,
  /** The difference of points from earlier answers to the same questions, and its multiple of the standard error. */
  shift: 0.15,
  errors: 4,
} as const;

/** The thresholds from 0.7 to 1. Divided, because adding up steps of 0.05 doesn't give exactly 0.85. */
export const POSSIBLE_CONFIDENCE_THRESHOLDS: readonly number[] = Array.from({ length: 7 }, (_, n) => (14 + n) / 20);

/** The source of the confidence threshold above which a model's grade counts without a trainer. */
export const ConfidenceThresholdSource = z
  .enum(['trainers', 'figure', 'nobody'])
  .describe('What people said of the model’s grades · a fixed figure · nothing: every grade goes to a trainer.');
export type ConfidenceThresholdSource = z.infer<typeof ConfidenceThresholdSource>;

export const ConfidenceThresholdSetting = z
  .strictObject({
    by: ConfidenceThresholdSource,
    figure: z
      .number()
      .min(MIN_TRUSTED_CONFIDENCE)
      .max(1)
      .refine((figure) => Number(figure.toFixed(2)) === figure, {
        error: () => contractMessage('atMostDecimals', { maximum: 2 }),
      })
      .nullable()
      .describe('From this confidence on, with `figure`; else null.'),
  })
  .refine(({ by, figure }) => (by === 'figure') === (figure !== null), {
    path: ['figure'],
    error: () => contractMessage('figureOfTrust'),
  });
export type ConfidenceThresholdSetting = z.infer<typeof ConfidenceThresholdSetting>;

/**
 * The grades of one model with the same prompt that could have counted without a trainer, and people's verdicts on
 * them.
 */
export const ModelGradingTrust = z.strictObject({
  provider: AiProvider,
  model: z.string(),
  prompt: z.string().describe('The version of the instructions: a hash of them.'),
  newest: Timestamp.describe('When it graded last.'),
  checked_by: z
    .strictObject({ provider: AiProvider, model: z.string() })
    .nullable()
    .describe('The model of the latest second look at one of its newest grades; null where none had one.'),
  counted: Count.describe('Of its newest grades, those that counted at once.'),
  changed: Count.describe('Of these, those that people have changed since.'),
  proposed: Count.describe('Those that a trainer graded instead, by whatever confidence they could have counted.'),
  differed: Count.describe('Of these, those that the trainer graded otherwise.'),
  waiting: Count.describe('Those of which people have to decide yet.'),
  threshold: z
    .number()
    .nullable()
    .describe('What follows from that: the confidence from which on they count; null where none is enough.'),
  missing: Count.describe(
    'How many more have to be known before anything follows; until then it is the usual threshold.',
  ),
});
export type ModelGradingTrust = z.infer<typeof ModelGradingTrust>;

/** The most recently used model comes first. */
export const GradingTrustReport = z.strictObject({
  trust: ConfidenceThresholdSetting,
  models: z.array(ModelGradingTrust),
});
export type GradingTrustReport = z.infer<typeof GradingTrustReport>;
