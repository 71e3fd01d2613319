import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;

// rules/assignments 5
test('who joins the department or gets the role later is assigned at once, over the API as in the console', async () => {
  const { assign, admin, department, elsewhere, workspace, cycles } = await assignmentsOf(server);
  const { call } = await server.api(['users:write'], workspace);
  const byDepartment = await assign({ due_days: 7 });
  const byRole = await assign({ to: { kind: 'role', role: 'content_manager' } });
  const created = await call('POST', '/api/v1/users', {
    email: 'new@example.com',
    full_name: 'New',
    department_id: department.id,
  });
  expect(await cycles(created.json.id)).toMatchObject([{ due_on: dayIn(7), by: [byDepartment.id] }]);
  const mover = await make.user(workspace, { departmentId: elsewhere.id });
  await admin.users.upsert.mutate({ email: mover.email, department_id: department.id });
  expect(await cycles(mover.id)).toMatchObject([{ by: [byDepartment.id] }]);
  await admin.users.upsert.mutate({ email: mover.email, role: 'content_manager' });
  expect(await cycles(mover.id)).toMatchObject([{ cycle: 1, by: [byDepartment.id, byRole.id] }]);
});

// rules/assignments 5
test('without joiners, who comes later gets nothing, and who has it keeps it', async () => {
  const { assign, person, department, elsewhere, workspace, admin, cycles } = await assignmentsOf(server);
  const ana = await person();
  await assign({ joiners: false });
  const late = await person();
  const mover = await make.user(workspace, { departmentId: elsewhere.id });
  await admin.users.upsert.mutate({ email: mover.email, department_id: department.id });
  for (const { id } of [late, mover]) expect(await cycles(id)).toEqual([]);
  await admin.users.upsert.mutate({ email: ana.email, full_name: 'Ana B.', role: 'content_manager' });
  expect(await cycles(ana.id)).toMatchObject([{ is_current: true }]);
  // Returning is joining later, too.
  for (const { id } of [elsewhere, department]) {
    await admin.users.upsert.mutate({ email: ana.email, department_id: id });
    expect(await cycles(ana.id)).toMatchObject([{ withdrawn: true, is_current: false, by: [] }]);
  }
});

// rules/assignments 5
test('who leaves the group has unfinished work taken back, unless something else covers it, and keeps what is completed', async () => {
  const { assign, person, elsewhere, upsert, cycles, complete } = await assignmentsOf(server);
  const [ana, bo, done] = [await person(), await person(), await person()];
  await complete(done.id);
  const [first, second] = [await assign({ due_on: dayIn(3) }), await assign({ to: { kind: 'user', user_id: bo.id } })];
  for (const { email } of [ana, bo, done]) await upsert(email, { department_id: elsewhere.id });
  expect(await cycles(ana.id)).toMatchObject([{ withdrawn: true, is_current: false, by: [] }]);
  expect(await cycles(bo.id)).toMatchObject([{ withdrawn: false, is_current: true, due_on: null, by: [second.id] }]);
  expect(await cycles(done.id)).toMatchObject([{ completed: true, is_current: true, by: [] }]);
  await upsert(ana.email, { department_id: first.to.kind === 'department' ? first.to.department_id : null });
  expect(await cycles(ana.id)).toMatchObject([{ cycle: 1, withdrawn: false, is_current: true, by: [first.id] }]);
});

test('a department that hands a person over to another one with the same module changes nothing for them', async () => {
  const { assign, person, elsewhere, upsert, cycles } = await assignmentsOf(server);
  const ana = await person();
  await assign();
  const theirs = await assign({ to: { kind: 'department', department_id: elsewhere.id }, due_days: 30 });
  const [before] = await cycles(ana.id);
  await upsert(ana.email, { department_id: elsewhere.id });
  expect(await cycles(ana.id)).toMatchObject([
    { id: before!.id, is_current: true, due_on: dayIn(30), by: [theirs.id] },
  ]);
});

// rules/assignments 5
test('the deactivated are paused: their rows stay, counts leave them out, and reactivated they go on', async () => {
  const { assign, admin, person, upsert, cycles } = await assignmentsOf(server);
  const [ana, away] = [await person(), await person({ isActive: false })];
  const { id } = await assign();
  const before = await cycles(ana.id);
  await upsert(ana.email, { deactivate: true });
  expect(await cycles(ana.id)).toEqual(before);
  expect((await admin.assignments.get.query({ id })).counts).toMatchObject({ people: 1 });
  await upsert(ana.email, { deactivate: false });
  expect(await cycles(ana.id)).toEqual(before);
  await upsert(away.email, { deactivate: false });
  expect(await cycles(away.id)).toMatchObject([{ by: [id] }]);
  expect((await admin.assignments.get.query({ id })).counts).toMatchObject({ people: 3 });
});

test('promoted to auditor, a person owes nothing any more', async () => {
  const { assign, person, upsert, cycles } = await assignmentsOf(server);
  const ana = await person();
  await assign();
  await assign({ to: { kind: 'user', user_id: ana.id } });
  await upsert(ana.email, { role: 'auditor' });
  expect(await cycles(ana.id)).toMatchObject([{ withdrawn: true, by: [] }]);
});

// rules/assignments 3
test('who joins after the last day has as many days as there were at first', async () => {
  const { assign, person, cycles } = await assignmentsOf(server);
  const { id } = await assign({ due_on: dayIn(10) });
  await pool.query(
    `update assignments set created_at = created_at - interval '30 days', due_on = due_on - 30 where id = $1`,
    [id],
  );
  const late = await person();
  expect(await cycles(late.id)).toMatchObject([{ due_on: dayIn(10), by: [id] }]);
});

test(
  'a person who is moved while an assignment is made ends up with what they are then',
  { tags: ['deep'] },
  async () => {
    const { assign, person, department, elsewhere, upsert, cycles, workspace } = await assignmentsOf(server);
    for (let round = 0; round < 8; round++) {
      const [leaves, joins] = [await person(), await make.user(workspace, { departmentId: elsewhere.id })];
      const [made] = await Promise.all([
        assign(),
        upsert(leaves.email, { department_id: elsewhere.id }),
        upsert(joins.email, { department_id: department.id }),
      ]);
      const [left, joined] = [await cycles(leaves.id), await cycles(joins.id)];
      expect(left.filter((cycle) => cycle.is_current)).toEqual([]);
      expect(joined.at(-1)?.by, `round ${round}`).toContain(made.id);
    }
  },
);

// rules/assignments 2
test('two assignments of a module at once open one cycle, which both cover', async () => {
  const { assign, person, cycles } = await assignmentsOf(server);
  const people = await Promise.all(Array.from({ length: 20 }, () => person()));
  const made = await Promise.all([
    assign({ due_days: 9 }),
    assign({ to: { kind: 'role', role: 'learner' }, due_days: 4 }),
  ]);
  for (const { id } of people) {
    const all = await cycles(id);
    expect(all).toMatchObject([{ cycle: 1, is_current: true, due_on: dayIn(4) }]);
    expect(all[0]!.by.sort()).toEqual(made.map((each) => each.id).sort());
  }
});

test('a change that concerns no assignment asks nothing of the assignments', async () => {
  const { person, workspace, assign } = await assignmentsOf(server);
  const { email } = await person();
  await assign();
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(assignments_lock($1))', [workspace.id]);
  const { call } = await server.api(['users:write'], workspace);
  const renamed = await call('POST', '/api/v1/users', { email, full_name: 'Renamed' });
  const deactivated = await call('POST', '/api/v1/users', { email, deactivate: true });
  expect([renamed.status, deactivated.status]).toEqual([200, 200]);
  await client.query('rollback');
  client.release();
});

// rules/assignments 5 and rules/users 19
test(
  'hundreds who come in one request get all that they owe, in time, on connections that knew empty tables',
  { tags: ['deep'] },
  async () => {
    const workspace = await make.workspace();
    const { call } = await server.api(['users:write'], workspace);
    const admin = await server.as('super_admin', workspace);
    const course = await make.course(workspace);
    for (let n = 0; n < 30; n++) {
      const { id } = await make.module(workspace, course.id, { status: 'published' });
      await admin.assignments.create.mutate({ module_id: id, to: { kind: 'role', role: 'learner' } });
    }
    for (const key of ['night-1', 'night-2']) {
      const users = Array.from({ length: 500 }, (_, n) => ({ email: `${key}-${n}@example.com`, full_name: 'New' }));
      const sent = await call('POST', '/api/v1/users/bulk', { users }, { 'idempotency-key': key });
      expect(sent).toMatchObject({ status: 200, json: { counts: { created: 500 } } });
    }
    const { rows } = await server.db.pool.query(
      'select count(*)::integer as owed from enrollments where workspace_id = $1 and is_current',
      [workspace.id],
    );
    expect(rows).toEqual([{ owed: 30_000 }]);
  },
);
