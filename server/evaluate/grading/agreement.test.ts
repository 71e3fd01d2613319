import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  costOfDifferences,
  counted,
  kappaOf,
  kappaOfMiddle,
  kappaOfPeople,
  pairsTogether,
  wrongToTrainer,
} from './agreement.ts';
import type { GradedAnswer } from './grade-answers.ts';
import { readAnswers, type MarkedAnswer } from './marked-answers.ts';

const OURS = readAnswers();

/** Each answer with the grade that `grade` gives it. */
const gradedBy = (grade: (answer: MarkedAnswer, n: number) => boolean[], answers = OURS): GradedAnswer[] =>
  answers.map((answer, n) => ({ answer, met: grade(answer, n), needsTrainer: false, seconds: 0 }));

/** Wrong on one criterion in one of `n` answers. */
const rightBut = (n: number) =>
  gradedBy(({ mark_a }, place) => (place % n === 0 ? mark_a.with(1, !mark_a[1]) : mark_a));

describe('our answers', () => {
  test('are marked twice in three languages, with people who differ and enough in the middle', () => {
    for (const language of ['en', 'de', 'es'])
      expect(OURS.filter((each) => each.language === language).length).toBeGreaterThanOrEqual(20);
    expect(OURS.filter(({ mark_a, mark_b }) => mark_a.join() !== mark_b.join()).length).toBeGreaterThan(0);
    expect(kappaOfPeople(OURS)).toBeGreaterThan(0.8);
    expect(kappaOfMiddle(rightBut(1_000)).of).toBeGreaterThanOrEqual(40);
  });

  test('name what was said for each criterion that is met, word for word', () => {
    for (const { answer, mark_a, evidence = [] } of OURS) {
      expect(evidence.map((each) => each !== null)).toEqual(mark_a);
      for (const each of evidence) expect(answer).toContain(each ?? '');
    }
  });

  test('have pairs of each kind that people mark alike', () => {
    const variants = OURS.filter(({ differs }) => differs !== undefined);
    expect(new Set(variants.map(({ differs }) => differs))).toEqual(new Set(['dialect', 'length', 'spelling', 'name']));
    for (const { pair, mark_a, mark_b } of variants) {
      const first = OURS.find((each) => each.pair === pair && each.differs === undefined);
      expect([first?.mark_a, first?.mark_b]).toEqual([mark_a, mark_b]);
    }
  });
});

describe('weighted kappa', () => {
  test('tells nine in ten from everything met and from everything turned round', () => {
    expect(kappaOf(rightBut(10)).low).toBeGreaterThan(0.8);
    expect(kappaOf(gradedBy(({ rubric }) => rubric.map(() => true))).value).toBeCloseTo(0);
    expect(kappaOf(gradedBy(({ mark_a }) => mark_a.map((met) => !met))).value).toBeLessThan(0);
  });

  test('of the middle third falls with errors there alone', () => {
    expect(kappaOfMiddle(rightBut(10)).low).toBeGreaterThan(0.7);
    const points = (marks: boolean[]) => marks.filter(Boolean).length;
    const unsure = gradedBy(({ mark_a }) =>
      points(mark_a) % mark_a.length === 0 ? mark_a : mark_a.map((met) => !met),
    );
    expect(kappaOf(unsure).value).toBeGreaterThan(0.7);
    expect(kappaOfMiddle(unsure).value).toBeLessThan(kappaOfMiddle(rightBut(10)).value ?? 0);
  });

  test('has an interval that narrows with the answers, and none without any', () => {
    const width = ({ low = 0, high = 0 }: { low?: number | undefined; high?: number | undefined }) => high - low;
    expect(width(kappaOf(rightBut(5)))).toBeLessThan(width(kappaOf(rightBut(5).slice(0, 20))));
    expect(kappaOf([])).toEqual({ value: null, of: 0 });
  });
});

test('pairs are apart if they differ by more than a point, and the cost of each difference is said', () => {
  const harsh = gradedBy(({ differs, rubric, mark_a }) => (differs === 'dialect' ? rubric.map(() => false) : mark_a));
  const { value, of } = pairsTogether(harsh);
  expect(of).toBe(24);
  expect(value).toBeLessThan(0.9);
  expect(costOfDifferences(harsh)).toContainEqual(expect.stringMatching(/^dialect: -[12]\.\d\d points in 6 pairs$/));
  expect(pairsTogether(rightBut(1_000)).value).toBe(1);
});

test('a grade that a trainer decides doesn’t count, and wrong ones should go there', () => {
  const all = gradedBy(({ rubric }) => rubric.map(() => true)).map((each, n) => ({
    ...each,
    needsTrainer: n % 2 === 0,
  }));
  expect(counted(all)).toHaveLength(OURS.length / 2);
  expect(wrongToTrainer(all).value).toBeCloseTo(0.5, 1);
});

describe('a file of your own', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'answers-'));
  const fileWith = (...lines: string[]) => {
    const file = path.join(folder, 'answers.jsonl');
    writeFileSync(file, lines.join('\n'));
    return file;
  };
  const line = { id: '1', language: 'it', question: 'Q?', rubric: ['a', 'b'], answer: 'x', mark_a: [true, false] };

  test('is read, with or without evidence and pairs', () => {
    expect(readAnswers(fileWith(JSON.stringify({ ...line, mark_b: [true, true] }), ''))).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  test('is refused with the line that is wrong', () => {
    const other = mkdtempSync(path.join(os.tmpdir(), 'answers-'));
    const file = path.join(other, 'answers.jsonl');
    const good = JSON.stringify({ ...line, mark_b: [true, true] });
    for (const [bad, words] of [
      [JSON.stringify({ ...line, mark_b: [true] }), 'one entry for each line of the rubric'],
      ['not JSON', 'line 2'],
      [JSON.stringify(line), 'mark_b'],
    ] as const) {
      writeFileSync(file, `${good}\n${bad}\n`);
      expect(() => readAnswers(file)).toThrow(words);
    }
    writeFileSync(file, '\n');
    expect(() => readAnswers(file)).toThrow('has no answer');
    rmSync(other, { recursive: true });
  });
});
