import type { Question, NumberTolerance } from '@training/shared/courses/courses';
import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { scoreAnswerResponse as scoreIn } from './score-answer-response.ts';

const scoreResponse = (question: Question, response: ImmediatelyGradedAnswer) => scoreIn(question, response, 'en');

const asked = { id: newId(), prompt: 'Which?', explanation: '' };
const single: Question = { ...asked, kind: 'single_choice', options: ['A', 'B', 'C'], correct: 1 };
const multiple: Question = { ...asked, kind: 'multiple_choice', options: ['A', 'B', 'C'], correct: [0, 2] };
const written = (...accepted: string[]): Question => ({ ...asked, kind: 'short_text', accepted });
const says = (text: string): ImmediatelyGradedAnswer => ({ kind: 'short_text', text });

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

// rules/learning 9
test('with partial credit, wrong choices subtract, so that choosing all gains nothing', () => {
  const three: Question = { ...multiple, options: ['A', 'B', 'C', 'D', 'E'], correct: [0, 1, 2] };
  const score = (choices: number[], question: Question) =>
    scoreResponse(question, { kind: 'multiple_choice', choices });
  const lenient: Question = { ...three, partial_credit: true };
  const all = [[0, 1, 2], [0, 1], [0], [0, 1, 3], [0, 3], [3, 4], [0, 1, 2, 3, 4]];
  expect(all.map((choices) => score(choices, lenient))).toEqual([1, 0.6667, 0.3333, 0.1667, 0, 0, 0]);
  expect(all.map((choices) => score(choices, three))).toEqual([1, 0, 0, 0, 0, 0, 0]);
  const most: Question = { ...lenient, correct: [0, 1, 2, 3] };
  expect(all.map((choices) => score(choices, most))).toEqual([0.75, 0.5, 0.25, 0.75, 0.5, 0, 0]);
  const every: Question = { ...lenient, correct: [0, 1, 2, 3, 4] };
  expect(all.map((choices) => score(choices, every))).toEqual([0.6, 0.4, 0.2, 0.6, 0.4, 0.4, 1]);
});

test.each([
  ['harness', 'harnes', 1],
  ['harness', 'harnesss', 1],
  ['harness', 'hraness', 1],
  ['harness', 'hatness', 1],
  ['harness', 'hatnes', 0],
  ['harness', 'harness!!', 0],
  ['rope', 'ropes', 0],
  ['class 10', 'class 11', 0],
  ['valve Ⅳ', 'valves Ⅳ', 1],
  ['valve ½', 'valves ½', 0],
  ['A + B + C + D + E', 'A + B + C + D - E', 0],
  ['A + B + C + D + E', 'A + B + C + D + F', 1],
  ['if it', 'if is', 0],
  ['hard hat', 'har dhat', 0],
  ['hard hat', 'hardhat', 0],
  ['安全帽安全帽', '安全帽安全帯', 0],
  ['ヘルメット着', 'ヘルメッド着', 0],
  ['안전모를쓴다', '안전모를쓴가', 0],
  ['каска', 'кaска', 1],
  ['harness', '', 0],
])('a text that may have one typo: %j written as %j scores %i', (accepted, given, score) => {
  expect(scoreResponse({ ...asked, kind: 'short_text', accepted: [accepted], allow_typo: true }, says(given))).toBe(
    score,
  );
  expect(scoreResponse(written(accepted), says(given))).toBe(0);
});

test.each([
  ['café', 'Cafe'],
  ['Łódź', 'lodz'],
  ['smørbrød', 'smorbrod'],
  ['مُدَرِّب', 'مدرب'],
  ['naïve', 'naíve'],
])('accents may make no difference: %j is %j', (accepted, given) => {
  expect(scoreResponse({ ...asked, kind: 'short_text', accepted: [accepted], ignore_accents: true }, says(given))).toBe(
    1,
  );
  expect(scoreResponse(written(accepted), says(given))).toBe(0);
});

test('a long text is compared for a typo in no time', () => {
  const long = 'a'.repeat(2_000);
  const question: Question = { ...asked, kind: 'short_text', accepted: [long], allow_typo: true };
  expect(scoreResponse(question, says(`${long.slice(1)}b`))).toBe(1);
  expect(scoreResponse(question, says(`b${long.slice(2)}b`))).toBe(0);
});

test.each([
  ['en', '1,500.5 kg', 1],
  ['en', '1500.5kg', 1],
  ['de', '1.500,5 kg', 1],
  ['de', '1 500,5 kg', 1],
  ['de', '1500.5 kg', 1],
  ['ar', '١٬٥٠٠٫٥ kg', 1],
  ['en', '+1500.49 kg', 1],
  ['en', '1500.3 kg', 0],
  ['en', '−1500.5 kg', 0],
  ['en', '1500.5', 0],
  ['en', '1500.5 Kg', 0],
  ['en', '1500.5 kg or so', 0],
  ['en', '1,50,0.5 kg', 0],
  ['de', '1,500.5 kg', 0],
  ['en', 'kg', 0],
  ['en', '1500.5 kg 2', 0],
  ['en', `${'9'.repeat(309)} kg`, 0],
])('a number with its unit, in the language %s: %j scores %i', (language, text, score) => {
  const question: Question = {
    ...asked,
    kind: 'number',
    value: 1500.5,
    tolerance: { by: 'amount', of: 0.1 },
    units: ['kg', 'Kilo'],
  };
  expect(scoreIn(question, { kind: 'number', text }, language)).toBe(score);
});

// rules/learning 9
test.each([
  ['µm²', 'μm²', 0],
  ['\u212b', '\u00c5', 1],
  ['m\u00a0s', '3 m s', 1],
  ['kg–m', '3 kg-m', 1],
  ['5’', "3 5'", 0],
  ['l/١٠٠ km', '3 l/100 km', 1],
])('units that are written alike are one: %j, answered %j', (unit, text, score) => {
  const given = text.startsWith('3') ? text : `3 ${text}`;
  expect(scoreResponse({ ...asked, kind: 'number', value: 3, units: [unit] }, { kind: 'number', text: given })).toBe(
    score,
  );
});

test('a number is exact without a tolerance, which may be a percentage, and has no unit if none is listed', () => {
  const number = (value: number, of?: number): Question => ({
    ...asked,
    kind: 'number',
    value,
    units: [],
    ...(of !== undefined && { tolerance: { by: 'percent' as const, of } }),
  });
  const score = (question: Question, text: string) => scoreResponse(question, { kind: 'number', text });
  expect(['0.3', '0.30', '.3', '0.31', '0.3 m', '0.3.'].map((text) => score(number(0.3), text))).toEqual([
    1, 1, 1, 0, 0, 1,
  ]);
  expect(['-190', '-210', '-189', '-211', '200'].map((text) => score(number(-200, 5), text))).toEqual([1, 1, 0, 0, 0]);
});

// rules/learning 9
test('an exact number is no other, however large, and a tolerance ends where it says', () => {
  const number = (value: number, tolerance?: NumberTolerance): Question => ({
    ...asked,
    kind: 'number',
    value,
    units: [],
    ...(tolerance && { tolerance }),
  });
  const score = (question: Question, ...texts: string[]) =>
    texts.map((text) => scoreResponse(question, { kind: 'number', text }));
  expect(score(number(1e12), '1000000000000', '1,000,000,000,000.0', '1000000000001', '999999999999')).toEqual([
    1, 1, 0, 0,
  ]);
  expect(score(number(0.3, { by: 'amount', of: 0.1 }), '0.4', '0.2', '0.40000001')).toEqual([1, 1, 0]);
  expect(score(number(1e12, { by: 'amount', of: 1 }), '1000000000001', '1000000000002')).toEqual([1, 0]);
});

test.each([
  ['de', '0.500', 0.5],
  ['en', '0,500', 0.5],
  ['de', '0,500', 0.5],
  ['de', '1.500', 1500],
  ['de', '10.500', 10_500],
  ['de', '-0.500', -0.5],
])('a group of thousands can’t begin with 0: in the language %s, %j is %d', (language, text, value) => {
  expect(scoreIn({ ...asked, kind: 'number', value, units: [] }, { kind: 'number', text }, language)).toBe(1);
});

test('an order is right as a whole, and matches as a whole or in part', () => {
  const order: Question = { ...asked, kind: 'ordering', options: ['A', 'B', 'C'] };
  expect(
    [
      [0, 1, 2],
      [1, 0, 2],
    ].map((places) => scoreResponse(order, { kind: 'ordering', order: places })),
  ).toEqual([1, 0]);
  const match: Question = { ...asked, kind: 'matching', options: ['A', 'B', 'C'], matches: ['a', 'b', 'c', 'd'] };
  const given = [
    [0, 1, 2],
    [0, 2, 1],
    [3, 3, 3],
    [0, 0, 2],
    [1, 1, 1],
  ];
  const score = (question: Question) => given.map((matches) => scoreResponse(question, { kind: 'matching', matches }));
  expect(score(match)).toEqual([1, 0, 0, 0, 0]);
  expect(score({ ...match, partial_credit: true })).toEqual([1, 0.3333, 0, 0.3333, 0]);
});

test('an answer of another kind, and an option that is not there, are refused with what to send', () => {
  const refusals: [Question, ImmediatelyGradedAnswer, string][] = [
    [single, says('B'), 'response.kind'],
    [multiple, { kind: 'single_choice', choice: 0 }, 'response.kind'],
    [{ ...asked, kind: 'spoken', rubric: ['It'] }, says('It'), 'response.kind'],
    [single, { kind: 'single_choice', choice: 3 }, 'response.choice'],
    [multiple, { kind: 'multiple_choice', choices: [0, 9] }, 'response.choices'],
    [{ ...asked, kind: 'ordering', options: ['A', 'B'] }, { kind: 'ordering', order: [0, 0] }, 'response.order'],
    [{ ...asked, kind: 'ordering', options: ['A', 'B', 'C'] }, { kind: 'ordering', order: [0, 1] }, 'response.order'],
    [
      { ...asked, kind: 'matching', options: ['A', 'B'], matches: ['a', 'b'] },
      { kind: 'matching', matches: [0, 2] },
      'response.matches',
    ],
    [
      { ...asked, kind: 'matching', options: ['A', 'B'], matches: ['a', 'b'] },
      { kind: 'matching', matches: [0, 1, 1] },
      'response.matches',
    ],
  ];
  for (const [question, response, path] of refusals) {
    const refusal = expect.objectContaining({ code: 'invalid_request', fields: [expect.objectContaining({ path })] });
    expect(() => scoreResponse(question, response)).toThrow(refusal);
  }
});
