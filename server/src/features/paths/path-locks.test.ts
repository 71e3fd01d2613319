import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
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
