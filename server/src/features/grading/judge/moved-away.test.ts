import { expect, test } from 'vitest';
import { spokenQuestion, startGradingServer } from '../grading-fixture.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { completeCyclesReinstatedByAssignment } from '../../learning/complete-cycle.ts';

// Without keys every answer goes to the trainers.
const { server, cast, publish, study } = await startGradingServer({
  env: { ANTHROPIC_API_KEY: '', DEEPGRAM_API_KEY: '' },
});
const { make, db } = server;
const DAY = 86_400_000;

/** A learner who completed a module, was assigned it again with their department, failed, and was then moved. */
async function movedAway() {
  const people = await cast();
  const learner = await people.person('learner', people.department.id);
  const elsewhere = await make.department(people.workspace);
  const question = spokenQuestion();
  const module_id = await publish(people, question);
  const at = new Date(Date.now() - 100 * DAY);
  const done = await make.enrollment(people.workspace, learner.id, module_id, {
    assignedAt: at,
    startedAt: at,
    completedAt: at,
    progress: 1,
  });
  const to = { kind: 'department', department_id: people.department.id } as const;
  const assignment = await people.admin.client.assignments.create.mutate({ module_id, to, again: true });
  const studied = await study(learner.client, module_id);
  const response = { by: 'text', text: 'I stop the belt.' } as const;
  const asked = { attempt_id: studied.attempt_id, question_id: question.id };
  const { answer } = await learner.client.grading.answerSpoken.mutate({ ...asked, response });
  const verdict = { by: 'criteria' as const, met: [true, false] };
  await people.trainer.client.grading.grade.mutate({ answer_id: answer.answer_id, verdict });
  const move = (departmentId: string) =>
    people.admin.client.users.upsert.mutate({ email: learner.email, department_id: departmentId });
  await move(elsewhere.id);
  return { ...people, ...studied, learner, elsewhere, done, assignment, question, answer, move };
}

// rules/learning 13
test('who is moved to another department still sees the attempt that they failed, dated, and can appeal it', async () => {
  const { learner, module_id, enrollment_id, attempt_id, answer, done, question, department } = await movedAway();
  const { learning, grading } = learner.client;
  const open = await learning.open.query({ module_id });
  expect(open.cycle).toMatchObject({ enrollment_id: done.id, status: 'completed' });

  const { cycles } = await learning.history.query({ module_id });
  expect(cycles).toMatchObject([
    { enrollment_id, cycle: 2, is_current: false, end: 'withdrawn', completed_at: null },
    { enrollment_id: done.id, cycle: 1, is_current: true, end: null, completed_at: expect.any(String) },
  ]);
  const failed = { id: attempt_id, state: 'failed', score: 0.5, ended_at: expect.any(String) };
  expect(cycles[0]?.attempts).toMatchObject([failed]);

  const seen = await learning.attempt.query({ attempt_id });
  expect(seen).toMatchObject({
    module_id,
    cycle: 2,
    attempt: {
      ...failed,
      asked: [{ id: question.id, prompt: question.prompt }],
      answers: [{ answer_id: answer.answer_id, score: 0.5 }],
    },
  });
  const appealed = await grading.appeal.mutate({ answer_id: answer.answer_id, words: 'I said it.' });
  expect(appealed.appeal).toMatchObject({ words: 'I said it.', decided_at: null });

  const mine = await learning.mine.query();
  expect(mine).toMatchObject({ owed: [], begun: [], ended_total: 1, results_total: 1 });
  expect(mine.ended).toMatchObject([{ enrollment_id, module_id, end: 'withdrawn', attempts: 1, best_score: 0.5 }]);
  expect(mine.ended[0]).toMatchObject({ left_department: department.name, withdrawn_at: expect.any(String) });
});

// rules/learning 15
test('a training that a move takes away before it was begun is named with the new department, for 30 days', async () => {
  const people = await cast();
  const learner = await people.person('learner', people.department.id);
  const elsewhere = await make.department(people.workspace);
  const module_id = await publish(people, spokenQuestion());
  const to = { kind: 'department', department_id: people.department.id } as const;
  await people.admin.client.assignments.create.mutate({ module_id, to, joiners: true });
  const mine = () => learner.client.learning.mine.query();
  expect(await mine()).toMatchObject({ owed: [{ module_id }], ended: [] });
  await people.admin.client.users.upsert.mutate({ email: learner.email, department_id: elsewhere.id });
  const { name: left_department } = people.department;
  const taken = { module_id, begun: false, end: 'withdrawn', left_department, department: elsewhere.name };
  expect(await mine()).toMatchObject({ owed: [], ended: [taken], ended_total: 1 });
  await db.pool.query(
    `update enrollments set withdrawn_at = now() - interval '31 days' where user_id = $1 and withdrawn_at is not null`,
    [learner.id],
  );
  expect(await mine()).toMatchObject({ ended: [], ended_total: 0 });
});

/** A learner who was assigned a module with their department, and whose only answer waits for a trainer. */
async function waitingForGrade() {
  const people = await cast();
  const learner = await people.person('learner', people.department.id);
  const question = spokenQuestion();
  const module_id = await publish(people, question);
  const to = { kind: 'department', department_id: people.department.id } as const;
  await people.admin.client.assignments.create.mutate({ module_id, to, joiners: true });
  const { attempt_id, enrollment_id } = await study(learner.client, module_id);
  const response = { by: 'text', text: 'I stop the belt and hang a lock.' } as const;
  const asked = { attempt_id, question_id: question.id };
  const { answer } = await learner.client.grading.answerSpoken.mutate({ ...asked, response });
  const verdict = { by: 'criteria' as const, met: [true, true] };
  return {
    ...people,
    learner,
    enrollment_id,
    grade: () => people.trainer.client.grading.grade.mutate({ answer_id: answer.answer_id, verdict }),
    move: (departmentId: string) =>
      people.admin.client.users.upsert.mutate({ email: learner.email, department_id: departmentId }),
    mine: () => learner.client.learning.mine.query(),
  };
}

// rules/learning 13
test(
  'who has become an auditor still sees and appeals their own attempts, and begins no other',
  { tags: ['deep'] },
  async () => {
    const { learner, admin, module_id, enrollment_id, attempt_id, answer, colleague } = await movedAway();
    await admin.client.users.upsert.mutate({ email: learner.email, role: 'auditor' });
    const { learning, grading } = learner.client;
    expect(await learning.mine.query()).toMatchObject({ owed: [], ended: [{ enrollment_id, module_id }] });
    const { cycles } = await learning.history.query({ module_id });
    expect(cycles[0]).toMatchObject({ enrollment_id, attempts: [{ id: attempt_id, state: 'failed' }] });
    expect(await learning.attempt.query({ attempt_id })).toMatchObject({ attempt: { score: 0.5 } });
    const { answer_id } = answer;
    expect(await grading.answer.query({ answer_id })).toMatchObject({ score: 0.5, appeal_by: expect.any(String) });
    expect((await grading.appeal.mutate({ answer_id, words: 'I said it.' })).appeal).toMatchObject({
      decided_at: null,
    });
    await refused(learning.start.mutate({ module_id }), 403, 'forbidden');
    await refused(learning.beginAttempt.mutate({ enrollment_id }), 403, 'forbidden');

    const verdict = { by: 'criteria' as const, met: [true, true] };
    await colleague.client.grading.decideAppeal.mutate({ answer_id, verdict, comment: 'You did.' });
    expect(await grading.answer.query({ answer_id })).toMatchObject({ score: 1 });
  },
);

test(
  'an appeal that is won after the move counts: who takes the module up again has completed it',
  { tags: ['deep'] },
  async () => {
    const { learner, module_id, answer, colleague } = await movedAway();
    await db.pool.query('update enrollments set completed_at = null where user_id = $1 and cycle = 1', [learner.id]);
    await db.pool.query('update enrollments set is_current = false where user_id = $1', [learner.id]);
    const { answer_id } = answer;
    await learner.client.grading.appeal.mutate({ answer_id, words: 'I said it.' });
    const verdict = { by: 'criteria' as const, met: [true, true] };
    await colleague.client.grading.decideAppeal.mutate({ answer_id, verdict, comment: 'You did.' });
    expect(await learner.client.learning.start.mutate({ module_id })).toMatchObject({ status: 'completed' });
  },
);

// rules/learning 1
test(
  'who renews a certificate that lapses goes on with the renewal that was taken back',
  { tags: ['deep'] },
  async () => {
    const { learner, module_id, enrollment_id, done } = await movedAway();
    await db.pool.query(`update enrollments set expires_at = now() + interval '5 days' where id = $1`, [done.id]);
    const { learning } = learner.client;
    expect(await learning.start.mutate({ module_id })).toMatchObject({ enrollment_id, status: 'in_progress' });
    expect((await learning.history.query({ module_id })).cycles).toMatchObject([
      { enrollment_id, cycle: 2, is_current: true, end: null, attempts: [{ state: 'failed' }] },
      { enrollment_id: done.id, cycle: 1, is_current: false },
    ]);
    expect(await learning.mine.query()).toMatchObject({ begun: [{ enrollment_id, renewal: true }], ended: [] });
  },
);

/** Makes somebody who has come back after the grade that they waited for. */
async function returnedAfterGrade() {
  const made = await waitingForGrade();
  const { workspace, department, enrollment_id, grade, move, mine } = made;
  const elsewhere = await make.department(workspace);
  await move(elsewhere.id);
  await grade();
  expect(await mine()).toMatchObject({ owed: [], results: [], ended: [{ enrollment_id, best_score: 1 }] });
  await move(department.id);
  expect(await mine()).toMatchObject({ owed: [{ enrollment_id, best_score: 1 }], results: [] });
  return made;
}

// rules/learning 10
test('who comes back after the grade that they waited for has completed the module', { tags: ['deep'] }, async () => {
  const { enrollment_id, mine } = await returnedAfterGrade();
  await completeCyclesReinstatedByAssignment(db, new Date(), () => false);
  const done = { owed: [], ended: [], results: [{ enrollment_id, score: 1, cycle: 1 }] };
  expect(await mine()).toMatchObject(done);
  await completeCyclesReinstatedByAssignment(db, new Date(), () => false);
  expect(await mine()).toMatchObject(done);
});

// rules/learning 10
test('a completion that always fails keeps none of those after it from being made', { tags: ['deep'] }, async () => {
  const [lost, other] = [await returnedAfterGrade(), await returnedAfterGrade()];
  const zone = (name: string) =>
    db.pool.query('update workspaces set time_zone = $2 where id = $1', [lost.workspace.id, name]);
  await zone('Mars/Olympus');
  await expect(completeCyclesReinstatedByAssignment(db, new Date(), () => false)).rejects.toThrow('Mars/Olympus');
  await zone('UTC');
  expect(await other.mine()).toMatchObject({ owed: [], results: [{ score: 1 }] });
  expect(await lost.mine()).toMatchObject({ owed: [{ best_score: 1 }], results: [] });
});

// rules/learning 10
test(
  'whose excuse is undone after the grade that they waited for has completed the module',
  { tags: ['deep'] },
  async () => {
    const { enrollment_id, grade, mine, admin } = await waitingForGrade();
    await admin.client.assignments.waive.mutate({ enrollment_id, reason: 'On leave' });
    await grade();
    expect(await mine()).toMatchObject({ owed: [], results: [], ended: [{ enrollment_id, end: 'waived' }] });
    await admin.client.assignments.undoWaiver.mutate({ enrollment_id });
    expect(await mine()).toMatchObject({ owed: [], results: [{ enrollment_id, score: 1 }] });
  },
);

// rules/learning 13
test(
  'what was done stays readable where nobody can study the module, and is nobody else’s',
  { tags: ['deep'] },
  async () => {
    const { learner, second, module_id, attempt_id } = await movedAway();
    await db.pool.query(`update modules set status = 'archived' where id = $1`, [module_id]);
    const { learning } = learner.client;
    await refused(learning.open.query({ module_id }), 409, 'module_not_published');
    expect((await learning.history.query({ module_id })).cycles).toHaveLength(2);
    expect((await learning.attempt.query({ attempt_id })).attempt.state).toBe('failed');
    await refused(second.client.learning.history.query({ module_id }), 404, 'module_not_found');
    await refused(second.client.learning.attempt.query({ attempt_id }), 404, 'attempt_not_found');
  },
);

test(
  'why something is assigned names the day of the assignment, and not the day of a move',
  { tags: ['deep'] },
  async () => {
    const { learner, module_id, admin, elsewhere, assignment, department, move } = await movedAway();
    const to = { kind: 'department', department_id: elsewhere.id } as const;
    const { id } = await admin.client.assignments.create.mutate({ module_id, to });
    await db.pool.query(`update assignments set created_at = created_at - interval '90 days' where id = any($1)`, [
      [id, assignment.id],
    ]);
    const since = async () =>
      (await learner.client.learning.open.query({ module_id })).cycle?.why.map((why) => why.since);
    const madeOn = async (assignmentId: string) =>
      (await admin.client.assignments.get.query({ id: assignmentId })).created_at;
    await move(department.id);
    expect(await since()).toEqual([await madeOn(assignment.id)]);
    await move(elsewhere.id);
    expect(await since()).toEqual([await madeOn(id)]);
  },
);
