import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { verifyRollups } from '../analytics/rollups/verify.ts';
import { assignmentsOf } from './assignments-fixture.ts';
import { moveDueDatesToNewTimeZone } from './apply-runs.ts';

const server = await startTestServer();
const { make, db } = server;

const APPLY = `select apply_assignments(array[a], array(select p from people_of(a, '00000000-0000-0000-0000-000000000000') p), now(), true)
  from assignments a where id = $1`;

async function waitersForLocks(): Promise<number | null> {
  const waiting = await db.pool.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return waiting.rowCount;
}

/** People of a department whose assignment is stored, and applied to nobody yet. */
async function beforeABatch() {
  const given = await assignmentsOf(server);
  const [ana, bo] = [await given.person(), await given.person()];
  const { id } = await given.assign();
  await db.pool.query('delete from assignment_enrollments where workspace_id = $1', [given.workspace.id]);
  await db.pool.query('delete from enrollments where workspace_id = $1', [given.workspace.id]);
  const counts = () => verifyRollups({ ...make.contextOf(given.workspace), db, now: new Date() });
  return { ...given, id, ana, bo, counts };
}

// rules/analytics 15
test('whoever is moved while a batch assigns them waits for it, and then loses what it gave', async () => {
  const { id, ana, bo, elsewhere, upsert, cycles, counts } = await beforeABatch();
  const batch = await connect(server.databaseUrl);
  await batch.query('begin');
  await batch.query(APPLY, [id]);
  const moving = upsert(ana.email, { department_id: elsewhere.id });
  await expect.poll(waitersForLocks).toBe(1);
  await batch.query('commit');
  await moving;
  expect(await cycles(ana.id)).toMatchObject([{ withdrawn: true, is_current: false, by: [] }]);
  expect(await cycles(bo.id)).toMatchObject([{ is_current: true, by: [id] }]);
  expect(await counts()).toMatchObject({ wrong_rows: 0, wrong_cells: 0 });
});

// rules/analytics 15
test('a batch waits for whoever is being moved, and gives them nothing once they have gone', async () => {
  const { id, ana, bo, elsewhere, cycles, counts } = await beforeABatch();
  const [mover, batch] = [await connect(server.databaseUrl), await connect(server.databaseUrl)];
  await mover.query('begin');
  await mover.query('update users set department_id = $2 where id = $1', [ana.id, elsewhere.id]);
  const applying = batch.query(APPLY, [id]);
  await expect.poll(waitersForLocks).toBe(1);
  await mover.query('commit');
  await applying;
  expect(await cycles(ana.id)).toEqual([]);
  expect(await cycles(bo.id)).toMatchObject([{ by: [id] }]);
  expect(await counts()).toMatchObject({ wrong_rows: 0, wrong_cells: 0 });
});

// rules/analytics 15
test('a batch and due dates that move lock cycles in one order, whoever has had theirs first', async () => {
  const { id, ana, bo, module, workspace, admin, cycles, counts } = await beforeABatch();
  // The later person has the earlier cycle: by the ids of cycles the order is the other way round.
  for (const { id: userId } of [bo, ana]) await make.enrollment(workspace, userId, module.id, { source: 'assignment' });
  await db.pool.query(`update enrollments set due_on = '2030-05-01' where workspace_id = $1`, [workspace.id]);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'Asia/Tokyo' });
  const beside = await connect(server.databaseUrl);
  const batch = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select from enrollments where user_id = $1 for update', [ana.id]);
  const applying = batch.query(APPLY, [id]);
  await expect.poll(waitersForLocks).toBe(1);
  const moving = moveDueDatesToNewTimeZone(db);
  await expect.poll(waitersForLocks).toBe(2);
  await beside.query('rollback');
  await applying;
  expect(await moving).toBe(true);
  for (const person of [ana, bo]) expect(await cycles(person.id)).toMatchObject([{ by: [id] }]);
  expect(await counts()).toMatchObject({ wrong_rows: 0, wrong_cells: 0 });
});
