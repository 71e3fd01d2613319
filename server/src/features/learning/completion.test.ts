import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { inTransaction } from '../../database/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { lockAttempt } from './attempt.ts';
import { classroomOf, choice, completeAt, flashcard, RIGHT, WRONG } from './learning-fixture.ts';
import { markAnswer } from './mark-answer.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { beginAttempt } from './quiz/begin-attempt.ts';
import { storeAnswer } from './store-answer.ts';
import { openModule } from './study/open-module.ts';
import { seeCards } from './study/see-cards.ts';
import { startModule } from './study/start-module.ts';
import { upgradeCycle } from './study/upgrade-cycle.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;

const utc = await classroomOf(server);

test('the last card completes a passed module as the last answer does, and it is told who completed what', async () => {
  const learner = await utc.learner();
  const ctx = learner.at('2026-05-01T12:00:00.000Z');
  const module = await utc.module({ cards: 2, questions: 1, validityDays: 30 });
  const { enrollment_id } = await startModule(ctx, { module_id: module.id });
  const { revision } = await openModule(ctx, { module_id: module.id });
  const see = (index: number) =>
    seeCards(ctx, { enrollment_id, revision_id: revision.id, card_ids: [module.cards[index]!.id] });
  await see(0);
  const { id: attempt_id } = await beginAttempt(ctx, { enrollment_id });
  const passed = await answerQuestion(ctx, { attempt_id, question_id: module.questions[0]!.id, response: RIGHT });
  expect(passed.cycle).toMatchObject({ status: 'in_progress', progress: 0.6667, completed_at: null, score: null });
  const completion = { completed_at: '2026-05-01T12:00:00.000Z', expires_at: '2026-06-01T00:00:00.000Z' };
  expect(await see(1)).toMatchObject({ status: 'completed', progress: 1, score: 1, ...completion });
  expect(await see(0)).toMatchObject({ status: 'completed', ...completion });

  const { rows } = await pool.query("select data from outgoing_events where data ->> 'module_id' = $1", [module.id]);
  expect(rows).toEqual([
    {
      data: {
        user_id: learner.id,
        email: learner.email,
        full_name: learner.fullName,
        department_id: null,
        module_id: module.id,
        course_id: utc.course.id,
        title: module.title,
        cycle: 1,
        revision: 1,
        score: 1,
        ...completion,
        by: { kind: 'user', id: learner.id, name: learner.fullName },
      },
    },
  ]);
});

test.each([
  // On the night of the 28th to the 29th of March clocks are put forward; in Cairo at midnight of the 24th of April.
  ['Europe/Berlin', '2026-03-27T22:59:59.999Z', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-27T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['Africa/Cairo', '2026-04-22T12:00:00.000Z', '2026-04-23T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-30T09:59:59.999Z', '2026-12-31T10:00:00.000Z'],
  ['America/Los_Angeles', '2024-02-28T12:00:00.000Z', '2024-03-01T08:00:00.000Z'],
])('in %s a day’s certificate from %s counts until %s', async (timeZone, completedAt, expiresAt) => {
  const classroom = await classroomOf(server, { timeZone });
  const learner = await classroom.learner();
  const module = await classroom.module({ validityDays: 1 });
  const id = await completeAt(learner.at(completedAt), module.id);
  expect(await classroom.cycle(id)).toMatchObject({ completed_at: completedAt, expires_at: expiresAt });
});

/** Somebody whose certificate of 100 days counts until the end of the 30th of June, and who does it again. */
async function renewedAt(moment: string, windowDays?: number) {
  const learner = await utc.learner();
  const module = await utc.module({ validityDays: 100 });
  const past = new Date('2026-03-22T08:00:00.000Z');
  const before = {
    assignedAt: past,
    startedAt: past,
    completedAt: past,
    expiresAt: new Date('2026-07-01T00:00:00.000Z'),
  };
  await make.enrollment(utc.workspace, learner.id, module.id, { ...before, isCurrent: false, progress: 1 });
  const { id } = await make.enrollment(utc.workspace, learner.id, module.id, { cycle: 2 });
  if (windowDays !== undefined) {
    await pool.query(
      `with standing as (
         insert into assignments (workspace_id, id, module_id, audience, user_id, joiners, again, window_days, created_at, created_by_name)
         values ($1, $2, $3, 'user', $4, false, true, $5, now(), 'Trainer') returning workspace_id, id)
       insert into assignment_enrollments select workspace_id, id, $6, now() from standing`,
      [utc.workspace.id, newId(), module.id, learner.id, windowDays, id],
    );
  }
  await completeAt(learner.at(moment), module.id);
  return (await utc.cycle(id)).expires_at;
}

test('a renewal inside the window keeps the day of the year; before it and after it the days count from completion', async () => {
  expect(await renewedAt('2026-05-30T23:59:59.999Z')).toBe('2026-09-08T00:00:00.000Z');
  expect(await renewedAt('2026-05-31T00:00:00.000Z')).toBe('2026-10-09T00:00:00.000Z');
  expect(await renewedAt('2026-06-30T23:59:59.999Z')).toBe('2026-10-09T00:00:00.000Z');
  expect(await renewedAt('2026-07-01T00:00:00.000Z')).toBe('2026-10-10T00:00:00.000Z');
});

test('the window is the assignment’s', async () => {
  expect(await renewedAt('2026-05-10T12:00:00.000Z', 60)).toBe('2026-10-09T00:00:00.000Z');
  expect(await renewedAt('2026-06-20T12:00:00.000Z', 7)).toBe('2026-09-29T00:00:00.000Z');
});

test('another validity, and another time zone, change no certificate; what was begun counts as it was begun', async () => {
  const classroom = await classroomOf(server);
  const learner = await classroom.learner();
  const module = await classroom.module({ validityDays: 10 });
  const other = await classroom.learner();
  await startModule(other.at('2026-04-30T12:00:00.000Z'), { module_id: module.id });
  const id = await completeAt(learner.at('2026-05-01T12:00:00.000Z'), module.id);
  const before = await classroom.cycle(id);
  expect(before.expires_at).toBe('2026-05-12T00:00:00.000Z');

  await classroom.revise(module.id, module, { at: '2026-05-02T00:00:00.000Z', validityDays: 500 });
  await pool.query(`update workspaces set time_zone = 'Asia/Tokyo' where id = $1`, [classroom.workspace.id]);
  expect(await classroom.cycle(id)).toEqual(before);
  const late = await completeAt(other.at('2026-05-03T12:00:00.000Z'), module.id);
  expect((await classroom.cycle(late)).expires_at).toBe('2026-05-13T15:00:00.000Z');
});

test('a clock that is put back makes nothing end before it began', async () => {
  const learner = await utc.learner();
  const module = await utc.module();
  await startModule(learner.at('2026-05-01T12:00:00.000Z'), { module_id: module.id });
  const id = await completeAt(learner.at('2026-05-01T11:00:00.000Z'), module.id);
  expect(await utc.cycle(id)).toMatchObject({ completed_at: '2026-05-01T12:00:00.000Z' });
  const { rows } = await pool.query(
    `select a.ended_at >= a.started_at as in_order, e.last_activity_at >= e.started_at as active
     from attempts a join enrollments e on e.id = a.enrollment_id where e.id = $1`,
    [id],
  );
  expect(rows).toEqual([{ in_order: true, active: true }]);
});

const spoken = () => ({ id: newId(), kind: 'spoken' as const, prompt: 'Tell', explanation: '', rubric: ['It'] });
const SYSTEM = make.contextOf(utc.workspace);
const mark = (answerId: string, score: number | null) =>
  inTransaction(SYSTEM, (em) =>
    markAnswer(em, SYSTEM, answerId, { state: score === null ? 'trainer' : 'graded', score }),
  );

/** Somebody who has seen all cards and answered all, of which the last answer waits for a trainer. */
async function waitingForTrainer(passScore = 0.8) {
  const learner = await utc.learner();
  const ctx = learner.at(new Date().toISOString());
  const [first, last] = [choice(), spoken()];
  const module = await utc.module({ cards: [flashcard()], questions: [first, last], passScore });
  const { enrollment_id } = await startModule(ctx, { module_id: module.id });
  const { revision, cards } = await openModule(ctx, { module_id: module.id });
  await seeCards(ctx, { enrollment_id, revision_id: revision.id, card_ids: [cards[0]!.id] });
  const { id: attemptId } = await beginAttempt(ctx, { enrollment_id });
  await answerQuestion(ctx, { attempt_id: attemptId, question_id: first.id, response: RIGHT });
  const stored = await inTransaction(ctx, async (em) => {
    const locked = await lockAttempt(em, ctx, { attemptId, questionId: last.id });
    return storeAnswer(em, ctx, locked, { response: { kind: 'spoken', text: 'It' }, state: 'trainer', score: null });
  });
  return { ctx, learner, module, first, last, enrollment_id, attemptId, ...stored };
}

test('an answer that waits for its grade keeps the attempt waiting; the grade completes the module, in its learner’s name', async () => {
  const { ctx, module, enrollment_id, attempt, cycle, answerId, learner } = await waitingForTrainer();
  expect(attempt).toMatchObject({ state: 'waiting', score: null, ended_at: null });
  expect(cycle).toMatchObject({ status: 'waiting', progress: 0.9999, completed_at: null });
  // There is nothing to begin meanwhile.
  expect((await beginAttempt(ctx, { enrollment_id })).id).toBe(attempt.id);
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

test('a grade that changes later changes the attempt, completes what it passes, and takes no completion back', async () => {
  const { module, enrollment_id, answerId, attemptId, ctx } = await waitingForTrainer();
  await mark(answerId, 0.5);
  expect((await openModule(ctx, { module_id: module.id })).attempt).toMatchObject({ state: 'failed', score: 0.75 });
  expect(await utc.cycle(enrollment_id)).toMatchObject({ progress: 0.8333, completed_at: null, best_score: 0.75 });
  // The learner has begun another one, which nothing is lacking in any more.
  const { id: second } = await beginAttempt(ctx, { enrollment_id });
  await mark(answerId, 1);
  const completed = await utc.cycle(enrollment_id);
  expect(completed).toMatchObject({ progress: 1, final_score: 1, attempts: 1 });
  const { attempts } = await openModule(ctx, { module_id: module.id });
  expect(attempts.map(({ id, state }) => [id, state])).toEqual([
    [second, 'superseded'],
    [attemptId, 'passed'],
  ]);
  // While an appeal is open nothing waits again.
  await mark(answerId, null);
  expect(await utc.cycle(enrollment_id)).toEqual(completed);
  await mark(answerId, 0);
  expect(await utc.cycle(enrollment_id)).toEqual({ ...completed, best_score: 0.5 });
  expect((await openModule(ctx, { module_id: module.id })).attempt).toMatchObject({ state: 'failed', score: 0.5 });
  expect(await utc.traces(enrollment_id, module.id)).toMatchObject({ recorded: 1, told: 1 });
});

test('a grade that arrives after the learner has gone on counts in the attempt that carries the answer on', async () => {
  const { module, first, last, enrollment_id, answerId, ctx } = await waitingForTrainer();
  await utc.revise(module.id, { cards: module.cards, questions: [last, { ...first, prompt: 'Now?' }] });
  await upgradeCycle(ctx, { enrollment_id, revision: 2 });
  await utc.revise(module.id, { cards: module.cards, questions: [last, { ...first, prompt: 'And now?' }] });
  await upgradeCycle(ctx, { enrollment_id, revision: 3 });
  const { attempt } = await openModule(ctx, { module_id: module.id });
  expect(attempt).toMatchObject({ number: 3, state: 'open', answered: 1 });
  await mark(answerId, 0.5);
  const answered = await answerQuestion(ctx, { attempt_id: attempt!.id, question_id: first.id, response: WRONG });
  expect(answered.attempt).toMatchObject({ state: 'failed', score: 0.25 });
  await mark(answerId, 1);
  expect((await openModule(ctx, { module_id: module.id })).attempts.map(({ state, score }) => [state, score])).toEqual([
    ['failed', 0.5],
    ['superseded', null],
    ['superseded', null],
  ]);
});

test('what was graded after the cycle was taken back completes it once its learner goes on with it', async () => {
  const { ctx, module, enrollment_id, answerId } = await waitingForTrainer();
  await pool.query('update enrollments set withdrawn_at = now(), is_current = false where id = $1', [enrollment_id]);
  await mark(answerId, 1);
  expect(await utc.cycle(enrollment_id)).toMatchObject({ completed_at: null });
  const started = await startModule(ctx, { module_id: module.id });
  expect(started).toMatchObject({ enrollment_id, status: 'completed', progress: 1, score: 1 });
  expect(await utc.traces(enrollment_id, module.id)).toMatchObject({ recorded: 1, told: 1 });
});

test('an attempt that is passed after another was begun is what a newer revision goes on from', async () => {
  const { ctx, module, enrollment_id, answerId } = await waitingForTrainer();
  await pool.query('delete from seen_cards where enrollment_id = $1', [enrollment_id]);
  await pool.query('update enrollments set cards_seen = 0 where id = $1', [enrollment_id]);
  await mark(answerId, 0.5);
  await beginAttempt(ctx, { enrollment_id });
  // An appeal that is decided later.
  await mark(answerId, 1);
  const card = flashcard('New');
  await utc.revise(module.id, { cards: [card], questions: module.questions });
  await upgradeCycle(ctx, { enrollment_id, revision: 2 });
  const { attempt, revision } = await openModule(ctx, { module_id: module.id });
  expect(attempt).toMatchObject({ number: 3, state: 'passed', score: 1, answered: 2 });
  const see = { enrollment_id, revision_id: revision.id, card_ids: [card.id] };
  expect(await seeCards(ctx, see)).toMatchObject({ status: 'completed', score: 1 });
});
