import { DEFAULT_ATTEMPT_SETTINGS } from '@training/shared/courses/courses';
import { expect, test } from 'vitest';
import { findSettingChanges } from './compared-settings.tsx';

test('a setting that reads the same has not changed, and one that differs reads differently', () => {
  const before = { title: 'Spills', validity_days: null, pass_score: 0.8, ...DEFAULT_ATTEMPT_SETTINGS };
  expect(findSettingChanges(before, { ...before })).toEqual([]);
  expect(
    findSettingChanges(before, {
      title: 'Spill',
      validity_days: 1,
      pass_score: 0.8001,
      max_attempts: 5,
      show_solutions: 'never',
      questions_per_attempt: 5,
      topic_scores: [{ topic: 'Safety', pass_score: 1 }],
    }),
  ).toEqual([
    { label: 'Title', before: 'Spills', now: 'Spill' },
    { label: 'Pass mark', before: '80 %', now: '80.01 %' },
    { label: 'Attempts', before: '3', now: '5' },
    { label: 'Solutions', before: 'after passing, or after the last attempt', now: 'never' },
    { label: 'Questions per attempt', before: 'all', now: '5' },
    { label: 'Pass marks by topic', before: 'none', now: 'Safety 100 %' },
    { label: 'Expires', before: 'never', now: 'after 1 day' },
  ]);
});
