import type { SourceText } from '@training/shared/ai-features';

/** What cards and questions are asked for with. */
export type Making = {
  source: SourceText;
  count: number;
  /** BCP 47; that of the source when absent. */
  language?: string | undefined;
  /** Fronts or questions that are there already. */
  existing?: readonly string[];
};
