import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { refused } from '../reviews/reviews-fixture.ts';
import { assignmentsOf } from './assignments-fixture.ts';

const server = await startTestServer();
const { pool } = server.db;

/** A learner of the department who was assigned a module and has used all attempts at it. */
async function stuck() {
  const world = await assignmentsOf(server);
  const { workspace, module, assign, person } = world;
  const user = await person();
  const assignment = await assign();
  const headers = { cookie: await server.signIn(user.email), [WORKSPACE_HEADER]: workspace.slug };
  const client = server.client(headers);
  const { learning } = client;
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const fail = async () => {
    const { id: attempt_id, asked } = await learning.beginAttempt.mutate({ enrollment_id });
    for (const { id: question_id, options } of asked) {
      const response = { kind: 'single_choice' as const, choice: options.indexOf('B') };
      await learning.answer.mutate({ attempt_id, question_id, response });
    }
  };
  for (let n = 0; n < 3; n++) await fail();
  return { ...world, user, client, learning, enrollment_id, assignment, fail, module_id: module.id };
}

test('a trainer opens more attempts with a reason, which the audit log keeps and the learner finds in the bell', async () => {
  const { trainer, learning, client, enrollment_id, assignment, user, fail, module, module_id } = await stuck();
  await refused(learning.beginAttempt.mutate({ enrollment_id }), 409, 'no_attempts_left');
  const used = { attempts_used: 3, attempts_allowed: 3, out_of_attempts: true };
  expect((await trainer.assignments.people.query({ id: assignment.id })).people).toEqual(
    expect.arrayContaining([expect.objectContaining({ user_id: user.id, ...used })]),
  );
  const found = await trainer.assignments.outOfAttempts.query({});
  expect(found).toMatchObject({ total: 1, people: [{ enrollment_id, user_id: user.id, module: module.title }] });

  const reason = 'We went through it together.';
  const opened = await trainer.assignments.openAttempts.mutate({ enrollment_id, attempts: 2, reason });
  expect(opened).toEqual({ enrollment_id, attempts_allowed: 5, attempts_left: 2 });
  expect(await trainer.assignments.outOfAttempts.query({})).toMatchObject({ total: 0, people: [] });
  const { rows } = await pool.query(
    `select subject_id, changes from audit_events where action = 'enrollment.attempts_opened' and subject_id = $1`,
    [user.id],
  );
  expect(rows).toMatchObject([{ changes: { module: module.title, attempts: 2, attempts_allowed: 5, reason } }]);
  const { items } = await client.notifications.inbox.query({});
  expect(items).toMatchObject([{ kind: 'learning.attempts_opened', facts: { module_id, count: 2, reason } }]);
  expect(await learning.open.query({ module_id })).toMatchObject({ attempts_allowed: 5, attempts_left: 2 });
  await fail();
  await fail();
  await refused(learning.beginAttempt.mutate({ enrollment_id }), 409, 'no_attempts_left');
});

test('only trainers of the learner’s or the course’s department, and super admins, open attempts, and never their own', async () => {
  const { workspace, elsewhere, department, admin, learning, enrollment_id, module_id } = await stuck();
  const more = { enrollment_id, attempts: 1, reason: 'Again' };
  const outsider = await server.as('trainer', workspace, elsewhere.id);
  await refused(outsider.assignments.openAttempts.mutate(more), 403, 'forbidden');
  expect(await outsider.assignments.outOfAttempts.query({})).toMatchObject({ total: 0 });
  await refused(
    learning.open.query({ module_id }).then(() => admin.assignments.openAttempts.mutate({ ...more, reason: '' })),
    400,
    'invalid_request',
  );
  const mine = await server.as('trainer', workspace, department.id);
  const own = await mine.learning.start.mutate({ module_id });
  await refused(
    mine.assignments.openAttempts.mutate({ ...more, enrollment_id: own.enrollment_id }),
    403,
    'self_grading',
  );
  await admin.assignments.openAttempts.mutate(more);
  await pool.query('update enrollments set waived_at = now() where id = $1', [enrollment_id]);
  await refused(admin.assignments.openAttempts.mutate(more), 409, 'enrollment_closed');
});
