import type { GenerateQuiz, GeneratedQuiz } from '@training/shared/ai-features';
import type { Ask, Steps } from './feature.ts';

export function generateQuiz(ask: Ask, input: GenerateQuiz, steps: Steps): Promise<GeneratedQuiz> {
  throw new Error(`Not there yet ${JSON.stringify(input)}`);
}
