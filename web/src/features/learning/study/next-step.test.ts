import { expect, test } from 'vitest';
import { quizStep, waitsFor } from './next-step.ts';

const waiting = (...states: ('transcribing' | 'grading' | 'trainer' | 'graded')[]) => ({
  state: 'waiting' as const,
  answers: states.map((state) => ({ state })),
});
const ended = (state: 'open' | 'passed' | 'failed') => ({ state, answers: [] });

test('an answer that its learner can still check is the learner’s turn, also beside others that are being graded', () => {
  expect(waitsFor({ attempt: waiting('trainer', 'transcribing') })).toBe('learner');
  expect(waitsFor({ attempt: waiting('trainer', 'graded') })).toBe('others');
  expect(waitsFor({ attempt: ended('failed') })).toBeNull();
  expect(waitsFor({ attempt: null })).toBeNull();
});

test.each([
  ['nothing was begun', null, 3, { label: 'Go to quiz', isNext: true }],
  ['an attempt is open', ended('open'), 2, { label: 'Continue quiz', isNext: true }],
  ['a transcript waits for its learner', waiting('transcribing'), 2, { label: 'Check your answers', isNext: true }],
  ['an answer is being graded', waiting('grading'), 2, { label: 'Your answers', isNext: false }],
  ['it failed', ended('failed'), 2, { label: 'Go to quiz', isNext: true }],
  ['the last attempt failed', ended('failed'), 0, { label: 'See result', isNext: false }],
  ['it passed', ended('passed'), 2, { label: 'See result', isNext: false }],
] as const)('the button to the quiz where %s', (_, attempt, attempts_left, step) => {
  expect(quizStep({ attempt, attempts_left, isDone: false })).toEqual(step);
});
