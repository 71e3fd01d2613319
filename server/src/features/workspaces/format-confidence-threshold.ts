import type { ConfidenceThresholdSetting } from '@training/shared/grading/grading-trust';

/** Describes in words when grades count without a trainer. */
export function formatConfidenceThreshold({ by, figure }: ConfidenceThresholdSetting): string {
  if (by === 'nobody') return 'never';
  return figure === null ? 'from what trainers said' : `from ${Math.round(figure * 100)} % confidence`;
}
