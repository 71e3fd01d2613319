import { expect, test } from 'vitest';
import { badgeOf } from './drive-words.ts';

test.each([
  ['connected', null, 'Connected'],
  ['connected', 'quota', 'Paused'],
  ['degraded', 'no_push', 'Degraded'],
  ['degraded', 'quota', 'Degraded'],
  ['disconnected', 'quota', 'Disconnected'],
] as const)('a drive that is %s for %s has the badge %s', (state, reason, badge) => {
  expect(badgeOf({ state, reason }).children).toBe(badge);
});
