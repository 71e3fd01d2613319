import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();
const { make } = server;
const refused = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

// rules/assignments 1
test('a module assigned to a department is owed by its active people, until the end of the last day', async () => {
  const { assign, person, elsewhere, cycles, workspace, trainer } = await assignmentsOf(server);
  const [ana, gone, auditor] = [await person(), await person({ isActive: false }), await person({ role: 'auditor' })];
  const other = await make.user(workspace, { departmentId: elsewhere.id });
  const due_on = dayIn(10);
  const made = await assign({ due_on });
  // The trainer of the department too.
  expect(made).toMatchObject({ due_on, applying: null, counts: { people: 2, open: 2, completed: 0, overdue: 0 } });
  const dueAt = `${dayIn(11)}T00:00:00.000Z`;
  expect(await cycles(ana.id)).toMatchObject([{ cycle: 1, is_current: true, due_on, due_at: dueAt, by: [made.id] }]);
  for (const { id } of [gone, auditor, other]) expect(await cycles(id)).toEqual([]);
  expect(await trainer.assignments.people.query({ id: made.id })).toMatchObject({ total: 2 });
});

// rules/assignments 1
test('by person and by role: everybody of the role in the workspace, and none but the person', async () => {
  const { assign, person, elsewhere, cycles, workspace } = await assignmentsOf(server);
  const [ana, bo] = [await person(), await make.user(workspace, { departmentId: elsewhere.id })];
  const manager = await person({ role: 'content_manager' });
  const single = await assign({ to: { kind: 'user', user_id: bo.id } });
  expect(single).toMatchObject({ to: { kind: 'user', name: bo.fullName }, counts: { people: 1 } });
  expect(await cycles(ana.id)).toEqual([]);
  const all = await assign({ to: { kind: 'role', role: 'learner' } });
  expect(all.counts.people).toBe(2);
  expect(await cycles(bo.id)).toMatchObject([{ cycle: 1, by: [single.id, all.id] }]);
  expect(await cycles(manager.id)).toEqual([]);
});

// rules/assignments 2
test('who is assigned twice owes it once, by the earlier day; the other day counts when the earlier assignment ends', async () => {
  const { assign, person, cycles, admin } = await assignmentsOf(server);
  const ana = await person();
  const [late, soon] = [dayIn(20), dayIn(5)];
  const first = await assign({ due_on: late });
  const second = await assign({ to: { kind: 'user', user_id: ana.id }, due_on: soon });
  expect(await cycles(ana.id)).toMatchObject([{ cycle: 1, due_on: soon, by: [first.id, second.id] }]);
  await admin.assignments.end.mutate({ id: second.id, reason: 'Never mind' });
  expect(await cycles(ana.id)).toMatchObject([{ cycle: 1, is_current: true, due_on: late, by: [first.id] }]);
  await admin.assignments.end.mutate({ id: first.id });
  expect(await cycles(ana.id)).toMatchObject([{ is_current: false, withdrawn: true, by: [] }]);
});

// rules/assignments 2
test('a completion that counts is left as it is, unless it shall be done again; one that has expired is done again', async () => {
  const { assign, person, cycles, complete } = await assignmentsOf(server);
  const [done, forever, expired] = [await person(), await person(), await person()];
  await complete(done.id);
  await complete(forever.id, { expires: null });
  await complete(expired.id, { expires: -1 });
  const made = await assign();
  expect(made.counts).toMatchObject({ people: 4, completed: 2, open: 2 });
  expect(await cycles(done.id)).toMatchObject([{ completed: true, is_current: true, by: [made.id] }]);
  expect(await cycles(expired.id)).toMatchObject([{ is_current: false }, { cycle: 2, is_current: true }]);
  const again = await assign({ again: true });
  expect(again.counts).toMatchObject({ people: 4, completed: 0, open: 4 });
  expect(await cycles(forever.id)).toMatchObject([
    { cycle: 1, completed: true, is_current: false },
    { cycle: 2, is_current: true, by: [made.id, again.id] },
  ]);
});

test('taken back unfinished, the completion before counts again; assigned once more, one goes on where one was', async () => {
  const { assign, person, cycles, complete, admin } = await assignmentsOf(server);
  const ana = await person();
  await complete(ana.id);
  const again = await assign({ again: true });
  const [, open] = await cycles(ana.id);
  await server.db.pool.query('update enrollments set started_at = now(), progress = 0.5 where id = $1', [open!.id]);
  await admin.assignments.end.mutate({ id: again.id });
  expect(await cycles(ana.id)).toMatchObject([
    { completed: true, is_current: true },
    { cycle: 2, withdrawn: true, is_current: false },
  ]);
  await assign({ again: true });
  expect(await cycles(ana.id)).toMatchObject([
    { is_current: false },
    { id: open!.id, withdrawn: false, is_current: true },
  ]);
});

// rules/assignments 2
test('what somebody began from the library becomes owed, and is theirs again when the assignment ends', async () => {
  const { assign, person, cycles, module, workspace, admin } = await assignmentsOf(server);
  const ana = await person();
  await make.enrollment(workspace, ana.id, module.id, { source: 'library', startedAt: new Date() });
  const made = await assign({ due_days: 7 });
  expect(await cycles(ana.id)).toMatchObject([{ source: 'assignment', due_on: dayIn(7), by: [made.id] }]);
  await admin.assignments.end.mutate({ id: made.id });
  expect(await cycles(ana.id)).toMatchObject([
    { source: 'library', is_current: true, due_on: null, due_at: null, by: [] },
  ]);
});

// rules/assignments 1
test('trainers assign any published module to their own department and its people, and nobody else', async () => {
  const { trainer, admin, person, elsewhere, workspace, module } = await assignmentsOf(server);
  const [own, other] = [await person(), await make.user(workspace, { departmentId: elsewhere.id })];
  const foreign = await make.module(workspace, (await make.course(workspace)).id, { status: 'published' });
  const to = { kind: 'user', user_id: own.id } as const;
  const mine = await trainer.assignments.create.mutate({ module_id: foreign.id, to });
  expect(mine.may_change).toBe(true);
  for (const beyond of [
    { kind: 'user', user_id: other.id },
    { kind: 'department', department_id: elsewhere.id },
    { kind: 'role', role: 'learner' },
  ] as const) {
    const asked = { module_id: module.id, to: beyond };
    await expect(trainer.assignments.create.mutate(asked)).rejects.toMatchObject(refused(403, 'forbidden'));
    await expect(trainer.assignments.preview.query({ change: 'create', ...asked })).rejects.toMatchObject(
      refused(403, 'forbidden'),
    );
  }
  const all = await admin.assignments.create.mutate({ module_id: module.id, to: { kind: 'role', role: 'learner' } });
  const theirs = await admin.assignments.create.mutate({
    module_id: module.id,
    to: { kind: 'user', user_id: other.id },
  });
  const page = await trainer.assignments.list.query({});
  expect(page.assignments.map(({ id }) => id)).toEqual([all.id, mine.id]);
  expect(page.assignments[0]).toMatchObject({ may_change: false, counts: { people: 1 } });
  const { people } = await trainer.assignments.people.query({ id: all.id });
  expect(people.map(({ user_id }) => user_id)).toEqual([own.id]);
  await expect(trainer.assignments.end.mutate({ id: all.id })).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(trainer.assignments.get.query({ id: theirs.id })).rejects.toMatchObject(
    refused(404, 'assignment_not_found'),
  );
  await expect(
    trainer.assignments.update.mutate({ id: mine.id, version: 1, to: { kind: 'role', role: 'learner' } }),
  ).rejects.toMatchObject(refused(403, 'forbidden'));
  expect((await trainer.assignments.candidates.query({})).map(({ id }) => id)).not.toContain(other.id);
  expect((await admin.assignments.list.query({ user_id: own.id })).total).toBe(2);
  expect((await admin.assignments.list.query({ module_id: module.id })).total).toBe(2);
});

// rules/assignments 1
test('what cannot be assigned is refused, and says why', async () => {
  const { assign, person, workspace, course, module, admin } = await assignmentsOf(server);
  const draft = await make.module(workspace, course.id);
  const auditor = await person({ role: 'auditor', fullName: 'Audrey' });
  const unknown = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';
  await expect(assign({ module_id: draft.id })).rejects.toMatchObject(refused(409, 'module_state'));
  await expect(assign({ module_id: unknown })).rejects.toMatchObject(refused(404, 'module_not_found'));
  const toNobody = { kind: 'user', user_id: unknown } as const;
  await expect(assign({ to: toNobody })).rejects.toMatchObject(refused(404, 'user_not_found'));
  const nowhere = { kind: 'department', department_id: unknown } as const;
  await expect(assign({ to: nowhere })).rejects.toMatchObject(refused(404, 'department_not_found'));
  await expect(assign({ to: { kind: 'user', user_id: auditor.id } })).rejects.toThrow(/Audrey is an auditor/);
  await expect(assign({ due_on: dayIn(-1) })).rejects.toMatchObject({
    data: { errors: [{ path: 'due_on', code: 'day_past' }] },
  });
  await expect(assign({ due_on: '9999-12-31' })).rejects.toMatchObject({
    data: { errors: [{ path: 'due_on', code: 'day_too_late' }] },
  });
  await expect(assign({ due_on: '2026-02-30' })).rejects.toMatchObject({ data: { httpStatus: 400 } });
  await expect(assign({ due_on: dayIn(1), due_days: 1 })).rejects.toMatchObject({ data: { httpStatus: 400 } });
  await expect(
    admin.assignments.create.mutate({ module_id: module.id, to: { kind: 'role', role: 'auditor' } } as never),
  ).rejects.toMatchObject({ data: { httpStatus: 400 } });
  expect((await admin.assignments.list.query({})).total).toBe(0);
});

test('a change is made to what was looked at, once; an ended assignment stays as it was', async () => {
  const { assign, admin, toDepartment, person, cycles } = await assignmentsOf(server);
  const ana = await person();
  const { id } = await assign({ due_on: dayIn(5) });
  const change = { id, version: 1, to: toDepartment, due_on: dayIn(9) };
  const both = await Promise.allSettled([
    admin.assignments.update.mutate(change),
    admin.assignments.update.mutate(change),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((each) => each.status === 'rejected')?.reason).toMatchObject(refused(409, 'stale_version'));
  expect(await cycles(ana.id)).toMatchObject([{ due_on: dayIn(9) }]);
  await admin.assignments.end.mutate({ id });
  await expect(admin.assignments.end.mutate({ id })).rejects.toMatchObject(refused(409, 'assignment_ended'));
  await expect(admin.assignments.update.mutate({ ...change, version: 3 })).rejects.toMatchObject(
    refused(409, 'assignment_ended'),
  );
  expect((await admin.assignments.list.query({ state: 'ended' })).assignments).toMatchObject([
    { id, may_change: false },
  ]);
});

test('moved to another audience, those of the former one lose it and those of the new one get it', async () => {
  const { assign, admin, person, cycles, elsewhere, workspace } = await assignmentsOf(server);
  const [ana, bo] = [await person(), await make.user(workspace, { departmentId: elsewhere.id })];
  const { id } = await assign({ joiners: false });
  const to = { kind: 'department', department_id: elsewhere.id } as const;
  const moved = await admin.assignments.update.mutate({ id, version: 1, to, joiners: false });
  expect(moved).toMatchObject({ version: 2, counts: { people: 1 } });
  expect(await cycles(ana.id)).toMatchObject([{ withdrawn: true, by: [] }]);
  expect(await cycles(bo.id)).toMatchObject([{ is_current: true, by: [id] }]);
});

test('who is behind comes first, is found by name and status, and nobody inactive is listed', async () => {
  const { assign, admin, person } = await assignmentsOf(server);
  const names = ['Late Lena', 'Calm Carl', 'Done Dora', 'Gone Gert'];
  const people = await Promise.all(names.map((fullName) => person({ fullName })));
  const { id } = await assign({ due_on: dayIn(3) });
  const set = (at: number, sql: string) =>
    server.db.pool.query(`update enrollments set ${sql} where user_id = $1`, [people[at]!.id]);
  await set(0, `due_at = now() - interval '1 day'`);
  await set(2, 'started_at = now(), completed_at = now()');
  await admin.users.upsert.mutate({ email: people[3]!.email, deactivate: true });
  const list = async (given = {}) =>
    (await admin.assignments.people.query({ id, ...given })).people.map((each) => `${each.full_name} ${each.status}`);
  expect((await list()).filter((name) => !name.startsWith('Person'))).toEqual([
    'Late Lena overdue',
    'Calm Carl not_started',
    'Done Dora completed',
  ]);
  expect(await list({ status: 'overdue' })).toEqual(['Late Lena overdue']);
  expect(await list({ search: 'CARL' })).toEqual(['Calm Carl not_started']);
  expect((await admin.assignments.get.query({ id })).counts).toEqual({
    people: 4,
    completed: 1,
    open: 3,
    overdue: 1,
    paused: 0,
    waived: 0,
  });
});

test('of an archived module nobody is behind: what is unfinished is paused, and goes on when it is restored', async () => {
  const { assign, admin, person, complete, module } = await assignmentsOf(server);
  const [late, done] = [await person(), await person()];
  await complete(done.id);
  const { id } = await assign({ due_on: dayIn(3) });
  await server.db.pool.query(`update enrollments set due_at = now() - interval '1 day' where user_id = $1`, [late.id]);
  const read = async () => {
    const { counts } = await admin.assignments.get.query({ id });
    const { people } = await admin.assignments.people.query({ id });
    return { counts, statuses: Object.fromEntries(people.map(({ user_id, status }) => [user_id, status])) };
  };
  // With the trainer of the department.
  const standing = {
    counts: { people: 3, completed: 1, open: 2, overdue: 1, paused: 0, waived: 0 },
    statuses: { [late.id]: 'overdue', [done.id]: 'completed' },
  };
  expect(await read()).toMatchObject(standing);
  await admin.reviews.archive.mutate({ module_id: module.id, reason: 'Outdated' });
  expect(await read()).toMatchObject({
    counts: { people: 3, completed: 1, open: 0, overdue: 0, paused: 2, waived: 0 },
    statuses: { [late.id]: 'paused', [done.id]: 'completed' },
  });
  expect(await admin.assignments.people.query({ id, status: 'overdue' })).toMatchObject({ total: 0 });
  expect(await admin.assignments.people.query({ id, status: 'paused' })).toMatchObject({ total: 2 });
  await admin.reviews.restore.mutate({ module_id: module.id, reason: 'Needed' });
  expect(await read()).toMatchObject(standing);
});

test('assigning, changing and ending each leave one audit row that says what', async () => {
  const { assign, admin, toDepartment, module, department } = await assignmentsOf(server);
  const { id } = await assign({ due_days: 7 });
  await admin.assignments.update.mutate({ id, version: 1, to: toDepartment, due_days: 14 });
  await admin.assignments.update.mutate({ id, version: 2, to: toDepartment, due_days: 14 });
  await admin.assignments.end.mutate({ id, reason: 'Not needed' });
  const { events } = await admin.audit.list.query({ search: module.title });
  expect(events.map(({ action, changes }) => [action, changes])).toMatchObject([
    ['assignment.ended', { to: department.name, reason: 'Not needed' }],
    ['assignment.updated', { due_days: [7, 14] }],
    ['assignment.created', { to: department.name, due_days: 7, joiners: true }],
  ]);
});
