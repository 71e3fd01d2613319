import { z } from 'zod';

/** The confidence of the model or of the speech recognition below which a grade always goes to a trainer. */
export const TRUSTED_CONFIDENCE = 0.7;

/** Parameters that derive a model's threshold from people's verdicts on its grades (rules/grading 11). */
export const CALIBRATION = {
  /** The number of newest grades considered. */
  window: 500,
  /** Days after which a grade that counted has probably been reviewed, if ever. */
  ripeAfter: 7,
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

/** The thresholds from 0.7 to 1. Divided, because adding up steps of 0.05 doesn't give exactly 0.85. */
export const THRESHOLDS: readonly number[] = Array.from({ length: 7 }, (_, n) => (14 + n) / 20);

/** The source of the confidence threshold above which a model's grade counts without a trainer. */
export const TrustedBy = z
  .enum(['trainers', 'figure', 'nobody'])
  .describe('What people said of the model’s grades · a fixed figure · nothing: every grade goes to a trainer.');
export type TrustedBy = z.infer<typeof TrustedBy>;

export const GradingTrust = z
  .strictObject({
    by: TrustedBy,
    figure: z
      .number()
      .min(TRUSTED_CONFIDENCE)
      .max(1)
      .refine((figure) => Number(figure.toFixed(2)) === figure, 'Must have at most 2 decimals')
      .nullable()
      .describe('From this confidence on, with `figure`; else null.'),
  })
  .refine(({ by, figure }) => (by === 'figure') === (figure !== null), {
    path: ['figure'],
    message: 'Must be a number where `by` is `figure`, and null otherwise',
  });
export type GradingTrust = z.infer<typeof GradingTrust>;

/** Describes in words when grades count without a trainer. */
export function trustInWords({ by, figure }: GradingTrust): string {
  if (by === 'nobody') return 'never';
  return figure === null ? 'from what trainers said' : `from ${Math.round(figure * 100)} % confidence`;
}
