import type { AskedQuestion } from '@training/shared/courses/courses';
import type { ChoiceOrText } from '@training/shared/learning/attempts';
import { itemsOf, textOf, valueOf } from '../../../lib/json.ts';

const isOption = (index: unknown): index is number => typeof index === 'number' && Number.isInteger(index);

/**
 * Returns a stored answer; null if it is incomplete or of an older version. The server checks it fully: the contract's
 * schema would bring zod into learners' pages.
 */
export function choiceOrText(stored: unknown): ChoiceOrText | null {
  const kind = textOf(stored, 'kind');
  switch (kind) {
    case 'single_choice': {
      const choice = valueOf(stored, 'choice');
      return isOption(choice) ? { kind: 'single_choice', choice } : null;
    }
    case 'multiple_choice':
    case 'hotspot': {
      const choices = itemsOf(valueOf(stored, 'choices'));
      return choices.length > 0 && choices.every(isOption) ? { kind, choices } : null;
    }
    case 'short_text': {
      const text = textOf(stored, 'text') ?? '';
      return text.trim() === '' ? null : { kind: 'short_text', text };
    }
    case 'number': {
      const text = textOf(stored, 'text') ?? '';
      return text.trim() === '' ? null : { kind: 'number', text };
    }
    case 'ordering': {
      const order = itemsOf(valueOf(stored, 'order'));
      return order.length > 0 && order.every(isOption) ? { kind: 'ordering', order } : null;
    }
    case 'matching': {
      const matches = itemsOf(valueOf(stored, 'matches'));
      return matches.length > 0 && matches.every(isOption) ? { kind: 'matching', matches } : null;
    }
    default:
      return null;
  }
}

/** Returns two options in the order shown, which may be right (rules/learning 9), so that nobody has to move them. */
export function orderShown({ kind, options }: AskedQuestion): ChoiceOrText | null {
  return kind === 'ordering' && options.length === 2 ? { kind, order: [0, 1] } : null;
}
