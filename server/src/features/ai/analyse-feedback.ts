import type { AnalyseFeedback, FeedbackAnalysis } from '@training/shared/ai-features';
import type { Ask, Steps } from './feature.ts';

export function analyseFeedback(ask: Ask, input: AnalyseFeedback, steps: Steps): Promise<FeedbackAnalysis> {
  throw new Error(`Not there yet ${JSON.stringify(input)}`);
}
