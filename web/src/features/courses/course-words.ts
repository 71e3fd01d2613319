import type { SolutionVisibility, TopicPassScores } from '@training/shared/courses/courses';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

/** Describes when a completion expires. */
export function validityInWords(days: number | null): string {
  return days === null ? t('neverExpires') : t('expiresAfter', { days });
}

/** Lists pass marks by topic: "Safety 100 %"; empty if there are none. */
export const topicPassScoresInWords = (marks: TopicPassScores): string =>
  marks.map(({ topic, pass_score }) => `${topic} ${Number((pass_score * 100).toFixed(2))} %`).join(', ');

/** Says when learners see a quiz's solutions: "with each answer". */
export const showSolutionsInWords = (when: SolutionVisibility): string => t(`solutions.${when}`);
