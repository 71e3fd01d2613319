import { expect, test } from 'vitest';
import { describeEmptyFieldErrors } from './contract-form.ts';

test('a field that was left empty says what to enter, and one with something in it what is wrong with that', () => {
  const errors = { name: 'Must not be empty', email: 'Must be an e-mail address', slug: 'Must not be empty' };
  expect(describeEmptyFieldErrors(errors, { name: ' ', email: 'nobody', slug: '' })).toEqual({
    name: 'Enter a name',
    email: 'Must be an e-mail address',
    slug: 'Must not be empty',
  });
});
