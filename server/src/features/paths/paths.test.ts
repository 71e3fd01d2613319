import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { inOrder, pathsOf } from './paths-fixture.ts';

const server = await startTestServer();
const { make } = server;
const refused = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

// rules/paths 1, 2
test('a trainer puts published modules in order; the others of the workspace who assign read it, and the log has it', async () => {
  const { workspace, department, elsewhere, path, modules, admin } = await pathsOf(server);
  const [one, two, three] = modules.map(({ id }) => id);
  expect(path).toMatchObject({
    title: 'Forklift',
    description: 'From the start',
    department: { id: department.id, name: 'Transport' },
    version: 1,
    may_change: true,
    assignments: 0,
    steps: [
      { module_id: one, title: 'Step 1', status: 'published', requires: [] },
      { module_id: two, title: 'Step 2', status: 'published', requires: [one] },
      { module_id: three, title: 'Step 3', status: 'published', requires: [two] },
    ],
  });
  const other = await server.as('trainer', workspace, elsewhere.id);
  const seen = { ...path, may_change: false };
  expect(await other.paths.list.query({})).toEqual({ paths: [seen], total: 1 });
  expect(await other.paths.list.query({ search: 'lift' })).toMatchObject({ total: 1 });
  expect(await other.paths.list.query({ search: 'drift' })).toEqual({ paths: [], total: 0 });
  expect(await other.paths.get.query({ id: path.id })).toEqual(seen);
  const { events } = await admin.audit.list.query({ action: 'path.created' });
  expect(events).toMatchObject([
    { subject: { id: path.id, name: 'Forklift' }, changes: { modules: ['Step 1', 'Step 2', 'Step 3'] } },
  ]);
});

// rules/paths 1
test('trainers write paths of their own department only; super admins all; others neither read nor write', async () => {
  const { workspace, elsewhere, path, written, admin, trainer } = await pathsOf(server);
  const { id, version } = path;
  const { department_id, ...changed } = written;
  const other = await server.as('trainer', workspace, elsewhere.id);
  for (const write of [
    () => other.paths.create.mutate(written),
    () => trainer.paths.create.mutate({ ...written, department_id: null }),
    () => other.paths.update.mutate({ ...changed, id, version }),
    () => other.paths.archive.mutate({ id, archived: true }),
  ])
    await expect(write()).rejects.toMatchObject(refused(403, 'forbidden'));
  for (const role of ['learner', 'content_manager', 'auditor'] as const) {
    const person = await server.as(role, workspace, department_id);
    await expect(person.paths.list.query({}), role).rejects.toMatchObject(refused(403, 'forbidden'));
  }
  const common = await admin.paths.create.mutate({ ...written, department_id: null });
  expect(common).toMatchObject({ department: null, may_change: true });
  expect(await trainer.paths.get.query({ id: common.id })).toMatchObject({ may_change: false });
  expect(await admin.paths.update.mutate({ ...changed, id, version, title: 'Lift' })).toMatchObject({ title: 'Lift' });
});

// rules/paths 2
test('modules that aren’t published, unknown ones, and the same one twice are refused; so is a later prerequisite', async () => {
  const { written, trainer, module, modules, elsewhere, admin } = await pathsOf(server);
  const draft = await module('Draft', { status: 'draft' });
  const with_ = (steps: typeof written.steps) => trainer.paths.create.mutate({ ...written, steps });
  await expect(with_(inOrder([draft.id]))).rejects.toMatchObject(refused(409, 'module_state'));
  await expect(with_(inOrder([newId()]))).rejects.toMatchObject(refused(404, 'module_not_found'));
  const [one, two] = [modules[0]!.id, modules[1]!.id];
  for (const steps of [
    [],
    inOrder([one, one]),
    [
      { module_id: one, requires: [two] },
      { module_id: two, requires: [] },
    ],
    [{ module_id: one, requires: [one] }],
    [
      { module_id: one, requires: [] },
      { module_id: two, requires: [one, one] },
    ],
  ])
    await expect(with_(steps), JSON.stringify(steps)).rejects.toMatchObject(refused(400, 'invalid_request'));
  const unknown = admin.paths.create.mutate({ ...written, department_id: newId() });
  await expect(unknown).rejects.toMatchObject(refused(404, 'department_not_found'));
  expect((await admin.paths.create.mutate({ ...written, department_id: elsewhere.id })).department?.name).toBe(
    'Kitchen',
  );
});

// rules/paths 2
test('a module that was hidden since stays in its path, where it is seen, and can be taken out', async () => {
  const { written, path, trainer, admin, modules } = await pathsOf(server);
  await admin.reviews.unpublish.mutate({ module_id: modules[1]!.id, reason: 'Outdated' });
  expect((await trainer.paths.get.query({ id: path.id })).steps[1]).toMatchObject({ status: 'draft' });
  const { department_id: _, ...changed } = written;
  const kept = await trainer.paths.update.mutate({ ...changed, title: 'Lift', id: path.id, version: 1 });
  expect(kept).toMatchObject({ title: 'Lift', version: 2 });
  const steps = inOrder([modules[0]!.id, modules[2]!.id]);
  const without = await trainer.paths.update.mutate({ ...changed, steps, id: path.id, version: 2 });
  expect(without.steps.map(({ title }) => title)).toEqual(['Step 1', 'Step 3']);
});

// rules/paths 1, rules/audit 4
test('of two changes at once the second is refused; one without effect makes no version and no entry', async () => {
  const { written, path, trainer, admin, modules } = await pathsOf(server);
  const { department_id: _, ...changed } = written;
  const { id } = path;
  expect(await trainer.paths.update.mutate({ ...changed, id, version: 1 })).toMatchObject({ version: 1 });
  const steps = inOrder([modules[1]!.id, modules[0]!.id]);
  const race = await Promise.allSettled([
    trainer.paths.update.mutate({ ...changed, steps, id, version: 1 }),
    admin.paths.update.mutate({ ...changed, title: 'Lift', id, version: 1 }),
  ]);
  const lost = race.filter((each) => each.status === 'rejected');
  expect(lost).toHaveLength(1);
  expect(lost[0]!.reason).toMatchObject(refused(409, 'stale_version'));
  const { events } = await admin.audit.list.query({ action: 'path.updated' });
  expect(events).toHaveLength(1);
});

// rules/paths 1
test('an archived path is in a list of its own, and can’t be changed until it is restored', async () => {
  const { written, path, trainer, admin } = await pathsOf(server);
  const { id, version } = path;
  expect(await trainer.paths.archive.mutate({ id, archived: true })).toMatchObject({
    archived_by_name: expect.any(String),
  });
  expect(await trainer.paths.list.query({})).toMatchObject({ total: 0 });
  expect(await trainer.paths.list.query({ state: 'archived' })).toMatchObject({ paths: [{ id }], total: 1 });
  const { department_id: _, ...changed } = written;
  const changing = trainer.paths.update.mutate({ ...changed, title: 'Lift', id, version });
  await expect(changing).rejects.toMatchObject(refused(409, 'path_archived'));
  expect(await trainer.paths.archive.mutate({ id, archived: false })).toMatchObject({ archived_at: null });
  await trainer.paths.archive.mutate({ id, archived: false });
  const { events } = await admin.audit.list.query({});
  expect(events.map(({ action }) => action).slice(0, 2)).toEqual(['path.restored', 'path.archived']);
  await expect(admin.paths.get.query({ id: newId() })).rejects.toMatchObject(refused(404, 'path_not_found'));
});

// rules/paths 1, rules/users 13
test('a path of a department that is deleted stays, for super admins', async () => {
  const { workspace, elsewhere, written, admin } = await pathsOf(server);
  const { id } = await admin.paths.create.mutate({ ...written, department_id: elsewhere.id });
  await admin.departments.delete.mutate({ id: elsewhere.id });
  expect(await admin.paths.get.query({ id })).toMatchObject({ department: null });
  const other = await server.as('trainer', workspace, (await make.department(workspace)).id);
  expect(await other.paths.get.query({ id })).toMatchObject({ may_change: false });
});
