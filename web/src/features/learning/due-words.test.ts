import { expect, test } from 'vitest';
import { formatDay } from '../../lib/i18n/in-words.ts';
import { dueInWords } from './due-words.ts';

test('what is overdue was due on its last day, and not overdue on it', () => {
  const due = { due_on: '2026-03-12' };
  expect(dueInWords({ ...due, overdue: false }, '2026-03-12')).toBe('Due today');
  expect(dueInWords({ ...due, overdue: true }, '2026-03-13')).toBe(`Overdue, was due ${formatDay('2026-03-12')}`);
});
