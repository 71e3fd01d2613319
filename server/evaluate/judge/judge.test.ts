import type { GeneratedQuestion } from '@training/shared/ai/generated-items';
import { expect, test } from 'vitest';
import { share } from '../interval.ts';
import type { AskModel } from '../../src/features/ai/features/feature.ts';
import { inParallel } from '../in-parallel.ts';
import { judgeItems, objects } from './judge-items.ts';
import { doubtAbout, proveJudge, wrongShare } from './prove-judge.ts';

const shared = { prompt: '', explanation: '', quote: '', level: null, flags: [] };
const single: GeneratedQuestion = { kind: 'single_choice', ...shared, options: ['a', 'b', 'c'], correct: 1 };
const spoken: GeneratedQuestion = { kind: 'spoken', ...shared, rubric: ['a'] };
const card = { front: 'a', back: 'b' };
const fine = { n: 0, answerable: true, claim: 'right', right: [1], distractors: 'good' } as const;
const at = { text: '', quote: '' };

test('a judge objects to another key, a wrong claim, and what the source doesn’t answer', () => {
  const found = (item: GeneratedQuestion | typeof card, look: object) =>
    objects({ of: { ...at, item }, look: { ...fine, right: [1], ...look } });
  expect(found(single, { claim: 'none' })).toBe(false);
  expect(found(single, { claim: 'none', right: [1, 2] })).toBe(true);
  expect(found(single, { claim: 'none', right: [] })).toBe(true);
  expect(found(spoken, {})).toBe(false);
  expect(found(spoken, { claim: 'missing' })).toBe(true);
  expect(found(card, { right: [] })).toBe(false);
  expect(found(card, { right: [], claim: 'wrong' })).toBe(true);
  expect(found(card, { right: [], answerable: false })).toBe(true);
});

test('a judge has to find wrong items and leave good ones, both beyond chance', () => {
  const problems: string[] = [];
  expect(doubtAbout({ caught: share(72, 80), alarms: share(4, 80), problems })).toBeUndefined();
  expect(doubtAbout({ caught: share(0, 80), alarms: share(0, 80), problems })).toContain('found 0% of 80 wrong items');
  expect(doubtAbout({ caught: share(80, 80), alarms: share(80, 80), problems })).toContain(
    'objected to 100% of 80 good',
  );
  expect(doubtAbout({ caught: share(8, 9), alarms: share(0, 9), problems })).toContain('name another judge');
  expect(doubtAbout({ caught: share(72, 80), alarms: share(4, 80), problems: ['refused'] })).toContain('refused');
});

test('the share of wrong items is corrected for what the judge misses and imagines', () => {
  const judge = { caught: share(800, 1_000), alarms: share(100, 1_000) };
  // 30 of 100 are wrong: it sees 24 of them, and 7 of the 70 good ones.
  const { value, low, high } = wrongShare(share(310, 1_000), judge);
  expect(value).toBeCloseTo(0.3, 5);
  expect(low).toBeLessThan(0.28);
  expect(high).toBeGreaterThan(0.32);
  expect(wrongShare(share(5, 100), judge).value).toBe(0);
  expect(wrongShare(share(0, 0), judge).value).toBeNull();
});

/** A judge that says the same about each batch. */
const judgeThatSays =
  (items: readonly object[]): AskModel =>
  ({ schema }) =>
    Promise.resolve(schema.parse({ items }));

test('items that a judge leaves out count against it: as wrong ones missed, and as good ones objected to', async () => {
  const { caught, alarms } = await proveJudge(judgeThatSays([]), 20, inParallel(4));
  expect([caught.value, alarms.value]).toEqual([0, 1]);
  expect(caught.of).toBeGreaterThan(10);
});

test('of two judgements of an item the first counts', async () => {
  const twice = judgeThatSays([fine, { ...fine, claim: 'wrong' }]);
  const { judged } = await judgeItems(twice, [{ ...at, item: card }], inParallel(1));
  expect(judged.map(objects)).toEqual([false]);
});
