import type { ShowSolutions } from '@training/shared/courses/courses';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

/** Describes when a completion expires. */
export function validity(days: number | null): string {
  return days === null ? t('neverExpires') : t('expiresAfter', { days });
}

/** Says when learners see a quiz's solutions: "with each answer". */
export const solutionWords = (when: ShowSolutions): string => t(`solutions.${when}`);
