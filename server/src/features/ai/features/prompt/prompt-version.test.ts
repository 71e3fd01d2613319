import { Difficulty } from '@training/shared/ai/generated-items';
import { expect, test } from 'vitest';
import { cardRules } from '../generate-cards.ts';
import { instructions } from './prompt.ts';
import { promptVersion } from '../../runner/run-feature.ts';
import { quizRules } from '../generate-quiz.ts';

const written = (rules: string[], language?: string) =>
  instructions('card_generation', { material: 'the source', language, rules });

// rules/ai 19
test('the version of a prompt is the same for all languages, and another for other rules', () => {
  const version = promptVersion('card_generation', written(['Be brief.']));
  expect(version).toMatch(/^[0-9a-f]{12}$/);
  expect(promptVersion('card_generation', written(['Be brief.'], 'de'))).toBe(version);
  expect(promptVersion('card_generation', written(['Be brief, and kind.']))).not.toBe(version);
  expect(promptVersion('card_generation', written(['At most 3.']))).not.toBe(
    promptVersion('card_generation', written(['At most 4.'])),
  );
});

test.each([cardRules, quizRules])('all difficulties are one version of what is asked', (rules) => {
  const versions = Difficulty.options.map((each) => promptVersion('card_generation', written(rules(each))));
  expect(new Set(versions).size).toBe(1);
  expect(rules('basic')).not.toEqual(rules('advanced'));
});

test('what is asked for another task, or to check what was made, has no version of this one', () => {
  const check = instructions('card_generation', { step: 'check', material: 'it', language: undefined, rules: [] });
  expect(promptVersion('card_generation', check)).toBeUndefined();
  expect(promptVersion('quiz_generation', written(['Be brief.']))).toBeUndefined();
});
