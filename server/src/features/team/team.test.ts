import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { Role } from '@training/shared/permissions';
import { TeamConcernKind } from '@training/shared/team/team';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';

const server = await startTestServer();
const { make, db } = server;
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);

/** Top manages Boss, who manages Ana and Bo; Eve reports to nobody. Boss has another department than Ana. */
async function team(role: Role = 'learner') {
  const workspace = await make.workspace();
  const [one, other] = [await make.department(workspace), await make.department(workspace)];
  const course = await make.course(workspace, { departmentId: one.id });
  const module = await make.module(workspace, course.id, { title: 'Ladders', status: 'published' });
  const top = await make.user(workspace, { fullName: 'Top', role: 'learner' });
  const boss = await make.user(workspace, { fullName: 'Boss', role, managerId: top.id, departmentId: other.id });
  const person = (fullName: string, managerId?: string) =>
    make.user(workspace, { fullName, departmentId: one.id, ...(managerId && { managerId }) });
  const [ana, bo, eve] = [await person('Ana', boss.id), await person('Bo', boss.id), await person('Eve')];
  const as = async ({ email }: { email: string }) =>
    server.client({ cookie: await server.signIn(email), [WORKSPACE_HEADER]: workspace.slug });
  const owe = async ({ id }: { id: string }, days: number) =>
    (await make.enrollment(workspace, id, module.id, { dueAt: inDays(days) })).id;
  const allowExcuses = () =>
    db.pool.query('update workspaces set managers_may_excuse = true where id = $1', [workspace.id]);
  return { workspace, module, course, top, boss, ana, bo, eve, as, owe, allowExcuses };
}

// rules/managers 6 and 7
test('managers see their direct reports and everyone below, and nobody else', async () => {
  const { top, boss, ana, bo, eve, as, owe } = await team();
  await owe(ana, -3);
  await owe(bo, 3);
  await owe(eve, -3);
  await owe(boss, -1);
  const seen = async (by: { email: string }, list: TeamConcernKind, reach?: 'direct' | 'all') => {
    const { concerns, total } = await (await as(by)).team.concerns.query({ list, ...(reach && { reach }) });
    expect(total).toBe(concerns.length);
    return concerns.map(({ full_name }) => full_name);
  };
  expect(await seen(boss, 'overdue')).toEqual(['Ana']);
  expect(await seen(boss, 'due_soon')).toEqual(['Bo']);
  expect(await seen(top, 'overdue')).toEqual(['Ana', 'Boss']);
  expect(await seen(top, 'overdue', 'direct')).toEqual(['Boss']);
  expect(await seen(ana, 'overdue')).toEqual([]);
  expect(await (await as(boss)).team.get.query({})).toEqual({
    people: 2,
    lists: { overdue: 1, due_soon: 1, expiring: 0, expired: 0 },
    may_excuse: false,
  });
  expect(await (await as(top)).team.get.query({})).toMatchObject({ people: 3, lists: { overdue: 2 } });
  expect(await (await as(top)).team.get.query({ reach: 'direct' })).toMatchObject({ people: 1, lists: { overdue: 1 } });
});

// rules/managers 7
test('each list has as many trainings as are counted, certificates too', async () => {
  const { workspace, course, boss, ana, as, owe } = await team();
  await owe(ana, -2);
  for (const [title, days] of [
    ['Soon', 20],
    ['Later', 60],
    ['Over', -1],
  ] as const) {
    const { id } = await make.module(workspace, course.id, { title, status: 'published' });
    const times = { startedAt: inDays(-300), completedAt: inDays(-200), expiresAt: inDays(days), progress: 1 };
    await make.enrollment(workspace, ana.id, id, times);
  }
  const client = await as(boss);
  const { lists } = await client.team.get.query({});
  expect(lists).toEqual({ overdue: 1, due_soon: 0, expiring: 1, expired: 1 });
  for (const list of TeamConcernKind.options) {
    expect((await client.team.concerns.query({ list })).total, list).toBe(lists[list]);
  }
});

// rules/managers 7
test('the session says whether a person manages someone', async () => {
  const { boss, ana } = await team();
  for (const [person, manages] of [
    [boss, true],
    [ana, false],
  ] as const) {
    const session = await server.client({ cookie: await server.signIn(person.email) }).session.current.query();
    expect(session).toMatchObject({ memberships: [{ user: { manages } }] });
  }
});

// rules/managers 8, rules/notifications 10
test.each(Role.options.filter((role) => role !== 'auditor'))(
  'a %s who manages reminds their team only, once a day',
  async (role) => {
    const { boss, ana, eve, as, owe } = await team(role);
    const ids = [await owe(ana, -3), await owe(eve, -3)];
    const client = await as(boss);
    const { outcomes } = await client.team.remind.mutate({ enrollment_ids: ids });
    expect(outcomes).toMatchObject([
      { full_name: 'Ana', refused: null },
      { full_name: '', refused: { code: 'enrollment_not_found' } },
    ]);
    const again = await client.team.remind.mutate({ enrollment_ids: ids.slice(0, 1) });
    expect(again.outcomes).toMatchObject([{ refused: { code: 'reminded_already' } }]);
    expect((await (await as(ana)).notifications.inbox.query({})).items).toMatchObject([{ kind: 'learning.reminded' }]);
  },
);

// rules/managers 8 and 9
test('an auditor who manages sees, and never acts', async () => {
  const { boss, ana, as, owe, allowExcuses } = await team('auditor');
  const id = await owe(ana, -3);
  await allowExcuses();
  const client = await as(boss);
  expect((await client.team.concerns.query({ list: 'overdue' })).total).toBe(1);
  const refused = { data: { httpStatus: 403, app_code: 'forbidden' } };
  await expect(client.team.remind.mutate({ enrollment_ids: [id] })).rejects.toMatchObject(refused);
  await expect(client.team.excuse.mutate({ enrollment_ids: [id], reason: 'x' })).rejects.toMatchObject(refused);
});

// rules/managers 9
test('managers excuse people of their team where the workspace allows it, with a reason', async () => {
  const { workspace, boss, top, ana, eve, as, owe, allowExcuses } = await team();
  const [hers, others] = [await owe(ana, -3), await owe(eve, -3)];
  const client = await as(boss);
  const excuse = (enrollment_ids: string[]) => client.team.excuse.mutate({ enrollment_ids, reason: 'On leave' });
  expect((await excuse([hers])).outcomes).toMatchObject([{ refused: { code: 'excuse_not_allowed' } }]);
  await allowExcuses();
  expect((await excuse([hers, others])).outcomes).toMatchObject([
    { full_name: 'Ana', refused: null },
    { full_name: '', refused: { code: 'enrollment_not_found' } },
  ]);
  expect((await excuse([hers])).outcomes).toMatchObject([{ refused: { code: 'enrollment_closed' } }]);
  const { rows } = await db.pool.query(
    `select actor_name, subject_name, changes ->> 'reason' as reason from audit_events
     where workspace_id = $1 and action = 'enrollment.waived'`,
    [workspace.id],
  );
  expect(rows).toEqual([{ actor_name: 'Boss', subject_name: 'Ana', reason: 'On leave' }]);
  const own = await owe(boss, -1);
  expect((await excuse([own])).outcomes).toMatchObject([{ refused: { code: 'enrollment_not_found' } }]);
  expect((await (await as(top)).team.excuse.mutate({ enrollment_ids: [own], reason: 'x' })).outcomes).toMatchObject([
    { refused: null },
  ]);
});

// rules/managers 6, rules/users 12
test('a manager loses a team with the next request', async () => {
  const { workspace, boss, ana, as, owe } = await team();
  const id = await owe(ana, -3);
  const client = await as(boss);
  await (await server.as('super_admin', workspace)).users.save.mutate({ id: ana.id, manager_id: null });
  expect((await client.team.concerns.query({ list: 'overdue' })).total).toBe(0);
  expect((await client.team.remind.mutate({ enrollment_ids: [id] })).outcomes).toMatchObject([
    { full_name: '', refused: { code: 'enrollment_not_found' } },
  ]);
});

// rules/managers 9, rules/workspaces 3
test('super admins let managers excuse people, audited', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { name, time_zone, managers_may_excuse } = await admin.workspace.get.query();
  expect(managers_may_excuse).toBe(false);
  expect(await admin.workspace.update.mutate({ name, time_zone, managers_may_excuse: true })).toMatchObject({
    managers_may_excuse: true,
  });
  const { events } = await admin.audit.list.query({});
  expect(events.find(({ action }) => action === 'workspace.updated')?.changes).toEqual({
    managers_may_excuse: [false, true],
  });
});

// rules/managers 6
test('what managers are answered about others is the same as about trainings that don’t exist, in any order', async () => {
  const { boss, ana, eve, as, owe, allowExcuses } = await team();
  await allowExcuses();
  const [own, theirs, none] = [await owe(ana, -3), await owe(eve, -3), newId()];
  const client = await as(boss);
  const answers = async (enrollment_ids: string[]) => [
    await client.team.remind.mutate({ enrollment_ids }),
    await client.team.excuse.mutate({ enrollment_ids, reason: 'On leave' }),
  ];
  for (const hidden of [
    [theirs, none],
    [none, theirs],
  ]) {
    for (const { outcomes } of await answers([...hidden, own])) {
      expect(outcomes.map(({ enrollment_id }) => enrollment_id)).toEqual([own, ...hidden]);
      const told = outcomes
        .slice(1)
        .map(({ enrollment_id, ...rest }) => JSON.stringify(rest).replace(enrollment_id, ''));
      expect(told[0]).toBe(told[1]);
    }
  }
});

// rules/managers 7, rules/paths 8
test('managers see where their people are in a path, who is overdue first, and nobody else', async () => {
  const { workspace, module, top, boss, ana, bo, eve, as } = await team();
  const admin = await server.as('super_admin', workspace);
  const { id } = await admin.paths.create.mutate({ title: 'First week', steps: [{ module_id: module.id }] });
  for (const { id: user_id } of [ana, bo, eve, boss]) {
    await admin.paths.assign.mutate({ path_id: id, to: { kind: 'user', user_id }, due_days: 5 });
  }
  await db.pool.query(
    `update enrollments set due_on = current_date - 3, due_at = now() - interval '2 days' where workspace_id = $1 and user_id = $2`,
    [workspace.id, bo.id],
  );
  const seen = async (by: { email: string }, input = {}) => (await as(by)).paths.ofTeam.query(input);
  const step = { path_id: id, path: 'First week', status: 'not_started', done: 0, steps: 1, at: 'Ladders' };
  expect(await seen(boss)).toMatchObject({
    total: 2,
    rows: [
      { ...step, full_name: 'Bo', overdue: true },
      { ...step, full_name: 'Ana', overdue: false },
    ],
  });
  expect(await seen(boss, { limit: 1, offset: 1 })).toMatchObject({ total: 2, rows: [{ full_name: 'Ana' }] });
  expect((await seen(top)).rows.map(({ full_name }) => full_name)).toEqual(['Bo', 'Ana', 'Boss']);
  expect((await seen(top, { reach: 'direct' })).rows.map(({ full_name }) => full_name)).toEqual(['Boss']);
  expect((await seen(ana)).total).toBe(0);
});
