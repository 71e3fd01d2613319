import { expect, test } from 'vitest';
import { summarizeSaveStatus } from './summarize-save-status.ts';

const saved = { phase: 'saved' as const, savedAt: null };

test('of two sections the bar says what asks for something first, then what is under way, then when it was saved', () => {
  const at = new Date(2026, 0, 1, 10, 32).getTime();
  const later = { phase: 'saved' as const, savedAt: at };
  expect(summarizeSaveStatus(saved, saved, at)).toEqual({ words: '', trouble: null });
  expect(summarizeSaveStatus(saved, later, at + 59_000).words).toBe('Saved');
  expect(summarizeSaveStatus(saved, later, at + 61_000).words).toMatch(/^Saved at 10:32/);
  expect(summarizeSaveStatus({ ...later, phase: 'unsaved' }, later, at).words).toBe('Not saved yet…');
  expect(summarizeSaveStatus({ ...later, phase: 'unsaved' }, { ...later, phase: 'saving' }, at).words).toBe('Saving…');
  expect(summarizeSaveStatus({ ...saved, phase: 'saving' }, { ...saved, phase: 'failed' }, at)).toEqual({
    words: 'Not saved',
    trouble: 'quiz',
  });
  expect(summarizeSaveStatus({ ...saved, phase: 'conflict' }, { ...saved, phase: 'failed' }, at)).toEqual({
    words: 'Changed in two places',
    trouble: 'flashcards',
  });
});
