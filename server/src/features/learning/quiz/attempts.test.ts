import type { SolutionVisibility, Question } from '@training/shared/courses/courses';
import type { Attempt } from '@training/shared/learning/attempts';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { refused } from '../../reviews/reviews-fixture.ts';

const server = await startTestServer();
const { make } = server;
const twin = await startTestServer({ databaseUrl: server.databaseUrl });
const { pool } = server.db;

const OPTIONS = ['Right', 'Wrong', 'Also wrong', 'No', 'Never', 'Hardly'];

const asked = (n: number): Question => ({
  id: newId(),
  kind: 'single_choice',
  prompt: `Question ${n}`,
  options: OPTIONS,
  correct: 0,
  explanation: `Because ${n}`,
});

/** A learner before a quiz of so many questions of six options, with a module of these settings. */
async function before({
  questions = 1,
  ...settings
}: { questions?: number; maxAttempts?: number; showSolutions?: SolutionVisibility } = {}) {
  const workspace = await make.workspace();
  const course = await make.course(workspace, { published: true });
  const content = { cards: [], questions: Array.from({ length: questions }, (_, n) => asked(n)) };
  const { id: module_id } = await make.module(workspace, course.id, { status: 'published', ...content, ...settings });
  const { learning } = await server.as('learner', workspace);
  const { enrollment_id } = await learning.start.mutate({ module_id });
  const begin = () => learning.beginAttempt.mutate({ enrollment_id });
  /** Answers a question by the words of an option, wherever the attempt shows it. */
  const answer = ({ id: attempt_id, asked: shown }: Attempt, at: number, words: string) => {
    const { id: question_id, options } = shown[at]!;
    const response = { kind: 'single_choice' as const, choice: options.indexOf(words) };
    return learning.answer.mutate({ attempt_id, question_id, response });
  };
  const fail = async () => {
    const attempt = await begin();
    let last = await answer(attempt, 0, 'Wrong');
    for (let at = 1; at < questions; at++) last = await answer(attempt, at, 'Wrong');
    return { attempt, last };
  };
  return { workspace, course, learning, module_id, enrollment_id, begin, answer, fail, content };
}

const order = (attempt: Attempt) => attempt.asked.map(({ prompt, options }) => [prompt, ...options].join());

// rules/learning 9
test('each attempt draws the order of its questions and options, which stays while it lasts', async () => {
  const { fail, begin, learning, module_id, answer, content } = await before({ questions: 12, maxAttempts: 5 });
  const first = await begin();
  expect(await begin()).toEqual(first);
  const resumed = await learning.open.query({ module_id });
  expect(order(resumed.attempt!)).toEqual(order(first));
  expect(resumed.questions).toEqual(first.asked);
  const written = content.questions.map(({ prompt }) => [prompt, ...OPTIONS].join());
  expect(order(first)).not.toEqual(written);
  expect(
    order(first)
      .map((each) => each.split(',').toSorted().join())
      .toSorted(),
  ).toEqual(written.map((each) => each.split(',').toSorted().join()).toSorted());
  await answer(first, 0, 'Right');
  const { attempt } = await learning.open.query({ module_id });
  expect(attempt!.answers).toMatchObject([{ question_id: first.asked[0]!.id, right: true }]);
  expect(attempt!.answers[0]!.response).toEqual({
    kind: 'single_choice',
    choice: first.asked[0]!.options.indexOf('Right'),
  });
  for (let at = 1; at < 12; at++) await answer(first, at, 'Wrong');
  // The next draw is told once it begins, not before.
  expect((await learning.open.query({ module_id })).questions).toEqual([]);
  const second = await begin();
  expect(order(second)).not.toEqual(order(first));
  expect(order((await learning.attempt.query({ attempt_id: first.id })).attempt)).toEqual(order(first));
  void fail;
});

test('the same answer again is the same, by the place in which the attempt shows it, and no place beyond is taken', async () => {
  const { begin, answer, learning } = await before({ questions: 2 });
  const attempt = await begin();
  const first = await answer(attempt, 0, 'No');
  expect(await answer(attempt, 0, 'No')).toEqual(first);
  await refused(answer(attempt, 0, 'Right'), 409, 'answered_already');
  const { id: question_id } = attempt.asked[1]!;
  const response = { kind: 'single_choice' as const, choice: OPTIONS.length };
  await refused(learning.answer.mutate({ attempt_id: attempt.id, question_id, response }), 400, 'invalid_request');
});

// rules/learning 9
test('three attempts are given, then none until a trainer opens more', async () => {
  const { fail, begin, learning, module_id, enrollment_id } = await before();
  expect(await learning.open.query({ module_id })).toMatchObject({ attempts_allowed: 3, attempts_left: 3 });
  await fail();
  await fail();
  expect(await learning.open.query({ module_id })).toMatchObject({ attempts_left: 1 });
  const third = await begin();
  // One that is under way is gone on with.
  expect((await begin()).id).toBe(third.id);
  expect(await learning.open.query({ module_id })).toMatchObject({ attempts_left: 0 });
  await fail();
  const tabs = await Promise.allSettled([begin(), begin()]);
  for (const tab of tabs) {
    expect(tab).toMatchObject({ reason: { data: { httpStatus: 409, app_code: 'no_attempts_left' } } });
  }
  const { rows } = await pool.query('select out_of_attempts from enrollments where id = $1', [enrollment_id]);
  expect(rows).toEqual([{ out_of_attempts: true }]);
});

test(
  'of attempts that are begun at once, by two instances, no more are given than are left',
  { tags: ['deep'] },
  async () => {
    const { workspace, fail, enrollment_id } = await before({ maxAttempts: 2 });
    await fail();
    const { rows } = await pool.query<{ email: string }>('select email from users where workspace_id = $1', [
      workspace.id,
    ]);
    const headers = { cookie: await server.signIn(rows[0]!.email), 'x-workspace': workspace.slug };
    const both = [server, twin].map((each) => each.client(headers).learning);
    const begun = await Promise.allSettled(
      [...both, ...both].map(({ beginAttempt }) => beginAttempt.mutate({ enrollment_id })),
    );
    const ids = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    await pool.query(`update attempts set state = 'failed', ended_at = now(), score = 0 where id = $1`, [ids[0]]);
    await refused(both[0]!.beginAttempt.mutate({ enrollment_id }), 409, 'no_attempts_left');
  },
);

// rules/learning 9
test('solutions are withheld while an attempt can be repeated; explanations are not', async () => {
  const { fail, learning, module_id } = await before({ maxAttempts: 2 });
  const { last, attempt } = await fail();
  expect(last.answer).toMatchObject({ right: false, explanation: 'Because 0', solution: null });
  expect((await learning.open.query({ module_id })).attempt?.answers).toMatchObject([{ solution: null }]);
  expect((await learning.attempt.query({ attempt_id: attempt.id })).attempt.answers).toMatchObject([
    { solution: null },
  ]);
  const second = await fail();
  const { options } = second.attempt.asked[0]!;
  const solution = { kind: 'single_choice', correct: options.indexOf('Right') };
  expect(second.last.answer.solution).toEqual(solution);
  expect((await learning.open.query({ module_id })).attempt?.answers).toMatchObject([{ solution }]);
});

test('whoever has passed is shown the solutions of all attempts', async () => {
  const { fail, begin, answer, learning } = await before({ questions: 2 });
  const { attempt } = await fail();
  const second = await begin();
  expect((await answer(second, 0, 'Right')).answer.solution).toBeNull();
  expect((await answer(second, 1, 'Right')).answer.solution).not.toBeNull();
  const failed = (await learning.attempt.query({ attempt_id: attempt.id })).attempt;
  for (const { solution } of failed.answers) expect(solution).not.toBeNull();
});

test.each([
  ['with each answer', 'with_answer', false],
  ['never', 'never', true],
] as const)('a module may show solutions %s', async (_, showSolutions, isWithheld) => {
  const { begin, answer, learning, module_id } = await before({ showSolutions });
  const attempt = await begin();
  const { answer: given } = await answer(attempt, 0, 'Right');
  expect(given.solution === null).toBe(isWithheld);
  const opened = await learning.open.query({ module_id });
  expect(opened).toMatchObject({ show_solutions: showSolutions, cycle: { status: 'completed' } });
  expect(opened.attempt?.answers[0]?.solution === null).toBe(isWithheld);
});

test('each cycle has its own attempts', async () => {
  const { fail, learning, module_id, enrollment_id } = await before({ maxAttempts: 1 });
  await fail();
  await pool.query('update enrollments set waived_at = now() where id = $1', [enrollment_id]);
  const next = await learning.start.mutate({ module_id });
  expect(await learning.open.query({ module_id })).toMatchObject({ attempts_allowed: 1, attempts_left: 1 });
  expect(await learning.beginAttempt.mutate({ enrollment_id: next.enrollment_id })).toMatchObject({ number: 1 });
});

test('an attempt of before orders were drawn shows everything as it was written', async () => {
  const { begin, answer, learning, module_id, content } = await before({ questions: 4 });
  const { id } = await begin();
  await pool.query('update attempts set draw = null where id = $1', [id]);
  const attempt = await begin();
  expect(order(attempt)).toEqual(content.questions.map(({ prompt }) => [prompt, ...OPTIONS].join()));
  expect((await learning.open.query({ module_id })).questions).toEqual(attempt.asked);
  expect((await answer(attempt, 0, 'Right')).answer).toMatchObject({ right: true, response: { choice: 0 } });
});

// rules/learning 9
test('after an excuse, solutions of the closed cycle are hidden while the next one can have attempts', async () => {
  const { workspace, learning, module_id, enrollment_id, fail } = await before({ maxAttempts: 1 });
  const admin = await server.as('super_admin', workspace);
  const { attempt, last } = await fail();
  expect(last.answer.solution).not.toBeNull();
  const solution = async () => {
    const read = await learning.attempt.query({ attempt_id: attempt.id });
    return read.attempt.answers[0]!.solution;
  };
  await pool.query(`update enrollments set source = 'assignment' where id = $1`, [enrollment_id]);
  await admin.assignments.waive.mutate({ enrollment_id, reason: 'On leave' });
  expect(await solution()).toBeNull();
  const next = await learning.start.mutate({ module_id });
  expect(next.enrollment_id).not.toBe(enrollment_id);
  expect(await solution()).toBeNull();
  const { id } = await learning.beginAttempt.mutate({ enrollment_id: next.enrollment_id });
  expect(id).not.toBe(attempt.id);
  expect(await solution()).toBeNull();
});

// rules/learning 9
test('a withdrawn cycle is shown with the attempts that it has left, and keeps its solutions', async () => {
  const { learning, module_id, enrollment_id, fail, begin } = await before({ maxAttempts: 1 });
  const { attempt } = await fail();
  await pool.query(`update enrollments set is_current = false, withdrawn_at = now() where id = $1`, [enrollment_id]);
  const left = { attempts_allowed: 1, attempts_left: 0 };
  expect(await learning.open.query({ module_id })).toMatchObject({ cycle: null, ...left });
  const read = await learning.attempt.query({ attempt_id: attempt.id });
  expect(read.attempt.answers[0]!.solution).not.toBeNull();
  expect(await learning.start.mutate({ module_id })).toMatchObject({ enrollment_id });
  expect(await learning.open.query({ module_id })).toMatchObject({ cycle: { enrollment_id }, ...left });
  await refused(begin(), 409, 'no_attempts_left');
});
