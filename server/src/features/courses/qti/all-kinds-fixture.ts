import type { Question } from '@training/shared/courses/courses';
import { newId } from '../../../platform/ids.ts';

/** Returns one question of each kind, with all of its settings. */
export function allKinds(): Question[] {
  const shared = () => ({ id: newId(), prompt: 'Which of **these**?', explanation: 'Because it is *so*.' });
  return [
    { ...shared(), kind: 'single_choice', options: ['This', 'That & those', '1. Others'], correct: 1 },
    { ...shared(), kind: 'multiple_choice', options: ['a', 'b', 'c'], correct: [0, 1], partial_credit: true },
    { ...shared(), kind: 'short_text', accepted: ['Brake', 'The brake'], ignore_accents: true, allow_typo: true },
    { ...shared(), kind: 'number', value: 25, tolerance: { by: 'percent', of: 5 }, units: ['kg', 'kilogram'] },
    { ...shared(), kind: 'ordering', options: ['Stop', 'Look', 'Go'] },
    {
      ...shared(),
      kind: 'matching',
      options: ['Brake', 'Horn'],
      matches: ['Stops', 'Sounds', 'Fits none'],
      partial_credit: true,
    },
    { ...shared(), kind: 'spoken', rubric: ['Names the brake', 'Names the horn'] },
  ];
}
