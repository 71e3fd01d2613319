import {
  CONFIDENCE_CALIBRATION,
  POSSIBLE_CONFIDENCE_THRESHOLDS,
  MIN_TRUSTED_CONFIDENCE,
} from '@training/shared/grading/grading-trust';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countVerdictsStillNeeded, deriveConfidenceThreshold, type SameVerdictGradeGroup } from './threshold.ts';

const confidence = fc.oneof(
  fc.constantFrom(...POSSIBLE_CONFIDENCE_THRESHOLDS),
  fc.double({ min: 0.7, max: 1, noNaN: true }),
);
const graded = (correct: fc.Arbitrary<boolean | null>): fc.Arbitrary<SameVerdictGradeGroup> =>
  fc.record({ confidence, counted: fc.boolean(), correct, grades: fc.integer({ min: 1, max: 30 }) });
const usually = fc.option(
  fc.nat(19).map((n) => n > 0),
  { freq: 6 },
);
const sample = fc.array(graded(usually), { maxLength: 12 });

/** Threshold of one sample alone. */
const lowest = (those: SameVerdictGradeGroup[]) => deriveConfidenceThreshold(those, []);
const strictness = (threshold: number | null) => threshold ?? 2;
const of = (correct: boolean | null, grades: number, { at = 0.9, counted = true } = {}): SameVerdictGradeGroup => ({
  confidence: at,
  counted,
  correct,
  grades,
});
const sum = (those: SameVerdictGradeGroup[], weight: (graded: SameVerdictGradeGroup) => number = () => 1) =>
  those.reduce((all, each) => all + weight(each) * each.grades, 0);

test('the thresholds are 0.7 to 1 in steps of 0.05, and nothing beside them', () => {
  expect(POSSIBLE_CONFIDENCE_THRESHOLDS).toEqual([0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]);
  expect(POSSIBLE_CONFIDENCE_THRESHOLDS[0]).toBe(MIN_TRUSTED_CONFIDENCE);
});

test.each<[string, number | null, SameVerdictGradeGroup[]]>([
  ['nothing is known', 0.7, []],
  ['29 were wrong, which are too few', 0.7, [of(false, 29)]],
  ['30 were left as they are', 0.7, [of(true, 30)]],
  ['one of 30 that counted was changed', null, [of(true, 29), of(false, 1)]],
  // It stands for four, and one more: 5 of 100.
  ['one of 99 that counted was changed', 0.7, [of(true, 98), of(false, 1)]],
  ['one of 98 that counted was changed', null, [of(true, 97), of(false, 1)]],
  // Of proposals each is looked at: 2 of 40.
  ['trainers graded one of 39 proposals otherwise', 0.7, [of(true, 38), of(false, 1, { counted: false })]],
  ['trainers graded one of 38 proposals otherwise', null, [of(true, 37), of(false, 1, { counted: false })]],
  ['all that are wrong are less sure', 0.85, [of(true, 40), of(false, 9, { at: 0.82 })]],
  ['too few are surer than those that are wrong', null, [of(true, 18), of(false, 15, { at: 0.82 })]],
  ['19 are surer than those that are wrong', 0.85, [of(true, 19), of(false, 15, { at: 0.82 })]],
  ['only full confidence was always right', 1, [of(true, 30, { at: 1 }), of(false, 9, { at: 0.99 })]],
  ['a confidence stands exactly at a step', 0.85, [of(true, 30, { at: 0.85 }), of(false, 9, { at: 0.8499 })]],
  ['few are known, and others wait', 0.7, [of(true, 9), of(null, 400)]],
  ['hundreds wait, and of the rest too little is known', null, [of(false, 9), of(null, 491)]],
])('where %s, the threshold is %s', (_, threshold, newest) => {
  expect(lowest(newest)).toBe(threshold);
});

test('of two samples the stricter one holds', () => {
  fc.assert(
    fc.property(sample, sample, (newest, older) => {
      const strict = Math.max(strictness(lowest(newest)), strictness(lowest(older)));
      expect(strictness(deriveConfidenceThreshold(newest, older))).toBe(strict);
    }),
  );
});

// rules/grading 11
test('what counts from the threshold on is wrong once in twenty times at most, and no lower step would do', () => {
  fc.assert(
    fc.property(sample, (newest) => {
      const known = newest.filter(({ correct }) => correct !== null);
      fc.pre(sum(known) >= CONFIDENCE_CALIBRATION.least);
      const threshold = lowest(newest);
      for (const step of POSSIBLE_CONFIDENCE_THRESHOLDS) {
        const counting = known.filter((each) => each.confidence >= step);
        const wrong = sum(counting, ({ correct, counted }) => (correct === false ? (counted ? 4 : 1) : 0));
        const isEnough = (wrong + 1) / (sum(counting) + 1) <= 1 / 20 + 1e-9;
        if (step === threshold) expect(isEnough).toBe(true);
        if (step < strictness(threshold)) expect(isEnough).toBe(false);
      }
    }),
  );
});

test('a grade that turns out wrong never lowers the threshold', () => {
  fc.assert(
    fc.property(sample, fc.nat(), (newest, which) => {
      fc.pre(newest.length > 0);
      const n = which % newest.length;
      fc.pre(newest[n]?.correct === true);
      const after = newest.map((each, at) => (at === n ? { ...each, correct: false } : each));
      expect(strictness(lowest(after))).toBeGreaterThanOrEqual(strictness(lowest(newest)));
    }),
  );
});

test('once enough is known, a grade of full confidence that stands never raises it', () => {
  fc.assert(
    fc.property(sample, fc.boolean(), (newest, counted) => {
      fc.pre(countVerdictsStillNeeded(newest) === 0);
      const after = [...newest, of(true, 1, { at: 1, counted })];
      expect(strictness(lowest(after))).toBeLessThanOrEqual(strictness(lowest(newest)));
    }),
  );
});

test('what waits says nothing, and neither does in which groups the rest is told', () => {
  fc.assert(
    fc.property(sample, fc.integer({ min: 1, max: 60 }), (newest, waiting) => {
      const single = newest
        .toReversed()
        .flatMap((each) => Array.from({ length: each.grades }, () => ({ ...each, grades: 1 })));
      expect(lowest(single)).toBe(lowest(newest));
      fc.pre(sum(newest) + waiting < CONFIDENCE_CALIBRATION.window);
      expect(lowest([...newest, of(null, waiting)])).toBe(lowest(newest));
      expect(countVerdictsStillNeeded([...newest, of(null, waiting)])).toBe(countVerdictsStillNeeded(newest));
    }),
  );
});

test('as many are missing as make something follow', () => {
  fc.assert(
    fc.property(sample, (newest) => {
      const missing = countVerdictsStillNeeded(newest);
      fc.pre(missing > 0);
      expect(countVerdictsStillNeeded([...newest, of(true, missing)])).toBe(0);
      if (missing > 1) expect(countVerdictsStillNeeded([...newest, of(true, missing - 1)])).toBe(1);
    }),
  );
});

test('of a model whose wrong grades are found one time in four, what counts in the end is wrong once in twenty times at most', () => {
  // Numbers that sample drawn, and are the same each time.
  let seed = 7;
  const draw = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  /** As sure as it says it is, it is wrong: three times in ten below 0.85, once in a hundred times above. */
  const model = () => {
    const at = 0.7 + 0.3 * draw();
    return { at, isWrong: draw() < (at < 0.85 ? 0.3 : 0.01) };
  };
  const seen: (SameVerdictGradeGroup & { isWrong: boolean })[] = [];
  for (let n = 0; n < 3_000; n++) {
    const newest = seen.slice(-CONFIDENCE_CALIBRATION.window);
    const threshold = lowest(newest);
    const { at, isWrong } = model();
    const counted = threshold !== null && at >= threshold;
    const isFound = isWrong && (!counted || draw() < 1 / CONFIDENCE_CALIBRATION.unseen);
    seen.push({ ...of(!isFound, 1, { at, counted }), isWrong });
  }
  const late = seen.slice(-1_000).filter(({ counted }) => counted);
  // It is used, and it is right.
  expect(late.length).toBeGreaterThan(400);
  expect(late.filter(({ isWrong }) => isWrong).length / late.length).toBeLessThan(1 / 20);
});
