import type { Question } from '@training/shared/courses/courses';
import type { ScormModule } from '@training/shared/courses/scorm';
import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import { expect, test } from 'vitest';
import { toConsoleAttempt, startNextAttempt, type PlayerAttempt } from './attempt.ts';
import {
  type PlayerProgress,
  parseSuspendData,
  findContentInLanguage,
  lessonStatusOf,
  toSuspendData,
} from './progress.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const text = (n: number, topic?: string): Question => ({
  id: id(n),
  kind: 'short_text',
  prompt: `${n}?`,
  explanation: '',
  accepted: ['yes'],
  ...(topic && { topic }),
});

function moduleOf(questions: Question[], changes: Partial<ScormModule> = {}): ScormModule {
  const cards = [501, 502].map((n) => ({ id: id(n), front: 'Front', back: 'Back' }));
  return {
    revision: 1,
    pass_score: 0.8,
    max_attempts: 3,
    show_solutions: 'at_end',
    questions_per_attempt: null,
    topic_scores: [],
    languages: [{ code: 'en', title: 'Brakes', cards, questions, untranslated: [] }],
    media: {},
    ...changes,
  };
}

const answered = (
  round: PlayerAttempt,
  answers: [string, ImmediatelyGradedAnswer | null, number][],
): PlayerAttempt => ({
  ...round,
  answers: new Map(answers.map(([question, response, score]) => [question, { response, score }])),
});

const ALL = new Set([id(501), id(502)]);
const at = (changes: Partial<PlayerProgress>): PlayerProgress => ({
  language: 'en',
  seen: new Set(),
  round: null,
  best: null,
  ...changes,
});

/** All questions of a round, answered with a score. */
const scored = (module: ScormModule, round: PlayerAttempt, score: number) =>
  answered(
    round,
    toConsoleAttempt(module, round, findContentInLanguage(module, 'en')).asked.map((asked) => [asked.id, null, score]),
  );

// rules/courses-and-modules 21
test('what is suspended is resumed, with answers of every kind and the same questions', () => {
  const options = ['a', 'b', 'c'];
  const asked = (n: number) => ({ id: id(n), prompt: `${n}?`, explanation: '' });
  const questions: Question[] = [
    { ...asked(1), kind: 'single_choice', options, correct: 0 },
    { ...asked(2), kind: 'multiple_choice', options, correct: [0, 1] },
    text(3),
    { ...asked(4), kind: 'number', value: 1, units: [] },
    { ...asked(5), kind: 'ordering', options },
    { ...asked(6), kind: 'matching', options, matches: options },
    {
      ...asked(8),
      kind: 'hotspot',
      options: ['Right', 'Left'],
      areas: [50, 10].map((x) => ({ shape: 'rectangle' as const, x, y: 10, width: 20, height: 20 })),
      correct: [0],
    },
    text(7),
  ];
  const module = moduleOf(questions, { questions_per_attempt: 7 });
  const round = answered(startNextAttempt(module, startNextAttempt(module, null)), [
    [id(1), { kind: 'single_choice', choice: 2 }, 0],
    [id(2), { kind: 'multiple_choice', choices: [0, 2] }, 0.5],
    [id(3), { kind: 'short_text', text: '“نعم”' }, 0],
    [id(4), { kind: 'number', text: '1' }, 1],
    [id(5), { kind: 'ordering', order: [2, 0, 1] }, 0],
    [id(6), { kind: 'matching', matches: [0, 1, 2] }, 1],
    [id(8), { kind: 'hotspot', choices: [1] }, 1],
  ]);
  const progress = at({ seen: new Set([id(502)]), round, best: 0.25 });
  const resumed = parseSuspendData(module, toSuspendData(module, progress));
  expect(resumed).toEqual(progress);
  const shown = findContentInLanguage(module, 'en');
  expect(toConsoleAttempt(module, resumed!.round!, shown).asked).toEqual(toConsoleAttempt(module, round, shown).asked);
  expect(parseSuspendData({ ...module, revision: 2 }, toSuspendData(module, progress))).toBeNull();
  for (const broken of ['', '{', '[]', '{"v":1,"r":1,"s":5,"a":[[99,1],"x"]}'])
    expect(() => parseSuspendData(module, broken)).not.toThrow();
});

// rules/courses-and-modules 21
test('the longest quiz with the longest answers fits into 4,096 characters, and keeps each score', () => {
  const module = moduleOf(Array.from({ length: 200 }, (_, n) => text(n)));
  const round = answered(
    { ...startNextAttempt(module, null), asked: Array.from({ length: 200 }, () => 99) },
    Array.from({ length: 200 }, (_, n) => [id(n), { kind: 'short_text', text: 'x'.repeat(2_000) }, 0.3333]),
  );
  const suspended = toSuspendData(module, at({ round }));
  expect(suspended.length).toBeLessThanOrEqual(4_096);
  const { answers } = parseSuspendData(module, suspended)!.round!;
  expect([...answers.values()].every(({ score }) => score === 0.3333)).toBe(true);
  expect(answers.size).toBe(200);
});

// rules/courses-and-modules 21
test('a module is passed with all cards and a passed attempt, and fails with its best score', () => {
  const module = moduleOf([text(1, 'Safety'), text(2)], { pass_score: 0.5 });
  const begun = startNextAttempt(module, null);
  expect(lessonStatusOf(module, at({ seen: ALL, round: begun }))).toEqual({ status: 'incomplete', score: null });
  const passed = scored(module, begun, 1);
  expect(lessonStatusOf(module, at({ round: passed }))).toEqual({ status: 'incomplete', score: null });
  expect(lessonStatusOf(module, at({ seen: ALL, round: passed }))).toEqual({ status: 'passed', score: 1 });
  expect(lessonStatusOf(module, at({ seen: ALL, round: startNextAttempt(module, begun), best: 0.4 }))).toEqual({
    status: 'failed',
    score: 0.4,
  });
  const strict = { ...module, topic_scores: [{ topic: 'Safety', pass_score: 1 }] };
  const half = answered(begun, [
    [id(1), null, 0],
    [id(2), null, 1],
  ]);
  expect(toConsoleAttempt(module, half, findContentInLanguage(module, 'en')).state).toBe('passed');
  expect(toConsoleAttempt(strict, half, findContentInLanguage(strict, 'en'))).toMatchObject({
    state: 'failed',
    score: 0.5,
  });
  const cards = moduleOf([]);
  expect(lessonStatusOf(cards, at({ seen: ALL }))).toEqual({ status: 'completed', score: null });
});

// rules/courses-and-modules 21
test('another attempt draws what was asked least often, each topic in proportion, and solutions come at the end', () => {
  const questions = [1, 2, 3, 4].map((n) => text(n, 'Safety')).concat([5, 6, 7, 8].map((n) => text(n)));
  const module = moduleOf(questions, { questions_per_attempt: 4, max_attempts: 2 });
  const [first, shown] = [startNextAttempt(module, null), findContentInLanguage(module, 'en')];
  const second = startNextAttempt(module, first);
  const [before, after] = [first, second].map((round) =>
    toConsoleAttempt(module, round, shown).asked.map((asked) => asked.id),
  );
  expect(new Set([...before!, ...after!]).size).toBe(8);
  const ofSafety = (asked: string[]) => asked.filter((each) => each <= id(4)).length;
  expect([ofSafety(before!), ofSafety(after!)]).toEqual([2, 2]);
  const solutions = (round: PlayerAttempt) =>
    toConsoleAttempt(module, scored(module, round, 0), shown).answers.map(({ solution }) => solution?.kind ?? null);
  expect(new Set(solutions(first))).toEqual(new Set([null]));
  expect(new Set(solutions(second))).toEqual(new Set(['short_text']));
});
