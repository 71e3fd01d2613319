import { z } from 'zod';

/** Below this confidence, of the model or of the speech recognition, a grade always goes to a trainer. */
export const TRUSTED_CONFIDENCE = 0.7;

/** How a model's threshold comes from what people said of its grades (rules/grading 11). */
export const CALIBRATION = {
  /** Grades that are looked at, the newest. */
  window: 500,
  /** Days in which a grade that counted will have been looked at, if ever. */
  ripeAfter: 7,
  /** Fewer of which something is known are too few. */
  least: 30,
  /** Of so many that count one may be wrong. */
  oneIn: 20,
  /** So many wrong ones stand behind each that is found among those that counted, for nobody looks through them. */
  unseen: 4,
} as const;

/** From 0.7 to 1. Divided, for a sum of 0.05 would not be 0.85. */
export const THRESHOLDS: readonly number[] = Array.from({ length: 7 }, (_, n) => (14 + n) / 20);

/** What decides from which confidence on a model’s grade counts without a trainer. */
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

/** When grades count at once, as people read it. */
export function trustInWords({ by, figure }: GradingTrust): string {
  if (by === 'nobody') return 'never';
  return figure === null ? 'from what trainers said' : `from ${Math.round(figure * 100)} % confidence`;
}
