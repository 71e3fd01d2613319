import { expect, test } from 'vitest';
import { chatBadgePropsOf } from './outcome-words.ts';

test.each([
  ['working', null, 'Working', 'green'],
  ['working', 'Slack does not answer.', 'Last message failed', 'yellow.4'],
  ['failing', 'Slack does not know this address.', 'Failing', 'red.8'],
  ['untested', null, 'Off until tested', 'yellow.4'],
] as const)('a chat channel that is %s, with the error %s, has the badge %s', (state, error, badge, color) => {
  expect(chatBadgePropsOf({ state, error })).toMatchObject({ children: badge, color });
});
