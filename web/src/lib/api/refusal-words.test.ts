import { compileCatalogue } from '@training/shared/i18n/compile-catalogue';
import { createTranslator } from '@training/shared/i18n/translator';
import { expect, test } from 'vitest';
import messages from '../../../../shared/messages/en/errors.json?raw';
import { translateFieldError, refusalInWords } from './refusal-words.ts';

const catalogue = compileCatalogue(JSON.parse(messages));
/** A translator as in another language, whose catalogue is the English one. */
const t = createTranslator('errors', () => ({ language: 'en', catalogue }));
const detail = 'The server’s own text.';

test('in English a refusal is said in the server’s own words', () => {
  expect(refusalInWords({ code: 'forbidden', detail })).toBe(detail);
  const field = { path: 'to', code: 'no_reviewer', message: 'Carla can’t review' };
  expect(translateFieldError(field)).toEqual(field);
});

test('in other languages a refusal is said by its code, and one that is unknown in English', () => {
  expect(refusalInWords({ code: 'last_super_admin', detail }, t)).toMatch(/^A workspace keeps .*first\.$/);
  expect(refusalInWords({ code: 'of_a_newer_server', detail }, t)).toBe(detail);
});

test('a lock is said with its time and owner, and a limit with its seconds', () => {
  const lock = { since: '1 March 2026', by: 'Carla Nunes' };
  expect(refusalInWords({ code: 'content_locked', detail, lock }, t)).toContain('since 1 March 2026, by Carla Nunes.');
  expect(refusalInWords({ code: 'content_locked', detail, lock: { ...lock, by: null } }, t)).toContain(
    'since 1 March 2026.',
  );
  expect(refusalInWords({ code: 'rate_limited', detail, seconds: 1 }, t)).toContain('in 1 second.');
  expect(refusalInWords({ code: 'rate_limited', detail, seconds: 12 }, t)).toContain('in 12 seconds.');
  expect(refusalInWords({ code: 'rate_limited', detail }, t)).toContain('Wait a minute');
});

test('an invalid request says which fields, also where one has no words in the language', () => {
  const errors = [
    { path: 'email', code: 'required', message: 'Required' },
    { path: 'title', code: 'custom', message: 'Must be a single line' },
    { path: 'due_on', code: 'day_past', message: 'Must not be in the past; today is 2026-03-01' },
    { path: 'role', code: 'invalid_value', message: 'Must be one of trainer' },
  ];
  expect(refusalInWords({ code: 'invalid_request', detail, errors: errors.slice(0, 2) }, t)).toMatch(
    /: email: This is required; title: Must be a single line$/,
  );
  expect(refusalInWords({ code: 'invalid_request', detail, errors }, t)).toMatch(
    /must not be in the past; and one more field$/,
  );
  expect(refusalInWords({ code: 'invalid_request', detail, errors: [] }, t)).toMatch(/^Something that was sent/);
  // Within an outcome, only the detail names the field.
  expect(refusalInWords({ code: 'invalid_request', detail }, t)).toBe(detail);
  expect(errors.map((field) => translateFieldError(field, t).isEnglish ?? false)).toEqual([false, true, false, false]);
});
