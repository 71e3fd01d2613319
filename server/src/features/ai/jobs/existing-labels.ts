import { AI_LIMITS } from '@training/shared/ai-sources';
import { isVisible } from '@training/shared/primitives';

/** Fronts and questions that are there, as a generation is told of them; the latest, where there are too many. */
export function existingLabels(items: readonly ({ front: string } | { prompt: string })[]): string[] {
  return items
    .map((item) => shortened('front' in item ? item.front : item.prompt))
    .filter(isVisible)
    .slice(-AI_LIMITS.existingItems);
}

const shortened = (text: string) => Array.from(text.trim()).slice(0, AI_LIMITS.existing).join('');
