import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { PersonTrainingOrder } from '@training/shared/users/people';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

async function world() {
  const workspace = await make.workspace();
  const department = await make.department(workspace);
  const course = await make.course(workspace, { title: 'Safety', departmentId: department.id });
  const module = (title: string) => make.module(workspace, course.id, { title, status: 'published' });
  const auditor = await server.as('auditor', workspace);
  return { workspace, department, course, module, auditor };
}

test('a person’s page has what they owe, whatever is due first, and behind it what they have done', async () => {
  const { workspace, module, auditor } = await world();
  const ana = await make.user(workspace, { fullName: 'Ana Souza' });
  const day = (n: number) => new Date(Date.now() + n * 86_400_000);
  const [late, soon, done] = [await module('Late'), await module('Soon'), await module('Done')];
  await make.enrollment(workspace, ana.id, done.id, { startedAt: day(-9), completedAt: day(-1), progress: 1 });
  await make.enrollment(workspace, ana.id, soon.id, { dueAt: day(3) });
  await make.enrollment(workspace, ana.id, late.id, { dueAt: day(-3), startedAt: day(-5) });
  expect(await auditor.users.get.query({ id: ana.id })).toMatchObject({ full_name: 'Ana Souza', is_active: true });
  const { training, total } = await auditor.users.training.query({ id: ana.id });
  expect(training.map((each) => [each.module, each.course, each.status])).toEqual([
    ['Late', 'Safety', 'overdue'],
    ['Soon', 'Safety', 'not_started'],
    ['Done', 'Safety', 'completed'],
  ]);
  expect(total).toBe(3);
  const second = await auditor.users.training.query({ id: ana.id, limit: 1, offset: 1 });
  expect(second.training).toEqual([training[1]]);
});

// rules/analytics 21
test('trainers see people of their own department with their training, content managers everyone, learners no one', async () => {
  const { workspace, department, module } = await world();
  const signedIn = async (role: 'trainer' | 'content_manager' | 'learner') => {
    const { email } = await make.user(workspace, { role, departmentId: department.id });
    return server.client({ cookie: await server.signIn(email), [WORKSPACE_HEADER]: workspace.slug });
  };
  const elsewhere = await make.department(workspace);
  const ana = await make.user(workspace, { fullName: 'Ana Souza', departmentId: department.id });
  const ben = await make.user(workspace, { fullName: 'Ben Ito', departmentId: elsewhere.id });
  const { id: moduleId } = await module('Late');
  for (const { id } of [ana, ben]) await make.enrollment(workspace, id, moduleId);
  const trainer = await signedIn('trainer');
  const learner = {
    id: ana.id,
    full_name: 'Ana Souza',
    email: ana.email,
    external_id: null,
    department: department.name,
    is_active: true,
  };
  expect(await trainer.users.learner.query({ id: ana.id })).toEqual(learner);
  expect((await trainer.users.training.query({ id: ana.id })).total).toBe(1);
  const missing = { data: { httpStatus: 404, app_code: 'user_not_found' } };
  await expect(trainer.users.learner.query({ id: ben.id })).rejects.toMatchObject(missing);
  await expect(trainer.users.training.query({ id: ben.id })).rejects.toMatchObject(missing);
  const forbidden = { data: { app_code: 'forbidden' } };
  await expect(trainer.users.get.query({ id: ana.id })).rejects.toMatchObject(forbidden);
  const manager = await signedIn('content_manager');
  expect((await manager.users.learner.query({ id: ben.id })).full_name).toBe('Ben Ito');
  expect((await manager.users.training.query({ id: ben.id })).total).toBe(1);
  const other = await signedIn('learner');
  await expect(other.users.learner.query({ id: ana.id })).rejects.toMatchObject(forbidden);
  await expect(other.users.training.query({ id: ana.id })).rejects.toMatchObject(forbidden);
});

test('what cannot be studied is paused behind what is owed, and goes on when it is back', async () => {
  const { workspace, module, auditor } = await world();
  const admin = await server.as('super_admin', workspace);
  const ana = await make.user(workspace);
  const [late, soon] = [await module('Late'), await module('Soon')];
  await make.enrollment(workspace, ana.id, late.id, { dueAt: new Date(Date.now() - 86_400_000) });
  await make.enrollment(workspace, ana.id, soon.id, { dueAt: new Date(Date.now() + 86_400_000) });
  const read = async () =>
    (await auditor.users.training.query({ id: ana.id })).training.map((each) => `${each.module} ${each.status}`);
  await admin.reviews.archive.mutate({ module_id: late.id, reason: 'Outdated' });
  expect(await read()).toEqual(['Soon not_started', 'Late paused']);
  await admin.reviews.restore.mutate({ module_id: late.id, reason: 'Needed' });
  expect(await read()).toEqual(['Late overdue', 'Soon not_started']);
});

test('it has the modules that they have written or decided on, and nobody else’s', async () => {
  const { workspace, department, auditor } = await world();
  const trainer = await make.user(workspace, { role: 'trainer', departmentId: department.id });
  const { module, hashes } = await make.moduleInReview(workspace, { departmentId: department.id });
  await server.db.pool.query(
    'insert into module_contributors (workspace_id, module_id, cycle, user_id) values ($1, $2, 1, $3), ($1, $2, 2, $3)',
    [workspace.id, module.id, trainer.id],
  );
  const reviewer = await server.as('content_manager', workspace);
  await reviewer.reviews.approve.mutate({ module_id: module.id, section: 'quiz', round: 1, content_hash: hashes.quiz });
  const { users } = await auditor.users.search.query({ role: 'content_manager' });
  const written = await auditor.users.contributions.query({ id: trainer.id });
  expect(written).toMatchObject({
    total: 1,
    contributions: [{ module_id: module.id, has_written: true, decisions: 0 }],
  });
  const decided = await auditor.users.contributions.query({ id: users[0]!.id });
  expect(decided).toMatchObject({ total: 1, contributions: [{ has_written: false, decisions: 1 }] });
});

test('nobody has a page who is not there', async () => {
  const { auditor } = await world();
  const stranger = await make.user(await make.workspace());
  for (const id of [UNKNOWN, stranger.id]) {
    await expect(auditor.users.get.query({ id })).rejects.toMatchObject({
      data: { httpStatus: 404, app_code: 'user_not_found' },
    });
    expect(await auditor.users.training.query({ id })).toEqual({ training: [], total: 0 });
  }
});

// rules/overview 9
test('training is sorted by any of its columns, and what has no value comes last', async () => {
  const { workspace, module, auditor } = await world();
  const { id } = await make.user(workspace);
  const day = (n: number) => new Date(Date.now() + n * 86_400_000);
  const [a, b, c] = [await module('alpha'), await module('Beta'), await module('Gamma')];
  await make.enrollment(workspace, id, b.id, { dueAt: day(3) });
  await make.enrollment(workspace, id, a.id, {
    startedAt: day(-9),
    completedAt: day(-1),
    expiresAt: day(90),
    progress: 1,
  });
  await make.enrollment(workspace, id, c.id, {
    startedAt: day(-9),
    completedAt: day(-4),
    expiresAt: day(30),
    progress: 1,
  });
  const read = async (order: PersonTrainingOrder, descending: boolean, page = {}) =>
    (await auditor.users.training.query({ id, order, descending, ...page })).training.map((each) => each.module);
  expect(await read('module', false)).toEqual(['alpha', 'Beta', 'Gamma']);
  expect(await read('module', true)).toEqual(['Gamma', 'Beta', 'alpha']);
  expect(await read('module', true, { limit: 1, offset: 1 })).toEqual(['Beta']);
  expect(await read('completed', true)).toEqual(['alpha', 'Gamma', 'Beta']);
  expect(await read('completed', false)).toEqual(['Gamma', 'alpha', 'Beta']);
  expect(await read('expires', false)).toEqual(['Gamma', 'alpha', 'Beta']);
  expect((await read('due', false))[0]).toBe('Beta');
  expect((await read('status', true)).at(-1)).toBe('Beta');
});
