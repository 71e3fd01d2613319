import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { classroomOf, completeAt, RIGHT } from './learning-fixture.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { startOrResumeAttempt } from './quiz/start-or-resume-attempt.ts';
import { readModuleForStudy } from './study/read-module-for-study.ts';
import { startModule } from './study/start-module.ts';
import { viewCardsAt } from '../../../test/view-cards.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;

const utc = await classroomOf(server);

// rules/learning 10
test('the last card completes a passed module as the last answer does, and it is told who completed what', async () => {
  const learner = await utc.learner();
  const ctx = learner.at('2026-05-01T12:00:00.000Z');
  const module = await utc.module({ cards: 2, questions: 1, validityDays: 30 });
  const { enrollment_id } = await startModule(ctx, { module_id: module.id });
  const { revision } = await readModuleForStudy(ctx, { module_id: module.id });
  const see = (index: number) =>
    viewCardsAt(ctx, { enrollment_id, revision_id: revision.id, card_ids: [module.cards[index]!.id] });
  await see(0);
  const { id: attempt_id } = await startOrResumeAttempt(ctx, { enrollment_id });
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

const countsUntil = async (timeZone: string, completedAt: string, expiresAt: string) => {
  const classroom = await classroomOf(server, { timeZone });
  const learner = await classroom.learner();
  const module = await classroom.module({ validityDays: 1 });
  const id = await completeAt(learner.at(completedAt), module.id);
  expect(await classroom.cycle(id)).toMatchObject({ completed_at: completedAt, expires_at: expiresAt });
};

// rules/learning 6
test.each([
  // On the night of the 28th to the 29th of March clocks are put forward; in Cairo at midnight of the 24th of April.
  ['Europe/Berlin', '2026-03-27T22:59:59.999Z', '2026-03-28T23:00:00.000Z'],
  ['Africa/Cairo', '2026-04-22T12:00:00.000Z', '2026-04-23T22:00:00.000Z'],
])('in %s a day’s certificate from %s counts until %s', countsUntil);

test.each([
  ['Europe/Berlin', '2026-03-27T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-30T09:59:59.999Z', '2026-12-31T10:00:00.000Z'],
  ['America/Los_Angeles', '2024-02-28T12:00:00.000Z', '2024-03-01T08:00:00.000Z'],
])('in %s a day’s certificate from %s counts until %s', { tags: ['deep'] }, countsUntil);

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

// rules/learning 10
test('a renewal inside the window keeps the day of the year; before it and after it the days count from completion', async () => {
  expect(await renewedAt('2026-05-30T23:59:59.999Z')).toBe('2026-09-08T00:00:00.000Z');
  expect(await renewedAt('2026-05-31T00:00:00.000Z')).toBe('2026-10-09T00:00:00.000Z');
  expect(await renewedAt('2026-06-30T23:59:59.999Z')).toBe('2026-10-09T00:00:00.000Z');
  expect(await renewedAt('2026-07-01T00:00:00.000Z')).toBe('2026-10-10T00:00:00.000Z');
});

// rules/learning 10
test('the window is the assignment’s', async () => {
  expect(await renewedAt('2026-05-10T12:00:00.000Z', 60)).toBe('2026-10-09T00:00:00.000Z');
  expect(await renewedAt('2026-06-20T12:00:00.000Z', 7)).toBe('2026-09-29T00:00:00.000Z');
});

// rules/learning 4
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
