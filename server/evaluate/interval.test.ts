import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';
import { bootstrapped, differs, share } from './interval.ts';

test('a share has Wilson’s interval, which none and all have, too', () => {
  const { low, high } = share(45, 50);
  expect(low).toBeCloseTo(0.808, 3);
  expect(high).toBeCloseTo(0.95, 2);
  expect(share(20, 20).low).toBeCloseTo(0.881, 3);
  expect(share(0, 20).high).toBeCloseTo(0.119, 3);
  expect(share(0, 0)).toEqual({ value: null, of: 0 });
});

test('a bootstrap repeats itself, and its interval narrows with the cases', () => {
  const mean = (drawn: readonly number[]) => drawn.reduce((sum, each) => sum + each, 0) / drawn.length;
  const cases = (n: number) => Array.from({ length: n }, (_, place) => place % 2);
  const [few, many] = [bootstrapped(cases(20), mean), bootstrapped(cases(500), mean)];
  expect(bootstrapped(cases(20), mean)).toEqual(few);
  expect(few.value).toBe(0.5);
  expect(few.low).toBeLessThan(0.4);
  expect(many.low).toBeGreaterThan(0.44);
  expect(bootstrapped([], () => null)).toEqual({ value: null, of: 0 });
});

test('what chance could explain is no difference', () => {
  expect(differs(share(18, 20), share(16, 20))).toBe(false);
  expect(differs(share(180, 200), share(120, 200))).toBe(true);
  expect(differs(share(120, 200), share(180, 200))).toBe(true);
  expect(differs(share(0, 0), share(180, 200))).toBe(false);
});

test('work runs beside each other, at most as much as is allowed, with results in order', async () => {
  let running = 0;
  let most = 0;
  const done = await inParallel(3)([5, 1, 4, 2, 3], async (each) => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < each; turn++) await Promise.resolve();
    running--;
    return each * 10;
  });
  expect(done).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(3);
});
