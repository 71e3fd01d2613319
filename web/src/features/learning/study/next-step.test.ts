import { expect, test } from 'vitest';
import { waitingCycleInWords } from '../due-words.ts';
import { findNextStudyStep, quizLinkLabelOf, whoAttemptWaitsFor } from './next-step.ts';

const waiting = (...states: ('transcribing' | 'grading' | 'trainer' | 'graded')[]) => ({
  state: 'waiting' as const,
  answers: states.map((state) => ({ state })),
});
const ended = (state: 'open' | 'passed' | 'failed') => ({ state, answers: [] });
const seen = [{ seen: true }];
const begun = {
  status: 'in_progress' as const,
  completed_at: null,
  started_at: '2026-11-01T10:00:00.000Z',
  attested: null,
};

test('an answer that its learner can still check is the learner’s turn, also beside others that are being graded', () => {
  expect(whoAttemptWaitsFor({ attempt: waiting('trainer', 'transcribing') })).toBe('learner');
  expect(whoAttemptWaitsFor({ attempt: waiting('trainer', 'graded') })).toBe('others');
  expect(whoAttemptWaitsFor({ attempt: ended('failed') })).toBeNull();
  expect(whoAttemptWaitsFor({ attempt: null })).toBeNull();
});

test('lists call an answer to check the learner’s turn, and only others graded', () => {
  expect(waitingCycleInWords({ to_check: 1 })).toBe('Your turn');
  expect(waitingCycleInWords({ to_check: 0 })).toBe('Being graded');
});

test('an answer to check comes before cards and questions that are left', () => {
  const attempt = { ...waiting('transcribing'), state: 'open' as const };
  expect(findNextStudyStep({ cycle: begun, cards: [{ seen: false }], attempt, attempts_left: 2 })).toEqual({
    label: 'Check your answer',
    to: 'quiz',
  });
});

test('a quiz that was begun goes on before cards that are left', () => {
  const attempt = ended('open');
  expect(findNextStudyStep({ cycle: begun, cards: [{ seen: false }], attempt, attempts_left: 2 })).toMatchObject({
    to: 'quiz',
  });
});

test('a module starts with its start, goes on with unseen cards, and needs nothing once it is completed', () => {
  const cards = [{ seen: true }, { seen: false }];
  expect(findNextStudyStep({ cycle: null, cards, attempt: null, attempts_left: 3 })).toMatchObject({ to: 'start' });
  expect(findNextStudyStep({ cycle: begun, cards, attempt: ended('passed'), attempts_left: 2 })).toMatchObject({
    to: 'cards',
  });
  const done = {
    status: 'completed' as const,
    completed_at: '2026-11-03T10:00:00.000Z',
    started_at: null,
    attested: null,
  };
  expect(findNextStudyStep({ cycle: done, cards, attempt: ended('passed'), attempts_left: 2 })).toBeNull();
});

test.each([
  ['nothing was begun', null, 3, 'Continue', 'Go to quiz'],
  ['an attempt is open', ended('open'), 2, 'Continue', 'Go to quiz'],
  ['a transcript waits for its learner', waiting('transcribing'), 2, 'Check your answer', 'Your answers'],
  ['an answer is being graded', waiting('grading'), 2, undefined, 'Your answers'],
  ['it failed', ended('failed'), 2, 'Continue', 'See result'],
  ['the last attempt failed', ended('failed'), 0, undefined, 'See result'],
  ['it passed', ended('passed'), 2, undefined, 'See result'],
] as const)('the way to the quiz where all cards are seen and %s', (_, attempt, attempts_left, label, other) => {
  expect(findNextStudyStep({ cycle: begun, cards: seen, attempt, attempts_left })?.label).toBe(label);
  expect(quizLinkLabelOf({ attempt })).toBe(other);
});
