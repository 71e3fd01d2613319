import { createHash } from 'node:crypto';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import type { Content } from './model.ts';

export const KINDS = ['flashcards', 'quiz'] as const satisfies SectionKind[];

const idOf = (content: Content) => `00000000-0000-7000-8000-${(content + 1).toString(16).padStart(12, '0')}`;

/** Returns the items of `content`: none for 0, one that lacks something for -1. */
export function itemsOf(kind: SectionKind, content: Content): Flashcard[] | Question[] {
  if (content === 0) return [];
  const id = idOf(content);
  const whole = content > 0;
  if (kind === 'flashcards') return [{ id, front: `Front ${content} <b>&amp;\u2028😀`, back: whole ? 'Back' : ' ' }];
  const question = { id, prompt: `Which is ${content}?`, explanation: '' };
  switch (content % 4) {
    case 0:
      return [{ ...question, kind: 'single_choice', options: ['A', 'B'], correct: 1 }];
    case 1:
      return [{ ...question, kind: 'multiple_choice', options: ['A', 'B', 'C'], correct: [0, 2] }];
    case 2:
      return [{ ...question, kind: 'short_text', accepted: ['A'] }];
    default:
      return [{ ...question, kind: 'spoken', rubric: whole ? ['A'] : [] }];
  }
}

/** The hash of a section with nothing in it. */
export const HASH_OF_NOTHING = createHash('sha256').update('[]').digest('hex');
