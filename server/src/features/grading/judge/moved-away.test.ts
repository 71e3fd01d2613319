import { expect, test } from 'vitest';
import { spokenQuestion, startGradingServer } from '../grading-fixture.ts';

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
