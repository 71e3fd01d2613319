import { modelGrade } from '../../../src/features/grading/grading-fixture.ts';
import type { Furnisher } from './furnisher.ts';

export type Taught = Awaited<ReturnType<typeof taught>>;

/**
 * A workspace whose learner was assigned a module, has spoken an answer, whose grade is to be checked, and appeals
 * against the grade.
 */
export async function taught({ before, cast, providers, server }: Furnisher) {
  const me = await before(await cast());
  const { learner, trainer, enrollment_id, module_id } = me;
  providers.respond('oral_grading', () => modelGrade(0.9, 'I stop the belt with the red button'));
  const { answer } = await me.speak();
  const { answer_id } = answer;
  await me.heard(answer_id);
  await learner.client.grading.confirmTranscript.mutate({ answer_id });
  await me.until(answer_id, 'graded');
  providers.respond('oral_grading', undefined);
  await server.db.pool.query(
    `insert into grade_checks (workspace_id, id, answer_id, number, chosen_at)
     select workspace_id, gen_random_uuid(), answer_id, number, at from grades where answer_id = $1 and number = 1
     on conflict do nothing`,
    [answer_id],
  );
  await learner.client.grading.appeal.mutate({ answer_id, words: 'I said the lock as well.' });
  await learner.client.learning.feedback.mutate({ enrollment_id, rating: 4, comment: 'Which lock?' });
  const { id: assignmentId } = await trainer.client.assignments.create.mutate({
    module_id,
    to: { kind: 'department', department_id: me.department.id },
    due_on: null,
    due_days: 7,
    joiners: true,
    again: false,
    window_days: 30,
  });
  const { workspace, department } = me;
  const of = { departmentId: department.id, assignmentId, userId: learner.id, title: 'Forklift' };
  await server.make.path(workspace, of);
  return me;
}
