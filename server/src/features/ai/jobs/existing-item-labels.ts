import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { hasVisibleCharacter } from '@training/shared/text';

/** Existing fronts and questions for the prompt of a generation; the latest if there are too many. */
export function toExistingItemLabels(items: readonly ({ front: string } | { prompt: string })[]): string[] {
  return items
    .map((item) => shortened('front' in item ? item.front : item.prompt))
    .filter(hasVisibleCharacter)
    .slice(-AI_INPUT_LIMITS.existingItems);
}

const shortened = (text: string) => Array.from(text.trim()).slice(0, AI_INPUT_LIMITS.existing).join('');
