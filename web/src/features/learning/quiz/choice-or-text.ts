import type { ChoiceOrText } from '@training/shared/learning/attempts';
import { itemsOf, textOf, valueOf } from '../../../lib/json.ts';

const isOption = (index: unknown): index is number => typeof index === 'number' && Number.isInteger(index);

/**
 * Returns a stored answer; null if it is incomplete or of an older version. The server checks it fully: the contract's
 * schema would bring zod into learners' pages.
 */
export function choiceOrText(stored: unknown): ChoiceOrText | null {
  switch (textOf(stored, 'kind')) {
    case 'single_choice': {
      const choice = valueOf(stored, 'choice');
      return isOption(choice) ? { kind: 'single_choice', choice } : null;
    }
    case 'multiple_choice': {
      const choices = itemsOf(valueOf(stored, 'choices'));
      return choices.length > 0 && choices.every(isOption) ? { kind: 'multiple_choice', choices } : null;
    }
    case 'short_text': {
      const text = textOf(stored, 'text') ?? '';
      return text.trim() === '' ? null : { kind: 'short_text', text };
    }
    default:
      return null;
  }
}
