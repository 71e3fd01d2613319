import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startTestServer } from '../../../../test/server.ts';
import { applyUnfinishedAssignments } from '../../assignments/apply-runs.ts';
import { pathsOf } from '../../paths/paths-fixture.ts';
import { notificationsOf } from '../notifications-fixture.ts';
import { notifyLearnersAndManagers, withdrawDoneNotifications } from './notify-learners.ts';

const server = await startTestServer();
const { make, db } = server;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A minute of the hour at which only the last hour is checked. */
const NOON = new Date('2031-05-07T12:30:00.000Z');
const at = (after: number) => new Date(NOON.getTime() + after);
const tellAt = (after: number) => notifyLearnersAndManagers(db, at(after), () => false);

/** Completes a module for a person, and withdraws what that settles. */
async function completed(workspace: TestWorkspace, userId: string, moduleId: string) {
  await db.pool.query(
    `update enrollments set started_at = now(), completed_at = now(), progress = 1
     where user_id = $1 and module_id = $2`,
    [userId, moduleId],
  );
  await withdrawDoneNotifications(db.pool, workspace.id, [userId]);
}

// rules/notifications 9
test('a path is told of once, by its title; a module that is also assigned by itself is told of, too', async () => {
  const { workspace, admin, modules, path, member } = await pathsOf(server);
  const { user, client } = await member('learner');
  const to = { kind: 'user', user_id: user.id } as const;
  await admin.paths.assign.mutate({ path_id: path.id, to, due_days: 5 });
  await admin.assignments.create.mutate({ module_id: modules[1]!.id, to });
  await db.pool.query('update assignment_enrollments set added_at = $2 where workspace_id = $1', [
    workspace.id,
    at(-60_000),
  ]);
  await Promise.all([tellAt(0), tellAt(0)]);
  const told = (await client.notifications.inbox.query({})).items;
  expect(told.map(({ kind }) => kind)).toEqual(['learning.assigned', 'learning.assigned']);
  const links = new Map(told.map(({ subject, facts }) => [subject.name, facts.module_id]));
  expect(links.get('Step 2')).toBe(modules[1]!.id);
  expect([links.has('Forklift'), links.get('Forklift')]).toEqual([true, undefined]);
});

// rules/notifications 9
test('a path is told of once, also when one of its modules is also assigned by itself, or done at once', async () => {
  const { workspace, admin, modules, path, member } = await pathsOf(server);
  const { user } = await member('learner');
  const to = { kind: 'user', user_id: user.id } as const;
  const dated = (after: number) =>
    db.pool.query('update assignment_enrollments set added_at = $2 where workspace_id = $1', [workspace.id, at(after)]);
  await admin.assignments.create.mutate({ module_id: modules[0]!.id, to });
  await dated(-60_000);
  await tellAt(0);
  await admin.paths.assign.mutate({ path_id: path.id, to });
  await dated(HOUR - 60_000);
  await tellAt(HOUR);
  const told = async () => (await notificationsOf(db, workspace.id)).filter(({ channel }) => channel === 'inbox');
  expect((await told()).map(({ subject_name }) => subject_name)).toEqual(['Step 1', 'Forklift']);
  await completed(workspace, user.id, modules[2]!.id);
  await tellAt(DAY - HOUR / 2);
  expect(await told()).toMatchObject([{ state: 'sent' }, { subject_name: 'Forklift', state: 'sent' }]);
});

// rules/notifications 9, rules/managers 10
test('a path that comes nearer and passes its day is told once, to its learner and to their managers', async () => {
  const { workspace, admin, modules, path, member } = await pathsOf(server);
  const { user, client } = await member('learner');
  const top = await make.user(workspace, { fullName: 'Top', createdAt: at(-90 * DAY) });
  const boss = await make.user(workspace, { fullName: 'Boss', createdAt: at(-90 * DAY), managerId: top.id });
  await db.pool.query(`update users set full_name = 'Ana', manager_id = $2 where id = $1`, [user.id, boss.id]);
  await db.pool.query(`update user_managers set from_at = $2 where workspace_id = $1`, [workspace.id, at(-90 * DAY)]);
  await admin.paths.assign.mutate({ path_id: path.id, to: { kind: 'user', user_id: user.id }, due_days: 5 });
  await db.pool.query('update enrollments set due_at = $2, assigned_at = $3 where workspace_id = $1', [
    workspace.id,
    at(7 * DAY - 60_000),
    at(-30 * DAY),
  ]);
  const told = async () =>
    (await notificationsOf(db, workspace.id))
      .filter(({ channel, state }) => channel === 'inbox' && state === 'sent')
      .map(({ kind, recipient, subject_name }) => `${recipient}: ${kind} ${subject_name}`);
  const expected: string[] = [];
  const tells = async (after: number, ...more: string[]) => {
    await tellAt(after);
    await tellAt(after + 5 * 60_000);
    expected.push(...more.map((line) => `${line} Forklift`));
    expect((await told()).toSorted()).toEqual(expected.toSorted());
  };
  await tells(0, `Ana: learning.due_soon`);
  // What is owed of it is told as long as it is.
  await completed(workspace, user.id, modules[0]!.id);
  await tells(7 * DAY, `Ana: learning.overdue`, 'Boss: learning.report_overdue');
  await completed(workspace, user.id, modules[2]!.id);
  await tells(21 * DAY, 'Top: learning.report_overdue_long');
  const { items } = await client.notifications.inbox.query({});
  expect(items.map(({ facts }) => facts.module_id)).toEqual([undefined, undefined]);
  await completed(workspace, user.id, modules[1]!.id);
  expect(await told()).toEqual([]);
});

// rules/notifications 9
test('a path stays told while a module that is hidden stood for it, and isn’t told again when one is taken out', async () => {
  const { workspace, admin, trainer, modules, path, written, member } = await pathsOf(server);
  const { user, client } = await member('learner');
  await admin.paths.assign.mutate({ path_id: path.id, to: { kind: 'user', user_id: user.id }, due_days: 5 });
  await db.pool.query('update assignment_enrollments set added_at = $2 where workspace_id = $1', [
    workspace.id,
    at(-60_000),
  ]);
  await tellAt(0);
  const told = async () => (await client.notifications.inbox.query({})).items.map(({ subject }) => subject.name);
  expect(await told()).toEqual(['Forklift']);
  const hide = (status: string) =>
    db.pool.query('update modules set status = $2 where id = $1', [modules[2]!.id, status]);
  await hide('archived');
  expect(await told()).toEqual(['Forklift']);
  await hide('published');
  const steps = written.steps.slice(0, 2);
  const { department_id: _, ...texts } = written;
  await trainer.paths.update.mutate({ ...texts, id: path.id, version: 1, steps });
  await applyUnfinishedAssignments(db);
  await tellAt(5 * 60_000);
  expect(await told()).toEqual(['Forklift']);
});

// rules/notifications 9
test('a path that is no longer assigned is told of no more, also if one of its modules is still owed', async () => {
  const { workspace, admin, modules, path, member } = await pathsOf(server);
  const { user, client } = await member('learner');
  const to = { kind: 'user', user_id: user.id } as const;
  await admin.assignments.create.mutate({ module_id: modules[0]!.id, to });
  const { id } = await admin.paths.assign.mutate({ path_id: path.id, to });
  await db.pool.query('update assignment_enrollments set added_at = $2 where workspace_id = $1', [
    workspace.id,
    at(-60_000),
  ]);
  await tellAt(0);
  const told = async () => (await client.notifications.inbox.query({})).items.map(({ subject }) => subject.name);
  expect((await told()).toSorted()).toEqual(['Forklift', 'Step 1']);
  await admin.paths.endAssignment.mutate({ id });
  await withdrawDoneNotifications(db.pool, workspace.id, [user.id]);
  expect(await told()).toEqual(['Step 1']);
});
