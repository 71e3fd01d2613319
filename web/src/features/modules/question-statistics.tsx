import { Text } from '@mantine/core';
import { MIN_ANSWERS_FOR_DISCRIMINATION } from '@training/shared/analytics/item-statistics';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { markdownToPlainText } from '../../lib/plain-text.ts';
import { hasSameItemContent } from '../items/item-fields.ts';
import { type QuizSectionDraft, useDraftItemValue } from './drafts/use-section-drafts.ts';
import { useState } from 'react';

const t = translatorOf('modules');

/** A lower discrimination is weak. */
const WEAK = 0.2;
/** Milliseconds for which figures are kept. */
const FRESH = 300_000;

interface QuestionStatisticsProps {
  moduleId: string;
  draft: QuizSectionDraft;
  id: string;
}

/**
 * Says how people answered a published question (rules/analytics 17). Renders nothing once its wording differs from the
 * one that they were asked.
 */
export function QuestionStatistics({ moduleId, draft, id }: QuestionStatisticsProps) {
  const question = useDraftItemValue(draft, id);
  const [opened] = useState(question);
  const results = trpc.analytics.items.useQuery(
    { module_id: moduleId },
    { ...SLOW_QUERY_OPTIONS, staleTime: FRESH, retry: false },
  );
  const found = results.data?.questions.find((each) => each.id === id);
  if (!question || !opened || !found?.unchanged || !hasSameItemContent(opened, question)) return null;
  const graded = found.answered - found.waiting;
  const { mean_score: score, discrimination: value, options } = found;
  if (graded === 0 || score === null) return null;
  if (graded < MIN_ANSWERS_FOR_DISCRIMINATION) {
    return (
      <Text size="xs" c="dimmed" mt="xs">
        {t('statisticsLater', { graded, enough: MIN_ANSWERS_FOR_DISCRIMINATION })}
      </Text>
    );
  }
  const unused = options
    .filter(({ correct, people }) => !correct && people === 0)
    .map(({ text }) => markdownToPlainText(text));
  return (
    <Text size="xs" c="dimmed" mt="xs" component="details">
      <summary>
        {[
          t('statisticsDifficulty', { score: formatPercent(score), count: graded }),
          ...(value === null ? [] : [t('statisticsDiscrimination', { value })]),
          ...(unused.length === 0 ? [] : [t('statisticsUnused', { options: unused.join(' · ') })]),
        ].join(' ')}
      </summary>
      {t('statisticsExplained')}{' '}
      {value !== null && (value < 0 ? t('statisticsNegative') : value < WEAK ? t('statisticsWeak') : null)}
    </Text>
  );
}
