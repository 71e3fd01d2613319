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

test('what keeps a department is said, and what to do: people move, what it has had keeps its name', async () => {
  const workspace = await make.workspace();
  const department = await make.department(workspace, 'Transport');
  const { id } = department;
  const admin = await server.as('super_admin', workspace);
  const lasting =
    'Courses, suggestions and assignments say for good whose they were, so rename it instead, such as “Transport (closed)”; ' +
    'people can be moved to another department.';
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
