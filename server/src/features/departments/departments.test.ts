import { MAX_DEPARTMENTS_PER_WORKSPACE } from '@training/shared/departments/departments';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

test('a department that has people cannot be deleted', async () => {
  const workspace = await make.workspace();
  const department = await make.department(workspace, 'Transport');
  await server.as('trainer', workspace, department.id);
  const admin = await server.as('super_admin', workspace);
  const deleting = admin.departments.delete.mutate({ id: department.id });
  await expect(deleting).rejects.toMatchObject({ data: { httpStatus: 409, app_code: 'department_in_use' } });
});

// rules/users 13
test('what keeps a department is said, and what to do: people move, what it has had keeps its name', async () => {
  const workspace = await make.workspace();
  const department = await make.department(workspace, 'Transport');
  const { id } = department;
  const admin = await server.as('super_admin', workspace);
  const lasting =
    'Suggestions and assignments say for good whose they were, so rename it instead, such as “Transport (closed)”; ' +
    'people and courses can be moved to another department.';
  const isRefused = (detail: string) =>
    expect(admin.departments.delete.mutate({ id })).rejects.toMatchObject({
      data: { httpStatus: 409, app_code: 'department_in_use', detail },
    });
  const away = await make.user(workspace, { departmentId: id, isActive: false });
  await isRefused('Transport has 1 person (1 inactive): move them to another department, then delete it.');

  const module = await make.module(workspace, (await make.course(workspace, { published: true })).id, {
    status: 'published',
  });
  const assignment = await admin.assignments.create.mutate({
    module_id: module.id,
    to: { kind: 'department', department_id: id },
  });
  await isRefused(`Transport has 1 person (1 inactive), 1 standing assignment. ${lasting}`);
  await admin.assignments.end.mutate({ id: assignment.id });
  await admin.users.upsert.mutate({ email: away.email, department_id: null });
  await isRefused(`Transport has 1 ended assignment. ${lasting}`);
  await admin.departments.rename.mutate({ id, name: 'Transport (closed)' });
});

// rules/users 13
test('a workspace takes so many departments and no more, also at once', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  await server.db.pool.query(
    `insert into departments (workspace_id, id, name, created_at)
     select $1, gen_random_uuid(), 'Department ' || n, now() from generate_series(2, $2) n`,
    [workspace.id, MAX_DEPARTMENTS_PER_WORKSPACE],
  );
  const add = (name: string) => admin.departments.create.mutate({ name });
  const race = await Promise.allSettled(['One', 'Two', 'Three'].map(add));
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(add('Four')).rejects.toMatchObject({ data: { httpStatus: 409, app_code: 'department_limit_reached' } });
  expect(await admin.departments.list.query()).toHaveLength(MAX_DEPARTMENTS_PER_WORKSPACE);
});

// rules/users 13, rules/audit 2
test('a department without people is deleted, and the audit log keeps its name', async () => {
  const workspace = await make.workspace();
  const department = await make.department(workspace, 'Transport');
  const admin = await server.as('super_admin', workspace);
  await admin.departments.delete.mutate({ id: department.id });
  expect(await admin.departments.list.query()).toEqual([]);
  const { events } = await admin.audit.list.query({ action: 'department.deleted' });
  expect(events).toMatchObject([{ subject: { id: department.id, name: 'Transport' } }]);
});

test('a trainer deletes no department, nor does an auditor', async () => {
  const workspace = await make.workspace();
  const department = await make.department(workspace);
  for (const role of ['trainer', 'auditor'] as const) {
    const person = await server.as(role, workspace, role === 'trainer' ? department.id : undefined);
    const deleting = person.departments.delete.mutate({ id: department.id });
    await expect(deleting, role).rejects.toMatchObject({ data: { httpStatus: 403, app_code: 'forbidden' } });
  }
});

test('a name is given to one department of a workspace, and may be another workspace’s too', async () => {
  const workspace = await make.workspace();
  await make.department(await make.workspace(), 'Transport');
  const admin = await server.as('super_admin', workspace);
  await admin.departments.create.mutate({ name: 'Transport' });
  const second = admin.departments.create.mutate({ name: 'Transport' });
  await expect(second).rejects.toMatchObject({ data: { httpStatus: 409, app_code: 'department_name_taken' } });
});

test('the list counts people, courses and suggestions that wait, of each department by itself', async () => {
  const workspace = await make.workspace();
  const [full, empty] = [await make.department(workspace, 'Full'), await make.department(workspace, 'Empty')];
  const admin = await server.as('super_admin', workspace);
  await make.user(workspace, { departmentId: full.id });
  await make.user(workspace, { departmentId: full.id });
  await make.user(workspace, { departmentId: full.id, isActive: false });
  await make.course(workspace, { departmentId: full.id });
  const { call } = await server.api(['intake:create'], workspace);
  await call('POST', '/api/v1/intake', { content: 'Lift.', source_name: 'Feed', department_id: full.id });
  await call('POST', '/api/v1/intake', { content: 'Carry.', source_name: 'Feed' });
  const none = { active_users: 0, inactive_users: 0, courses: 0, waiting_suggestions: 0 };
  expect(await admin.departments.list.query()).toMatchObject([
    { id: empty.id, ...none },
    { id: full.id, active_users: 2, inactive_users: 1, courses: 1, waiting_suggestions: 1 },
  ]);
  const contents = await admin.departments.contents.query({ id: full.id });
  expect(contents).toEqual({ people: 3, courses: 1, waiting: 1, lasting: 0 });
});

// rules/users 13
test('courses move to another department with an event each; its trainers write them from then on', async () => {
  const workspace = await make.workspace();
  const [from, to] = [await make.department(workspace, 'From'), await make.department(workspace, 'To')];
  const course = await make.course(workspace, { title: 'Lifting', departmentId: from.id });
  const other = await make.course(workspace, { departmentId: to.id });
  const [before, after] = [
    await server.as('trainer', workspace, from.id),
    await server.as('trainer', workspace, to.id),
  ];
  const admin = await server.as('super_admin', workspace);
  expect(await admin.courses.move.mutate({ from: from.id, to: to.id })).toEqual({ moved: 1, left: 0 });
  const rename = { id: course.id, version: 1, title: 'Lifting well' };
  await expect(before.courses.update.mutate(rename)).rejects.toMatchObject({ data: { httpStatus: 403 } });
  await after.courses.update.mutate(rename);
  const { events } = await admin.audit.list.query({ action: 'course.moved' });
  const moved = { subject: { id: course.id, name: 'Lifting' }, changes: { department_id: [from.id, to.id] } };
  expect(events).toMatchObject([moved]);
  expect((await admin.courses.get.query({ id: other.id })).department_id).toBe(to.id);
  expect(await admin.courses.move.mutate({ from: to.id, to: to.id })).toEqual({ moved: 0, left: 0 });
});

test('courses go to no department that is not there, and only super admins move them', async () => {
  const workspace = await make.workspace();
  const from = await make.department(workspace);
  const elsewhere = await make.department(await make.workspace());
  const course = await make.course(workspace, { departmentId: from.id });
  const admin = await server.as('super_admin', workspace);
  for (const asked of [
    { from: from.id, to: elsewhere.id },
    { from: elsewhere.id, to: from.id },
  ]) {
    await expect(admin.courses.move.mutate(asked)).rejects.toMatchObject({
      data: { httpStatus: 404, app_code: 'department_not_found' },
    });
  }
  expect((await admin.courses.get.query({ id: course.id })).department_id).toBe(from.id);
  const trainer = await server.as('trainer', workspace, from.id);
  await expect(trainer.courses.move.mutate({ from: from.id, to: from.id })).rejects.toMatchObject({
    data: { httpStatus: 403, app_code: 'forbidden' },
  });
});
