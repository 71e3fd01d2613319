import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { refused } from '../reviews/reviews-fixture.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();

/** A trainer of the department who is assigned modules, with a colleague. */
async function trainerWhoStudies() {
  const world = await assignmentsOf(server);
  const me = await world.person({ role: 'trainer' });
  const headers = { cookie: await server.signIn(me.email), [WORKSPACE_HEADER]: world.workspace.slug };
  const { assignments } = server.client(headers);
  return { ...world, me, mine: assignments, toMe: { kind: 'user', user_id: me.id } as const };
}

// rules/assignments 7
test('nobody ends, postpones or gives to others what somebody else assigned to them alone, nor previews it', async () => {
  const { assign, me, mine, toMe, toDepartment, trainer, person, cycles } = await trainerWhoStudies();
  const due_on = dayIn(10);
  const { id, version } = await assign({ to: toMe, due_on });
  const named = { id, version, to: toMe };
  const toAnother = { kind: 'user', user_id: (await person()).id } as const;
  const later = [{ due_on: dayIn(11) }, { due_days: 20 }, {}, { to: toAnother, due_on }];
  const changes = later.map((change) => ({ ...named, ...change }));
  for (const change of changes) {
    await refused(mine.update.mutate(change), 403, 'self_grading');
    await refused(mine.preview.query({ change: 'update', ...change }), 403, 'self_grading');
  }
  await refused(mine.end.mutate({ id }), 403, 'self_grading');
  await refused(mine.preview.query({ change: 'end', id }), 403, 'self_grading');
  expect(await cycles(me.id)).toMatchObject([{ due_on, is_current: true, by: [id] }]);

  const sooner = await mine.update.mutate({ ...named, due_on: dayIn(5) });
  // Once others owe it too, it could be ended.
  const wider = { ...named, version: sooner.version, to: toDepartment, due_on: dayIn(5) };
  await refused(mine.update.mutate(wider), 403, 'self_grading');
  expect(await cycles(me.id)).toMatchObject([{ due_on: dayIn(5), by: [id] }]);
  await trainer.assignments.update.mutate({ ...named, version: sooner.version, due_on: dayIn(30) });
  expect(await cycles(me.id)).toMatchObject([{ due_on: dayIn(30), by: [id] }]);
});

// rules/assignments 7
test('who assigned something to themselves may take it back', async () => {
  const { mine, me, toMe, module, cycles } = await trainerWhoStudies();
  const { id, version } = await mine.create.mutate({ module_id: module.id, to: toMe, due_on: dayIn(3) });
  await mine.update.mutate({ id, version, to: toMe, due_on: dayIn(9) });
  expect(await cycles(me.id)).toMatchObject([{ due_on: dayIn(9) }]);
  await mine.end.mutate({ id });
  expect(await cycles(me.id)).toMatchObject([{ withdrawn: true }]);
});

// rules/assignments 7
test('an assignment of many is postponed and ended while others owe it too, and by somebody else once only oneself does', async () => {
  const { workspace, department, module, admin, mine, me, toDepartment, person, cycles } = await trainerWhoStudies();
  const ana = await person();
  const create = () => admin.assignments.create.mutate({ module_id: module.id, to: toDepartment, due_on: dayIn(3) });
  const { id, version } = await create();
  const longer = await mine.update.mutate({ id, version, to: toDepartment, due_on: dayIn(6) });
  expect(await cycles(me.id)).toMatchObject([{ due_on: dayIn(6) }]);
  const toAna = { kind: 'user' as const, user_id: ana.id };
  const others = await server.db.pool.query<{ id: string }>(
    'select id from users where workspace_id = $1 and department_id = $2 and id not in ($3, $4)',
    [workspace.id, department.id, me.id, ana.id],
  );
  const finish = (userId: string) =>
    server.db.pool.query('update enrollments set started_at = now(), completed_at = now() where user_id = $1', [
      userId,
    ]);
  for (const each of others.rows) await finish(each.id);
  // Only the trainer would be let off.
  await refused(mine.update.mutate({ id, version: longer.version, to: toAna, due_on: dayIn(6) }), 403, 'self_grading');
  await mine.update.mutate({ id, version: longer.version, to: toDepartment, due_on: dayIn(7) });
  await finish(ana.id);
  const alone = { id, version: longer.version + 1, to: toDepartment };
  await refused(mine.update.mutate({ ...alone, due_on: dayIn(8) }), 403, 'self_grading');
  await refused(mine.end.mutate({ id }), 403, 'self_grading');
  expect(await cycles(me.id)).toMatchObject([{ due_on: dayIn(7), by: [id] }]);
  // What else covers it leaves nothing to gain.
  const second = await create();
  await mine.end.mutate({ id });
  expect(await cycles(me.id)).toMatchObject([{ due_on: dayIn(3), by: [second.id] }]);
  await admin.assignments.end.mutate({ id: second.id });
  expect(await cycles(me.id)).toMatchObject([{ withdrawn: true }]);
});
