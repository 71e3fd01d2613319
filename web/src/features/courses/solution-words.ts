import type { ShowSolutions } from '@training/shared/courses/courses';

/** Labels for when learners see a quiz's solutions. */
export const SOLUTION_WORDS: Record<ShowSolutions, string> = {
  with_answer: 'with each answer',
  at_end: 'after passing, or after the last attempt',
  never: 'never',
};
