import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { dayIn } from '../assignments/assignments-fixture.ts';
import { pathsOf } from './paths-fixture.ts';

const server = await startTestServer();
const { pool } = server.db;

const untilWaiting = (count: number) =>
  vi.waitUntil(
    async () =>
      (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
        .rowCount === count,
    { timeout: 30_000 },
  );

// rules/paths 3, 7
test.for(['update', 'end'] as const)(
  'a module that is added while the assignment is changed (%s) gets the same change',
  { tags: ['deep'] },
  async (change) => {
    const { workspace, admin, member, path, written, module, modules, toDepartment } = await pathsOf(server, 2);
    await member('learner');
    const added = await module('Step 3');
    const { id } = await admin.paths.assign.mutate({ path_id: path.id, to: toDepartment, due_on: dayIn(10) });
    const parts = async () =>
      (
        await pool.query<{ id: string; ended: boolean; due_on: string; version: number }>(
          `select id, ended_at is not null as ended, to_char(due_on, 'YYYY-MM-DD') as due_on, version from assignments
           where workspace_id = $1 order by id`,
          [workspace.id],
        )
      ).rows;
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from assignments where id = $1 for no key update', [(await parts())[1]!.id]);
      const { department_id: _, ...changed } = written;
      const steps = [...modules, added].map((each) => ({ module_id: each.id, requires: [] }));
      const adding = admin.paths.update.mutate({ ...changed, id: path.id, version: 1, steps });
      await untilWaiting(1);
      const changing =
        change === 'end'
          ? admin.paths.endAssignment.mutate({ id })
          : admin.paths.updateAssignment.mutate({ id, version: 1, to: toDepartment, due_on: dayIn(20) });
      await untilWaiting(2);
      await holder.query('commit');
      await Promise.all([adding, changing]);
    } finally {
      holder.release();
    }
    const same = change === 'end' ? { ended: true } : { ended: false, due_on: dayIn(20), version: 2 };
    expect(await parts()).toMatchObject([same, same, same]);
  },
);

// rules/paths 3, rules/assignments 11
test('a repeated request assigns a path once, and answers what it has made', async () => {
  const { admin, trainer, path, written, toDepartment, modules, module } = await pathsOf(server, 2);
  const asked = { path_id: path.id, to: toDepartment, due_on: dayIn(10), request_id: newId() };
  const made = await Promise.all([1, 2].map(() => trainer.paths.assign.mutate(asked)));
  expect(made[1]).toEqual(made[0]);
  const { id } = made[0]!;
  const standing = async () => (await admin.paths.standing.query({ id: path.id })).assignments;
  expect(await standing()).toMatchObject([{ id }]);
  const refusal = { data: { httpStatus: 400, app_code: 'invalid_request' } };
  await expect(trainer.paths.assign.mutate({ ...asked, due_on: dayIn(11) })).rejects.toMatchObject(refusal);
  const other = await admin.paths.create.mutate({ ...written, title: 'Lift' });
  await expect(trainer.paths.assign.mutate({ ...asked, path_id: other.id })).rejects.toMatchObject(refusal);
  // A module that is taken out and put back is still a part of the assignment.
  const { department_id: _, ...changed } = written;
  const [one] = modules;
  const without = [{ module_id: one!.id }, { module_id: (await module('Step 3')).id }];
  await admin.paths.update.mutate({ ...changed, id: path.id, version: 1, steps: without });
  await admin.paths.update.mutate({ ...changed, id: path.id, version: 2 });
  expect(await trainer.paths.assign.mutate(asked)).toEqual({ id });
  await admin.paths.endAssignment.mutate({ id });
  await expect(trainer.paths.assign.mutate(asked)).rejects.toMatchObject({
    data: { httpStatus: 409, app_code: 'assignment_ended' },
  });
});
