import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import type { Question } from '@training/shared/courses/courses';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { choice, classroomOf, completeModule, RIGHT, WRONG } from '../learning-fixture.ts';
import { viewCards } from '../../../../test/view-cards.ts';

const server = await startTestServer();
const twin = await startTestServer({ databaseUrl: server.databaseUrl });
const classroom = await classroomOf(server);
const learner = await classroom.learner();
const { learning } = learner.client;

async function attemptAt(module_id: string, of = learner) {
  const { enrollment_id } = await of.client.learning.start.mutate({ module_id });
  const { id: attempt_id } = await of.client.learning.beginAttempt.mutate({ enrollment_id });
  return { enrollment_id, attempt_id };
}

// rules/learning 9
test('each answer is told at once with what is right, and the last one ends the attempt with its score', async () => {
  const asked = { id: newId(), prompt: 'Name it', explanation: 'It is written on it.' };
  const several = { ...asked, id: newId(), options: ['A', 'B', 'C'], correct: [0, 2] };
  const questions: Question[] = [
    choice(),
    { ...several, kind: 'multiple_choice' },
    { ...asked, kind: 'short_text', accepted: ['Hard hat', 'helmet'] },
  ];
  const module = await classroom.module({ cards: 1, questions, passScore: 0.6 });
  const { enrollment_id, attempt_id } = await attemptAt(module.id);
  const answer = (index: number, response: ImmediatelyGradedAnswer) =>
    learning.answer.mutate({ attempt_id, question_id: questions[index]!.id, response });

  expect(await answer(2, { kind: 'short_text', text: '  HELMET ' })).toMatchObject({
    answer: { right: true, score: 1, state: 'graded', explanation: asked.explanation, carried: false },
    attempt: { state: 'open', answered: 1, questions: 3, score: null, ended_at: null },
    cycle: { status: 'in_progress', progress: 0.25, completed_at: null },
  });
  expect(await answer(1, { kind: 'multiple_choice', choices: [2] })).toMatchObject({
    answer: { right: false, score: 0, solution: null },
    attempt: { state: 'open', answered: 2 },
    cycle: { progress: 0.25 },
  });
  expect(await answer(0, RIGHT)).toMatchObject({
    answer: { solution: { kind: 'single_choice', correct: 0 } },
    attempt: { state: 'passed', score: 0.6667, pass_score: 0.6 },
    cycle: { status: 'in_progress', progress: 0.5, completed_at: null },
  });
  expect(await classroom.cycle(enrollment_id)).toMatchObject({ attempts: 1, best_score: 0.6667, final_score: null });
});

// rules/learning 2, rules/learning 9
test('what is not answered yet says nothing of what is right', async () => {
  const module = await classroom.module({ questions: 2 });
  // What an attempt will ask isn't told before it begins: nobody can prepare, and then begin.
  const before = await learning.open.query({ module_id: module.id });
  expect(before).toMatchObject({ questions: [], questions_asked: 2 });
  expect(JSON.stringify(before)).not.toContain(module.questions[0]!.id);
  const { attempt_id } = await attemptAt(module.id);
  await learning.answer.mutate({ attempt_id, question_id: module.questions[0]!.id, response: WRONG });
  const opened = await learning.open.query({ module_id: module.id });
  expect(opened.attempt?.answers).toMatchObject([{ question_id: module.questions[0]!.id, right: false }]);
  const told = JSON.stringify(opened);
  expect(told).toContain(module.questions[0]!.explanation);
  expect(told).not.toContain(module.questions[1]!.explanation);
  expect(opened.questions[1]).toEqual({
    id: module.questions[1]!.id,
    kind: 'single_choice',
    prompt: 'No. 1',
    options: ['This one', 'That one'],
  });
});

test('the same answer again is answered the same, also after completion, and another one is refused', async () => {
  const question_id = newId();
  const asked = { id: question_id, prompt: 'Which?', explanation: '', options: ['A', 'B'], correct: [0, 1] };
  const module = await classroom.module({ cards: 1, questions: [{ kind: 'multiple_choice', ...asked }] });
  const { enrollment_id, attempt_id } = await attemptAt(module.id);
  const give = (choices: number[]) =>
    learning.answer.mutate({ attempt_id, question_id, response: { kind: 'multiple_choice', choices } });
  const first = await give([1, 0]);
  expect(await give([0, 1])).toEqual(first);
  await refused(give([0]), 409, 'answered_already');

  const { revision, cards } = await learning.open.query({ module_id: module.id });
  await viewCards(learning, { enrollment_id, revision_id: revision.id, card_ids: [cards[0]!.id] });
  const again = await give([1, 0]);
  expect(again.answer).toEqual(first.answer);
  expect(again.cycle.status).toBe('completed');
  await refused(give([1]), 409, 'answered_already');
  expect(await classroom.traces(enrollment_id, module.id)).toEqual({ attempts: 1, answers: 1, recorded: 1, told: 1 });
});

test('of two answers to one question at once, by two instances, one counts', { tags: ['deep'] }, async () => {
  const module = await classroom.module({ questions: 12, passScore: 0 });
  const { enrollment_id, attempt_id } = await attemptAt(module.id);
  const elsewhere = twin.client(learner.headers).learning;
  for (const { id: question_id } of module.questions) {
    const outcomes = await Promise.allSettled([
      learning.answer.mutate({ attempt_id, question_id, response: RIGHT }),
      elsewhere.answer.mutate({ attempt_id, question_id, response: WRONG }),
      learning.answer.mutate({ attempt_id, question_id, response: RIGHT }),
    ]);
    const kept = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.answer.right] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(new Set(kept).size).toBe(1);
    expect(kept).toHaveLength(kept[0] ? 2 : 1);
    for (const reason of lost)
      expect(reason).toMatchObject({ data: { httpStatus: 409, app_code: 'answered_already' } });
  }
  const { attempt } = await learning.open.query({ module_id: module.id });
  const right = attempt!.answers.filter((answer) => answer.right).length;
  expect(attempt).toMatchObject({ state: 'passed', answered: 12, score: Number((right / 12).toFixed(4)) });
  expect(await classroom.traces(enrollment_id, module.id)).toMatchObject({ attempts: 1, answers: 12 });
});

test(
  'all answers of an attempt at once, in any order, pass it and complete the module once',
  { tags: ['deep'] },
  async () => {
    const module = await classroom.module({ cards: 1, questions: 8 });
    const { enrollment_id, attempt_id } = await attemptAt(module.id);
    const { revision, cards } = await learning.open.query({ module_id: module.id });
    const elsewhere = twin.client(learner.headers).learning;
    await Promise.all([
      ...module.questions.map(({ id: question_id }, index) =>
        (index % 2 ? learning : elsewhere).answer.mutate({ attempt_id, question_id, response: RIGHT }),
      ),
      viewCards(elsewhere, { enrollment_id, revision_id: revision.id, card_ids: [cards[0]!.id] }),
    ]);
    const { cycle, attempt } = await learning.open.query({ module_id: module.id });
    expect(cycle).toMatchObject({ status: 'completed', progress: 1, score: 1, attempts: 1, best_score: 1 });
    expect(attempt).toMatchObject({ state: 'passed', score: 1 });
    expect(await classroom.traces(enrollment_id, module.id)).toEqual({ attempts: 1, answers: 8, recorded: 1, told: 1 });
  },
);

test('two tabs that begin at once get one attempt, and going on elsewhere resumes it', async () => {
  const module = await classroom.module();
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const elsewhere = twin.client(learner.headers).learning;
  const begun = await Promise.all(
    [learning, elsewhere, learning, elsewhere].map((tab) => tab.beginAttempt.mutate({ enrollment_id })),
  );
  expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
  const { id: attempt_id } = begun[0]!;
  await learning.answer.mutate({ attempt_id, question_id: module.questions[0]!.id, response: WRONG });
  const resumed = await elsewhere.beginAttempt.mutate({ enrollment_id });
  expect(resumed).toMatchObject({ id: attempt_id, number: 1, answered: 1 });
  expect(resumed.answers).toHaveLength(1);
});

// rules/learning 11
test('a failed attempt can be followed by another, whose better score counts', async () => {
  const module = await classroom.module({ questions: 2 });
  const { enrollment_id, attempt_id } = await attemptAt(module.id);
  const [one, other] = module.questions.map(({ id }) => id);
  await learning.answer.mutate({ attempt_id, question_id: one!, response: RIGHT });
  const failed = await learning.answer.mutate({ attempt_id, question_id: other!, response: WRONG });
  expect(failed).toMatchObject({ attempt: { state: 'failed', score: 0.5 }, cycle: { progress: 0.25 } });
  const late = { attempt_id, question_id: newId(), response: RIGHT };
  await refused(learning.answer.mutate(late), 404, 'question_not_found');

  const second = await learning.beginAttempt.mutate({ enrollment_id });
  expect(second).toMatchObject({ number: 2, state: 'open', answered: 0, answers: [] });
  await learning.answer.mutate({ attempt_id: second.id, question_id: other!, response: WRONG });
  await learning.answer.mutate({ attempt_id: second.id, question_id: one!, response: WRONG });
  expect(await classroom.cycle(enrollment_id)).toMatchObject({ attempts: 2, best_score: 0.5, progress: 0.25 });
  const { attempts } = await learning.open.query({ module_id: module.id });
  expect(attempts.map(({ number, state, score }) => [number, state, score])).toEqual([
    [2, 'failed', 0],
    [1, 'failed', 0.5],
  ]);
});

test('another person’s attempt and cycle are not there', async () => {
  const module = await classroom.module();
  const { enrollment_id, attempt_id } = await attemptAt(module.id);
  const other = await classroom.learner();
  const question_id = module.questions[0]!.id;
  await refused(
    other.client.learning.answer.mutate({ attempt_id, question_id, response: RIGHT }),
    404,
    'attempt_not_found',
  );
  await refused(other.client.learning.beginAttempt.mutate({ enrollment_id }), 404, 'enrollment_not_found');
  await learning.answer.mutate({ attempt_id, question_id, response: RIGHT });
  await refused(
    other.client.learning.answer.mutate({ attempt_id, question_id, response: RIGHT }),
    404,
    'attempt_not_found',
  );
  expect(await classroom.traces(enrollment_id, module.id)).toMatchObject({ attempts: 1, answers: 1 });
});

test('in a completed cycle nothing can be answered or begun any more', async () => {
  const module = await classroom.module();
  const { cycle } = await completeModule(learner.client, module.id);
  const { enrollment_id } = cycle!;
  await refused(learning.beginAttempt.mutate({ enrollment_id }), 409, 'cycle_completed');
  const { attempt } = await learning.open.query({ module_id: module.id });
  const unknown = { attempt_id: attempt!.id, question_id: newId(), response: RIGHT };
  await refused(learning.answer.mutate(unknown), 404, 'question_not_found');
  expect(await learning.start.mutate({ module_id: module.id })).toMatchObject({ enrollment_id, status: 'completed' });
});

test('an answer that the question does not ask for is refused, and the question stays open', async () => {
  const module = await classroom.module();
  const { attempt_id } = await attemptAt(module.id);
  const question_id = module.questions[0]!.id;
  const text = { kind: 'short_text' as const, text: 'This one' };
  await refused(learning.answer.mutate({ attempt_id, question_id, response: text }), 400, 'invalid_request');
  const beyond = { kind: 'single_choice' as const, choice: 2 };
  await refused(learning.answer.mutate({ attempt_id, question_id, response: beyond }), 400, 'invalid_request');
  const right = await learning.answer.mutate({ attempt_id, question_id, response: RIGHT });
  expect(right.answer.right).toBe(true);
});
