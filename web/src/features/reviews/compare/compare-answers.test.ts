import type { Question } from '@training/shared/courses/courses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnswerKeyEntry, answerKeyOf } from '../../items/item-fields.ts';
import { compareAnswers } from './compare-items.ts';

const asked = { id: 'q', prompt: 'Which?', explanation: '' };
const oneOf = (options: string[], correct: number): Question => ({ ...asked, kind: 'single_choice', options, correct });
const someOf = (options: string[], correct: number[]): Question => ({
  ...asked,
  kind: 'multiple_choice',
  options,
  correct,
});
const accepting = (...accepted: string[]): Question => ({ ...asked, kind: 'short_text', accepted });
const mentioning = (...rubric: string[]): Question => ({ ...asked, kind: 'spoken', rubric });

/** Formats each answer as "before>after change", with the text once if unchanged, and `✓` if correct. */
function answers(before: Question, after: Question): string[] {
  const written = (answer: AnswerKeyEntry | undefined) => answer && `${answer.text}${answer.isRight ? '✓' : ''}`;
  return compareAnswers(answerKeyOf(before).answers, answerKeyOf(after).answers).map((row) => {
    const [was, is] = [written(row.before), written(row.after)];
    return `${was === is || is === undefined || was === undefined ? (was ?? is) : `${was}>${is}`} ${row.change}`;
  });
}

test('answers are compared one by one, and so is which of them are right', () => {
  const [before, after] = [oneOf(['a', 'b'], 0), oneOf(['a', 'b', 'c'], 1)];
  expect(answers(before, after)).toEqual(['a✓>a changed', 'b>b✓ changed', 'c added']);
  expect(answers(before, oneOf(['b', 'a'], 1))).toEqual(['b moved', 'a✓ unchanged']);
  expect(answers(before, oneOf(['a, always', 'b'], 0))).toEqual(['a✓>a, always✓ changed', 'b unchanged']);
  const several = someOf(['a', 'b', 'c'], [1, 2]);
  expect(answers(before, several)).toEqual(['a✓>a changed', 'b>b✓ changed', 'c✓ added']);
  expect(answers(accepting('a', 'b', 'b'), accepting('b', 'd'))).toEqual([
    'a removed',
    'b unchanged',
    'b removed',
    'd added',
  ]);
  expect(answers(mentioning('a', 'b'), mentioning('a', 'b', 'c'))).toEqual(['a unchanged', 'b unchanged', 'c added']);
});

test('each answer of either version is compared once, in the order of now', () => {
  const texts = fc.array(fc.constantFrom('oil', 'oil and water', 'water', 'two metres', 'two', 'Two'), {
    maxLength: 6,
  });
  const property = fc.property(texts, texts, (before, after) => {
    const rows = compareAnswers(
      before.map((text) => ({ text })),
      after.map((text) => ({ text })),
    );
    expect(rows.flatMap((row) => row.after?.text ?? [])).toEqual(after);
    expect(rows.flatMap((row) => row.before?.text ?? []).toSorted()).toEqual(before.toSorted());
    const same = rows.filter((row) => row.before?.text === row.after?.text);
    // The same text is never reported as both removed and added.
    for (const text of new Set(before)) {
      const count = (all: string[]) => all.filter((each) => each === text).length;
      expect(same.filter((row) => row.after?.text === text)).toHaveLength(Math.min(count(before), count(after)));
    }
  });
  fc.assert(property, { numRuns: 1_000 });
});
