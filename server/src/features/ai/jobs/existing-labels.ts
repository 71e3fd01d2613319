import { AI_LIMITS } from '@training/shared/ai/ai-limits';
import { isVisible } from '@training/shared/primitives';

/** Existing fronts and questions for the prompt of a generation; the latest if there are too many. */
export function existingLabels(items: readonly ({ front: string } | { prompt: string })[]): string[] {
  return items
    .map((item) => shortened('front' in item ? item.front : item.prompt))
    .filter(isVisible)
    .slice(-AI_LIMITS.existingItems);
}

const shortened = (text: string) => Array.from(text.trim()).slice(0, AI_LIMITS.existing).join('');
