import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { inTransaction } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { lockAttempt } from './attempt.ts';
import { classroomOf, choice, flashcard, RIGHT, WRONG } from './learning-fixture.ts';
import { storeAnswerScore, storeAnswer } from './store-answer.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { startOrResumeAttempt } from './quiz/start-or-resume-attempt.ts';
import { readModuleForStudy } from './study/read-module-for-study.ts';
import { startModule } from './study/start-module.ts';
import { upgradeCycleToLiveRevision } from './study/upgrade-cycle.ts';
import { viewCardsAt } from '../../../test/view-cards.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;
const utc = await classroomOf(server);

const spoken = () => ({ id: newId(), kind: 'spoken' as const, prompt: 'Tell', explanation: '', rubric: ['It'] });
const SYSTEM = make.contextOf(utc.workspace);
const mark = (answerId: string, score: number | null) =>
  inTransaction(SYSTEM, (em) =>
    storeAnswerScore(em, SYSTEM, answerId, { state: score === null ? 'trainer' : 'graded', score }),
  );

/** Somebody who has seen all cards and answered all, of which the last answer waits for a trainer. */
async function waitingForTrainer(passScore = 0.8) {
  const learner = await utc.learner();
  const ctx = learner.at(new Date().toISOString());
  const [first, last] = [choice(), spoken()];
  const module = await utc.module({ cards: [flashcard()], questions: [first, last], passScore });
  const { enrollment_id } = await startModule(ctx, { module_id: module.id });
  const { revision, cards } = await readModuleForStudy(ctx, { module_id: module.id });
  await viewCardsAt(ctx, { enrollment_id, revision_id: revision.id, card_ids: [cards[0]!.id] });
  const { id: attemptId } = await startOrResumeAttempt(ctx, { enrollment_id });
  await answerQuestion(ctx, { attempt_id: attemptId, question_id: first.id, response: RIGHT });
  const stored = await inTransaction(ctx, async (em) => {
    const locked = await lockAttempt(em, ctx, { attemptId, questionId: last.id, language: undefined });
    return storeAnswer(em, ctx, locked, { response: { kind: 'spoken', text: 'It' }, state: 'trainer', score: null });
  });
  return { ctx, learner, module, first, last, enrollment_id, attemptId, ...stored };
}

// rules/learning 11
test('an answer that waits for its grade keeps the attempt waiting; the grade completes the module, in its learner’s name', async () => {
  const { ctx, module, enrollment_id, attempt, cycle, answerId, learner } = await waitingForTrainer();
  expect(attempt).toMatchObject({ state: 'waiting', score: null, ended_at: null });
  expect(cycle).toMatchObject({ status: 'waiting', progress: 0.9999, completed_at: null });
  // There is nothing to begin meanwhile.
  expect((await startOrResumeAttempt(ctx, { enrollment_id })).id).toBe(attempt.id);
  await mark(answerId, 0.7);
  expect(await utc.cycle(enrollment_id)).toMatchObject({
    progress: 1,
    final_score: 0.85,
    best_score: 0.85,
    attempts: 1,
  });
  const { rows } = await pool.query(
    `select data ->> 'user_id' as user_id, data -> 'by' ->> 'kind' as by from outgoing_events where data ->> 'module_id' = $1`,
    [module.id],
  );
  expect(rows).toEqual([{ user_id: learner.id, by: 'system' }]);
});

// rules/learning 10
test('a grade that changes later changes the attempt, completes what it passes, and takes no completion back', async () => {
  const { module, enrollment_id, answerId, attemptId, ctx } = await waitingForTrainer();
  await mark(answerId, 0.5);
  expect((await readModuleForStudy(ctx, { module_id: module.id })).attempt).toMatchObject({
    state: 'failed',
    score: 0.75,
  });
  expect(await utc.cycle(enrollment_id)).toMatchObject({ progress: 0.8333, completed_at: null, best_score: 0.75 });
  // The learner has begun another one, which nothing is lacking in any more.
  const { id: second } = await startOrResumeAttempt(ctx, { enrollment_id });
  await mark(answerId, 1);
  const completed = await utc.cycle(enrollment_id);
  expect(completed).toMatchObject({ progress: 1, final_score: 1, attempts: 1 });
  const { attempts } = await readModuleForStudy(ctx, { module_id: module.id });
  expect(attempts.map(({ id, state }) => [id, state])).toEqual([
    [second, 'superseded'],
    [attemptId, 'passed'],
  ]);
  // While an appeal is open nothing waits again.
  await mark(answerId, null);
  expect(await utc.cycle(enrollment_id)).toEqual(completed);
  await mark(answerId, 0);
  expect(await utc.cycle(enrollment_id)).toEqual({ ...completed, best_score: 0.5 });
  expect((await readModuleForStudy(ctx, { module_id: module.id })).attempt).toMatchObject({
    state: 'failed',
    score: 0.5,
  });
  expect(await utc.traces(enrollment_id, module.id)).toMatchObject({ recorded: 1, told: 1 });
});

// rules/grading 10
test('a grade that arrives after the learner has gone on counts in the attempt that carries the answer on', async () => {
  const { module, first, last, enrollment_id, answerId, ctx } = await waitingForTrainer();
  await utc.revise(module.id, { cards: module.cards, questions: [last, { ...first, prompt: 'Now?' }] });
  await upgradeCycleToLiveRevision(ctx, { enrollment_id, revision: 2 });
  await utc.revise(module.id, { cards: module.cards, questions: [last, { ...first, prompt: 'And now?' }] });
  await upgradeCycleToLiveRevision(ctx, { enrollment_id, revision: 3 });
  const { attempt } = await readModuleForStudy(ctx, { module_id: module.id });
  expect(attempt).toMatchObject({ number: 3, state: 'open', answered: 1 });
  await mark(answerId, 0.5);
  const answered = await answerQuestion(ctx, { attempt_id: attempt!.id, question_id: first.id, response: WRONG });
  expect(answered.attempt).toMatchObject({ state: 'failed', score: 0.25 });
  await mark(answerId, 1);
  expect(
    (await readModuleForStudy(ctx, { module_id: module.id })).attempts.map(({ state, score }) => [state, score]),
  ).toEqual([
    ['failed', 0.5],
    ['superseded', null],
    ['superseded', null],
  ]);
});

// rules/learning 7
test('an appeal that is won after its learner has gone on counts as if it had been won before', async () => {
  const { ctx, module, first, last, enrollment_id, answerId } = await waitingForTrainer();
  await mark(answerId, 0.5);
  const added = choice('New?');
  await utc.revise(module.id, { cards: module.cards, questions: [last, { ...first, prompt: 'Now?' }, added] });
  await upgradeCycleToLiveRevision(ctx, { enrollment_id, revision: 2 });
  const { id: attempt_id } = await startOrResumeAttempt(ctx, { enrollment_id });
  await answerQuestion(ctx, { attempt_id, question_id: added.id, response: RIGHT });
  await mark(answerId, 1);
  const { attempt } = await readModuleForStudy(ctx, { module_id: module.id });
  // Its answer stands, and so does what has been answered since.
  expect(attempt).toMatchObject({ number: 3, revision: 2, state: 'open', answered: 2 });
  await mark(answerId, 1);
  const answered = await answerQuestion(ctx, { attempt_id: attempt!.id, question_id: first.id, response: RIGHT });
  expect(answered).toMatchObject({ attempt: { state: 'passed', score: 1 }, cycle: { status: 'completed' } });
  const { attempts } = await readModuleForStudy(ctx, { module_id: module.id });
  expect(attempts.map(({ revision, state }) => [revision, state])).toEqual([
    [2, 'passed'],
    [2, 'superseded'],
    [1, 'passed'],
  ]);
});

test('where nothing has changed, an appeal that is won later completes the newer revision at once', async () => {
  const { ctx, module, enrollment_id, answerId } = await waitingForTrainer();
  await mark(answerId, 0.5);
  await utc.revise(module.id, { cards: module.cards, questions: module.questions });
  await upgradeCycleToLiveRevision(ctx, { enrollment_id, revision: 2 });
  await mark(answerId, 1);
  expect(await utc.cycle(enrollment_id)).toMatchObject({ progress: 1, final_score: 1 });
  expect(await utc.traces(enrollment_id, module.id)).toMatchObject({ recorded: 1, told: 1 });
});

test(
  'an appeal that is won at questions which have all changed leaves what is under way alone',
  { tags: ['deep'] },
  async () => {
    const { ctx, module, first, last, enrollment_id, answerId } = await waitingForTrainer();
    await mark(answerId, 0.5);
    const questions = [first, last].map((question) => ({ ...question, prompt: 'Changed' }));
    await utc.revise(module.id, { cards: module.cards, questions });
    await upgradeCycleToLiveRevision(ctx, { enrollment_id, revision: 2 });
    const { id } = await startOrResumeAttempt(ctx, { enrollment_id });
    await mark(answerId, 1);
    expect((await readModuleForStudy(ctx, { module_id: module.id })).attempt).toMatchObject({
      id,
      state: 'open',
      answered: 0,
    });
  },
);

test(
  'what was graded after the cycle was taken back completes it once its learner goes on with it',
  { tags: ['deep'] },
  async () => {
    const { ctx, module, enrollment_id, answerId } = await waitingForTrainer();
    await pool.query('update enrollments set withdrawn_at = now(), is_current = false where id = $1', [enrollment_id]);
    await mark(answerId, 1);
    expect(await utc.cycle(enrollment_id)).toMatchObject({ completed_at: null });
    const started = await startModule(ctx, { module_id: module.id });
    expect(started).toMatchObject({ enrollment_id, status: 'completed', progress: 1, score: 1 });
    expect(await utc.traces(enrollment_id, module.id)).toMatchObject({ recorded: 1, told: 1 });
  },
);

test(
  'an attempt that is passed after another was begun is what a newer revision goes on from',
  { tags: ['deep'] },
  async () => {
    const { ctx, module, enrollment_id, answerId } = await waitingForTrainer();
    await pool.query('delete from seen_cards where enrollment_id = $1', [enrollment_id]);
    await pool.query('update enrollments set cards_seen = 0 where id = $1', [enrollment_id]);
    await mark(answerId, 0.5);
    await startOrResumeAttempt(ctx, { enrollment_id });
    // An appeal that is decided later.
    await mark(answerId, 1);
    const card = flashcard('New');
    await utc.revise(module.id, { cards: [card], questions: module.questions });
    await upgradeCycleToLiveRevision(ctx, { enrollment_id, revision: 2 });
    const { attempt, revision } = await readModuleForStudy(ctx, { module_id: module.id });
    expect(attempt).toMatchObject({ number: 3, state: 'passed', score: 1, answered: 2 });
    const see = { enrollment_id, revision_id: revision.id, card_ids: [card.id] };
    expect(await viewCardsAt(ctx, see)).toMatchObject({ status: 'completed', score: 1 });
  },
);

// rules/learning 14
test('answers to confirm are counted for their learner until they are confirmed', async () => {
  const { ctx, enrollment_id, answerId, learner } = await waitingForTrainer();
  const toCheck = async () => {
    const { begun } = await learner.client.learning.mine.query();
    return begun.find((cycle) => cycle.enrollment_id === enrollment_id)?.to_check;
  };
  expect(await toCheck()).toBe(0);
  await pool.query(`update answers set state = 'transcribing' where id = $1`, [answerId]);
  expect(await toCheck()).toBe(1);
  await pool.query(`update answers set state = 'grading' where workspace_id = $1 and id = $2`, [
    ctx.workspace.id,
    answerId,
  ]);
  expect(await toCheck()).toBe(0);
});
