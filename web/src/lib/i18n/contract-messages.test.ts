import { contractMessage as sayOfSchemas } from '@training/shared/messages';
import { Email, MomentInput, textSchema } from '@training/shared/primitives';
import { expect, test } from 'vitest';
import { contractMessage } from './contract-messages.ts';

test('schemas say in the console’s language what is wrong, each thing in a whole sentence', () => {
  expect(sayOfSchemas).toBe(contractMessage);
  const messageOf = ({ error }: { error?: { issues: { message: string }[] } | undefined }) => error?.issues[0]?.message;
  expect(messageOf(Email.safeParse('Ana Souza'))).toBe('Must be an e-mail address without spaces or accented letters');
  expect(messageOf(Email.safeParse('ana'))).toBe('Must be an e-mail address');
  expect(messageOf(textSchema(1, 2_000).safeParse('a'.repeat(2_001)))).toBe('Must have at most 2,000 characters');
  expect(messageOf(textSchema(1, 9).safeParse(null))).toBe('Must be text, not null');
  expect(messageOf(MomentInput.safeParse('soon'))).toBe(
    'Must be a date, such as 2026-01-31, or a UTC time, such as 2026-01-31T08:30:00Z',
  );
  expect(messageOf(MomentInput.safeParse(12))).toBe('Must be text');
  expect(messageOf(MomentInput.safeParse(undefined))).toBe('Required');
});
