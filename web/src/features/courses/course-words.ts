import type { ShowSolutions } from '@training/shared/courses/courses';

/** Describes when a completion expires. */
export function validity(days: number | null): string {
  return days === null ? 'Never expires' : days === 1 ? 'Expires after 1 day' : `Expires after ${days} days`;
}

/** Labels for when learners see a quiz's solutions. */
export const SOLUTION_WORDS: Record<ShowSolutions, string> = {
  with_answer: 'with each answer',
  at_end: 'after passing, or after the last attempt',
  never: 'never',
};
