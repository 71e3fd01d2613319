import { expect, test } from 'vitest';
import { driveBadgePropsOf, changeDetectionInWords } from './drive-words.ts';

test.each([
  ['connected', null, 'Connected'],
  ['connected', 'quota', 'Paused'],
  ['degraded', 'no_push', 'Degraded'],
  ['degraded', 'quota', 'Degraded'],
  ['disconnected', 'quota', 'Disconnected'],
] as const)('a drive that is %s for %s has the badge %s', (state, reason, badge) => {
  expect(driveBadgePropsOf({ state, reason }).children).toBe(badge);
});

test('a drive whose notifications don’t arrive is not said to be notified', () => {
  const lark = { kind: 'lark', push: 'long_connection' } as const;
  expect(changeDetectionInWords({ ...lark, reason: null })).toBe('Lark notifies us over a long connection');
  expect(changeDetectionInWords({ ...lark, reason: 'no_push' })).toBe('We check regularly');
});
