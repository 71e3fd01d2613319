import type { Question } from '@training/shared/courses/courses';
import type { ChoiceOrText } from '@training/shared/learning/attempts';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { scoreResponse } from './score-response.ts';

const asked = { id: newId(), prompt: 'Which?', explanation: '' };
const single: Question = { ...asked, kind: 'single_choice', options: ['A', 'B', 'C'], correct: 1 };
const multiple: Question = { ...asked, kind: 'multiple_choice', options: ['A', 'B', 'C'], correct: [0, 2] };
const written = (...accepted: string[]): Question => ({ ...asked, kind: 'short_text', accepted });
const says = (text: string): ChoiceOrText => ({ kind: 'short_text', text });

test('one option is right, and of several all that are right and no other', () => {
  expect([0, 1, 2].map((choice) => scoreResponse(single, { kind: 'single_choice', choice }))).toEqual([0, 1, 0]);
  const chosen = [[0, 2], [2, 0], [0], [0, 1, 2], [1]];
  expect(chosen.map((choices) => scoreResponse(multiple, { kind: 'multiple_choice', choices }))).toEqual([
    1, 1, 0, 0, 0,
  ]);
});

test.each([
  ['  Hard \t hat\n', 'hard hat'],
  ['ＨＡＲＤ　ｈａｔ', 'hard hat'],
  ['STRASSE', 'Straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['cafe\u0301', 'CAFÉ'],
  ['ﬁre', 'Fire'],
])('what is written as %j is the same as %j', (given, accepted) => {
  expect(scoreResponse(written('other', accepted), says(given))).toBe(1);
});

test.each([
  ['hardhat', 'hard hat'],
  ['hard hats', 'hard hat'],
  ['cafe', 'café'],
])('what is written as %j is not %j', (given, accepted) => {
  expect(scoreResponse(written(accepted), says(given))).toBe(0);
});

test('an answer of another kind, and an option that is not there, are refused with what to send', () => {
  const refusals: [Question, ChoiceOrText, string][] = [
    [single, says('B'), 'response.kind'],
    [multiple, { kind: 'single_choice', choice: 0 }, 'response.kind'],
    [{ ...asked, kind: 'spoken', rubric: ['It'] }, says('It'), 'response.kind'],
    [single, { kind: 'single_choice', choice: 3 }, 'response.choice'],
    [multiple, { kind: 'multiple_choice', choices: [0, 9] }, 'response.choices'],
  ];
  for (const [question, response, path] of refusals) {
    const refusal = expect.objectContaining({ code: 'invalid_request', fields: [expect.objectContaining({ path })] });
    expect(() => scoreResponse(question, response)).toThrow(refusal);
  }
});
