import { expect, test } from 'vitest';
import { computeRetryDelaySeconds } from './finish-ai-job.ts';

// rules/ai 5
test('the longer a provider is away, the longer it is left alone, up to half an hour in all', () => {
  const waits: number[] = [];
  let since = 0;
  for (;;) {
    const wait = computeRetryDelaySeconds({ failures: waits.length, since }, undefined, 1);
    if (wait === undefined) break;
    waits.push(wait);
    since += wait;
  }
  expect(waits).toEqual([6, 18, 54, 144, 432, 1_080]);
  expect(since).toBeLessThanOrEqual(1_800);
});

test('a provider is never asked sooner than it wants, nor sooner than the tries before make it', () => {
  expect(computeRetryDelaySeconds({ failures: 0, since: 0 }, 37, 0)).toBe(37);
  expect(computeRetryDelaySeconds({ failures: 3, since: 70 }, 1, 0)).toBe(120);
});

test('one that wants to be left alone for longer than the job can wait is not waited for', () => {
  expect(computeRetryDelaySeconds({ failures: 0, since: 0 }, 1_800, 0)).toBe(1_800);
  expect(computeRetryDelaySeconds({ failures: 0, since: 0 }, 1_801, 0)).toBeUndefined();
  expect(computeRetryDelaySeconds({ failures: 1, since: 1_790 }, undefined, 0)).toBeUndefined();
});
