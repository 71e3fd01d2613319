import { expect, test } from 'vitest';
import { lastLocalDayBefore } from './in-words.ts';

test('the last day before an end is the workspace’s, wherever its reader is', () => {
  // Midnight in Auckland.
  expect(lastLocalDayBefore('2026-03-12T11:00:00.000Z', 'Pacific/Auckland')).toBe('2026-03-12');
  expect(lastLocalDayBefore('2026-03-12T00:00:00.000Z', 'UTC')).toBe('2026-03-11');
});
