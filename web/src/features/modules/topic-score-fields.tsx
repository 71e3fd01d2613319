import { Stack, Text } from '@mantine/core';
import type { Question, TopicPassScores } from '@training/shared/courses/courses';
import type { ReactNode } from 'react';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { NumberField } from '../../ui/forms/number-field.tsx';

const t = translatorOf('modules');

/** Rounds to the four decimals of a pass score. */
export const scoreToPercent = (score: number) => Number((score * 100).toFixed(2));
export const percentToScore = (percent: number) => Number((percent / 100).toFixed(4));

/** Returns the pass scores by topic of a field's text, also those that aren't valid. */
export const parseTopicScores = (text: string): TopicPassScores => JSON.parse(text);

interface TopicMarksProps {
  questions: Question[];
  value?: string;
  error?: ReactNode;
  onChange?: (value: string) => void;
}

/** The pass mark of each topic of a quiz; nothing if its questions have no topics. */
export function TopicScoreFields({ questions, value = '[]', error, onChange }: TopicMarksProps) {
  const marks = parseTopicScores(value);
  const topics = [...marks, ...questions].flatMap(({ topic }) => topic ?? []);
  const listed = [...new Set(topics)].toSorted((one, other) => one.localeCompare(other));
  if (listed.length === 0) return null;
  const change = (topic: string, percent: number | string) => {
    const others = marks.filter((mark) => mark.topic !== topic);
    const own = typeof percent === 'number' ? [{ topic, pass_score: percentToScore(percent) }] : [];
    onChange?.(JSON.stringify([...others, ...own].toSorted((one, other) => (one.topic < other.topic ? -1 : 1))));
  };
  return (
    <Stack component="fieldset" gap="xs" m={0} p={0} bd={0}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {t('topicMarks')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('topicMarksExplained')}
      </Text>
      {listed.map((topic) => {
        const score = marks.find((mark) => mark.topic === topic)?.pass_score;
        return (
          <NumberField
            key={topic}
            label={topic}
            min={0}
            max={100}
            fractions
            value={score === undefined ? '' : scoreToPercent(score)}
            onChange={(percent) => change(topic, percent)}
          />
        );
      })}
      {error !== undefined && error !== null && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
