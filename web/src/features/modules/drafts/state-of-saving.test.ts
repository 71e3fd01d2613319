import { expect, test } from 'vitest';
import { stateOfSaving } from './state-of-saving.ts';

const saved = { phase: 'saved' as const, savedAt: null };

test('of two sections the bar says what asks for something first, then what is under way, then when it was saved', () => {
  const at = new Date(2026, 0, 1, 10, 32).getTime();
  const later = { phase: 'saved' as const, savedAt: at };
  expect(stateOfSaving(saved, saved, at)).toEqual({ words: '', trouble: null });
  expect(stateOfSaving(saved, later, at + 59_000).words).toBe('Saved');
  expect(stateOfSaving(saved, later, at + 61_000).words).toMatch(/^Saved at 10:32/);
  expect(stateOfSaving({ ...later, phase: 'unsaved' }, later, at).words).toBe('Not saved yet…');
  expect(stateOfSaving({ ...later, phase: 'unsaved' }, { ...later, phase: 'saving' }, at).words).toBe('Saving…');
  expect(stateOfSaving({ ...saved, phase: 'saving' }, { ...saved, phase: 'failed' }, at)).toEqual({
    words: 'Not saved',
    trouble: 'quiz',
  });
  expect(stateOfSaving({ ...saved, phase: 'conflict' }, { ...saved, phase: 'failed' }, at)).toEqual({
    words: 'Changed in two places',
    trouble: 'flashcards',
  });
});
