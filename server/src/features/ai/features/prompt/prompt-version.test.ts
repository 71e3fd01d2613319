import { GenerationDifficulty } from '@training/shared/ai/generated-items';
import { expect, test } from 'vitest';
import { buildCardPromptRules } from '../generate-cards.ts';
import { buildSystemPrompt } from './prompt.ts';
import { promptVersionOf } from '../../runner/run-feature.ts';
import { buildQuizPromptRules } from '../generate-quiz.ts';

const written = (rules: string[], language?: string) =>
  buildSystemPrompt('card_generation', { material: 'the source', language, rules });

// rules/ai 19
test('the version of a prompt is the same for all languages, and another for other rules', () => {
  const version = promptVersionOf('card_generation', written(['Be brief.']));
  expect(version).toMatch(/^[0-9a-f]{12}$/);
  expect(promptVersionOf('card_generation', written(['Be brief.'], 'de'))).toBe(version);
  expect(promptVersionOf('card_generation', written(['Be brief, and kind.']))).not.toBe(version);
  expect(promptVersionOf('card_generation', written(['At most 3.']))).not.toBe(
    promptVersionOf('card_generation', written(['At most 4.'])),
  );
});

test.each([buildCardPromptRules, buildQuizPromptRules])(
  'all difficulties are one version of what is asked',
  (rules) => {
    const versions = GenerationDifficulty.options.map((each) =>
      promptVersionOf('card_generation', written(rules(each))),
    );
    expect(new Set(versions).size).toBe(1);
    expect(rules('basic')).not.toEqual(rules('advanced'));
  },
);

test('what is asked for another task, or to check what was made, has no version of this one', () => {
  const check = buildSystemPrompt('card_generation', { step: 'check', material: 'it', language: undefined, rules: [] });
  expect(promptVersionOf('card_generation', check)).toBeUndefined();
  expect(promptVersionOf('quiz_generation', written(['Be brief.']))).toBeUndefined();
});
