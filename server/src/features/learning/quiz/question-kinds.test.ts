import type { Question } from '@training/shared/courses/courses';
import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { arrangeDrawnQuestions } from './draw.ts';

const server = await startTestServer();
const { make } = server;

const asked = (prompt: string) => ({ id: newId(), prompt, explanation: '' });
const STEPS = ['Stop', 'Look', 'Turn off', 'Leave'];
const SIGNS = { options: ['Red', 'Blue', 'Green'], matches: ['Forbidden', 'Mandatory', 'Exit', 'Unknown'] };

/** A learner who has begun a quiz. */
async function begun(questions: Question[], settings: { passScore?: number } = {}) {
  const workspace = await make.workspace();
  const course = await make.course(workspace, { published: true });
  const module = await make.module(workspace, course.id, { status: 'published', cards: [], questions, ...settings });
  const { learning } = await server.as('learner', workspace);
  const { modules } = await server.as('content_manager', workspace);
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const attempt = await learning.beginAttempt.mutate({ enrollment_id });
  const answer = (question: Question, response: ImmediatelyGradedAnswer) =>
    learning.answer.mutate({ attempt_id: attempt.id, question_id: question.id, response });
  return { learning, modules, workspace, module, enrollment_id, attempt, answer };
}

// rules/learning 9
test('an order, matches and a number are asked without their solution, answered as shown, and proved as written', async () => {
  const order: Question = { ...asked('Order?'), kind: 'ordering', options: STEPS };
  const match: Question = { ...asked('Match?'), kind: 'matching', ...SIGNS, partial_credit: true };
  const number: Question = { ...asked('Load?'), kind: 'number', value: 1.5, units: ['t'], topic: 'Loads' };
  const { topic, ...hashed } = number;
  const { attempt, answer, learning, module, enrollment_id } = await begun([order, match, number], { passScore: 0.5 });
  const shown = (question: Question) => attempt.asked.find(({ id }) => id === question.id)!;
  expect(shown(order).options).not.toEqual(STEPS);
  expect(shown(order).options.toSorted()).toEqual(STEPS.toSorted());
  expect(shown(match).matches?.toSorted()).toEqual(SIGNS.matches.toSorted());
  expect(shown(number)).toMatchObject({ options: [] });
  expect(JSON.stringify(shown(number))).not.toContain('1.5');

  await refused(answer(order, { kind: 'ordering', order: [0, 1, 2, 2] }), 400, 'invalid_request');
  const right = STEPS.map((step) => shown(order).options.indexOf(step));
  const given = await answer(order, { kind: 'ordering', order: right });
  expect(given.answer).toMatchObject({ right: true, score: 1, response: { order: right } });
  expect(await answer(order, { kind: 'ordering', order: right })).toMatchObject({ answer: { right: true } });

  // Two of three: the first two options as they are shown.
  const place = (sign: string) => shown(match).matches!.indexOf(SIGNS.matches[SIGNS.options.indexOf(sign)]!);
  const unknown = shown(match).matches!.indexOf('Unknown');
  const matches = shown(match).options.map((sign) => (sign === 'Red' ? unknown : place(sign)));
  const partly = await answer(match, { kind: 'matching', matches });
  expect(partly.answer).toMatchObject({ right: false, score: 0.6667, response: { kind: 'matching', matches } });

  const last = await answer(number, { kind: 'number', text: '1.5 t' });
  expect(last.attempt).toMatchObject({ state: 'passed', score: 0.8889 });
  const solved = (await learning.open.query({ module_id: module.id })).attempt!.answers;
  expect(solved.find(({ question_id }) => question_id === match.id)?.solution).toEqual({
    kind: 'matching',
    matches: shown(match).options.map(place),
  });
  expect(solved.find(({ question_id }) => question_id === order.id)?.solution).toEqual({
    kind: 'ordering',
    order: right,
  });

  const { rows } = await server.db.pool.query<{ evidence: string }>(
    'select evidence from completion_evidence where enrollment_id = $1',
    [enrollment_id],
  );
  expect(JSON.parse(rows[0]!.evidence).attempt.answers).toMatchObject([
    { question: order, topic: null, response: { kind: 'ordering', order: [0, 1, 2, 3] }, score: 1 },
    { question: match, response: { kind: 'matching', matches: [3, 1, 2] }, score: 0.6667 },
    { question: hashed, topic, response: { kind: 'number', text: '1.5 t' } },
  ]);
});

test('no draw shows an order or all matches as they are right', () => {
  const [options, small] = [
    ['A', 'B', 'C'],
    ['a', 'b', 'c'],
  ];
  const order = { ...asked('Order?'), kind: 'ordering' as const, options };
  const match = { ...asked('Match?'), kind: 'matching' as const, options, matches: small };
  for (const draw of [null, ...Array.from({ length: 50 }, (_, n) => `${n}`)]) {
    const shown = arrangeDrawnQuestions(draw, [order, match], null);
    expect(shown.find(({ id }) => id === order.id)?.options).not.toEqual(options);
    const pairs = shown.find(({ id }) => id === match.id)!;
    expect(pairs.matches).not.toEqual(pairs.options.map((option) => option.toLowerCase()));
  }
});

// rules/learning 9
test('of two options, either order and either pairing are drawn, so that neither is always right', () => {
  const order = { id: 'a', prompt: '', kind: 'ordering' as const, options: ['A', 'B'] };
  const match = { id: 'b', prompt: '', kind: 'matching' as const, options: ['A', 'B'], matches: ['a', 'b'] };
  const draws = Array.from({ length: 200 }, (_, n) => arrangeDrawnQuestions(`${n}`, [order, match], null));
  const asRight = (id: string) =>
    draws.filter((shown) => {
      const { options, matches } = shown.find((question) => question.id === id)!;
      return (matches ?? ['a', 'b']).every((match, place) => match === options[place]?.toLowerCase());
    }).length;
  for (const id of ['a', 'b']) {
    expect(asRight(id)).toBeGreaterThan(70);
    expect(asRight(id)).toBeLessThan(130);
  }
});

// rules/courses-and-modules 3
test('what is live is read without the order or the matches that are right', async () => {
  const order: Question = { ...asked('Order?'), kind: 'ordering', options: STEPS };
  const match: Question = { ...asked('Match?'), kind: 'matching', ...SIGNS };
  const { modules, module } = await begun([order, match]);
  const live = await modules.live.query({ id: module.id });
  expect(live.questions).toMatchObject([
    { options: STEPS.toSorted() },
    { options: SIGNS.options.toSorted(), matches: SIGNS.matches.toSorted() },
  ]);
});

const area = (x: number, y: number) => ({ shape: 'rectangle' as const, x, y, width: 100, height: 100 });
const PICTURE = { at: 'prompt' as const, kind: 'picture' as const, digest: 'a'.repeat(64), alt: 'A control panel' };
/** Written with the right areas first, which are not the first ones of the picture. */
const PANEL = {
  kind: 'hotspot' as const,
  media: [PICTURE],
  options: ['Emergency stop', 'Key', 'Lamp', 'Horn'],
  areas: [area(500, 500), area(700, 100), area(100, 100), area(0, 900)],
};

// rules/learning 9
test('areas of a picture are asked in reading order, without what is right, and proved as written', async () => {
  const hotspot: Question = { ...asked('Which two stop it?'), ...PANEL, correct: [0, 1], partial_credit: true };
  const one: Question = { ...asked('Which one stops it?'), ...PANEL, correct: [0], partial_credit: true };
  const { attempt, answer, modules, module, enrollment_id, learning } = await begun([hotspot, one], { passScore: 0.5 });
  const shown = attempt.asked.find(({ id }) => id === hotspot.id)!;
  expect(shown).toMatchObject({
    options: ['Lamp', 'Key', 'Emergency stop', 'Horn'],
    areas: [area(100, 100), area(700, 100), area(500, 500), area(0, 900)],
    several: true,
    media: [PICTURE],
  });
  expect(attempt.asked.find(({ id }) => id === one.id)).not.toHaveProperty('several');
  expect(JSON.stringify(attempt.asked)).not.toContain('correct');
  const live = (await modules.live.query({ id: module.id })).questions;
  expect(live.map(({ areas }) => areas?.length)).toEqual([4, 4]);
  expect(JSON.stringify(live)).not.toContain('correct');

  await refused(answer(hotspot, { kind: 'hotspot', choices: [4] }), 400, 'invalid_request');
  await refused(answer(hotspot, { kind: 'multiple_choice', choices: [0] }), 400, 'invalid_request');
  const half = await answer(hotspot, { kind: 'hotspot', choices: [2] });
  expect(half.answer).toMatchObject({ right: false, score: 0.5, response: { kind: 'hotspot', choices: [2] } });
  // Of one area, several that are chosen are a guess, whatever the partial credit.
  expect((await answer(one, { kind: 'hotspot', choices: [0, 2] })).answer).toMatchObject({ score: 0 });

  const { id } = await learning.beginAttempt.mutate({ enrollment_id });
  await learning.answer.mutate({
    attempt_id: id,
    question_id: hotspot.id,
    response: { kind: 'hotspot', choices: [2, 1] },
  });
  const last = { attempt_id: id, question_id: one.id, response: { kind: 'hotspot' as const, choices: [2] } };
  expect(await learning.answer.mutate(last)).toMatchObject({ attempt: { state: 'passed', score: 1 } });
  const solved = (await learning.open.query({ module_id: module.id })).attempt!.answers;
  expect(solved.find(({ question_id }) => question_id === hotspot.id)?.solution).toEqual({
    kind: 'hotspot',
    correct: [1, 2],
  });
  const { rows } = await server.db.pool.query<{ evidence: string }>(
    'select evidence from completion_evidence where enrollment_id = $1',
    [enrollment_id],
  );
  const { answers } = JSON.parse(rows[0]!.evidence).attempt;
  expect(answers).toMatchObject([
    { question: hotspot, response: { kind: 'hotspot', choices: [0, 1] }, score: 1 },
    { question: one, response: { kind: 'hotspot', choices: [0] }, score: 1 },
  ]);
});
