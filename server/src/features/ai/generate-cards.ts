import type { GenerateCards, GeneratedCards } from '@training/shared/ai-features';
import type { Ask, Steps } from './feature.ts';

export function generateCards(ask: Ask, input: GenerateCards, steps: Steps): Promise<GeneratedCards> {
  throw new Error(`Not there yet ${JSON.stringify(input)}`);
}
