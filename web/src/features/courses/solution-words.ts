import type { ShowSolutions } from '@training/shared/courses';

/** When learners see the solutions of a quiz. */
export const SOLUTION_WORDS: Record<ShowSolutions, string> = {
  with_answer: 'with each answer',
  at_end: 'after passing, or after the last attempt',
  never: 'never',
};
