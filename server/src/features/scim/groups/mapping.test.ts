import type { Role } from '@training/shared/permissions';
import { expect, test } from 'vitest';
import { startTestServer, type Client } from '../../../../test/server.ts';
import type { TestWorkspace } from '../../../../test/make.ts';
import { ENTERPRISE_USER, provider } from '../scim-fixture.ts';

const server = await startTestServer({ jobs: true });
const { make, db } = server;

type Gift = { id: string; role?: Role | null; department_id?: string | null };

const asMapping = (id: string, ...groups: Gift[]) => ({
  id,
  groups: groups.map((each) => ({ role: null, department_id: null, ...each })),
});

async function connect(of?: TestWorkspace, state: 'on' | 'rehearsal' = 'on') {
  const connected = await provider(server, of, state);
  const admin = await server.as('super_admin', connected.workspace);
  const { call, connectionId: id } = connected;
  const group = async (displayName: string, ...people: { id: string }[]): Promise<{ id: string }> => {
    const { json } = await call('POST', '/Groups', {
      displayName,
      members: people.map((each) => ({ value: each.id })),
    });
    return json;
  };
  const patchGroup = (of: { id: string }, ...Operations: unknown[]) =>
    call('PATCH', `/Groups/${of.id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
  return {
    ...connected,
    admin,
    group,
    map: (...groups: Gift[]) => admin.scim.mapGroups.mutate(asMapping(id, ...groups)),
    plan: (...groups: Gift[]) => admin.scim.planMapping.query(asMapping(id, ...groups)),
    join: (of: { id: string }, who: { id: string }) =>
      patchGroup(of, { op: 'add', path: 'members', value: [{ value: who.id }] }),
    leave: (of: { id: string }, who: { id: string }) =>
      patchGroup(of, { op: 'remove', path: `members[value eq "${who.id}"]` }),
    settled: () => expect.poll(() => waiting(admin, id)).toBe(0),
  };
}

const waiting = async (admin: Client, of: string) =>
  (await admin.scim.list.query()).connections.find(({ id }) => id === of)?.pending;

// rules/scim 16
test('groups give roles and departments; who leaves one is a learner again, in no department', async () => {
  const { workspace, add, user, group, map, join, leave, call, settled } = await connect();
  const dock = await make.department(workspace, 'Dock');
  const [ana, ben] = [await add(), await add()];
  const [auditors, crew] = [await group('Auditors', ana), await group('Crew', ana, ben)];
  await map({ id: auditors.id, role: 'auditor' }, { id: crew.id, department_id: dock.id });
  await settled();
  expect(await user(ana.id)).toMatchObject({ role: 'auditor', department_id: dock.id });
  expect(await user(ben.id)).toMatchObject({ role: 'learner', department_id: dock.id });
  await join(auditors, ben);
  await leave(auditors, ana);
  await settled();
  expect(await user(ana.id)).toMatchObject({ role: 'learner', department_id: dock.id });
  expect(await user(ben.id)).toMatchObject({ role: 'auditor' });
  await call('DELETE', `/Groups/${crew.id}`);
  await call('PUT', `/Groups/${auditors.id}`, { displayName: 'Auditors' });
  await settled();
  for (const { id } of [ana, ben]) expect(await user(id)).toMatchObject({ role: 'learner', department_id: null });
});

// rules/scim 16
test('the first group in the order decides; its department comes before the attribute', async () => {
  const { workspace, add, user, group, map, settled } = await connect();
  const [dock, office] = [await make.department(workspace, 'Dock'), await make.department(workspace, 'Office')];
  const ana = await add({ [ENTERPRISE_USER]: { department: 'Office' } });
  const [one, two] = [await group('One', ana), await group('Two', ana)];
  const gifts: [Gift, Gift] = [
    { id: one.id, role: 'content_manager', department_id: dock.id },
    { id: two.id, role: 'auditor', department_id: office.id },
  ];
  await map(...gifts);
  await settled();
  expect(await user(ana.id)).toMatchObject({ role: 'content_manager', department_id: dock.id });
  await map(gifts[1], gifts[0]);
  await settled();
  expect(await user(ana.id)).toMatchObject({ role: 'auditor', department_id: office.id });
  await map(gifts[0]);
  await settled();
  expect(await user(ana.id)).toMatchObject({ role: 'content_manager', department_id: dock.id });
  await map();
  await settled();
  expect(await user(ana.id)).toMatchObject({ role: 'learner', department_id: office.id });
});

// rules/scim 16
test('a mapping is shown before it is saved: whom it would change, how, and whom it can’t', async () => {
  const { workspace, add, user, group, plan } = await connect();
  const dock = await make.department(workspace, 'Dock');
  const [ana, ben] = [await add(), await add()];
  const [crew, trainers] = [await group('Crew', ana), await group('Trainers', ana, ben)];
  const gifts: Gift[] = [
    { id: crew.id, department_id: dock.id },
    { id: trainers.id, role: 'trainer' },
  ];
  const { people, total } = await plan(...gifts);
  expect(total).toBe(2);
  expect(people.find(({ user_id }) => user_id === ana.id)).toMatchObject({
    result: 'updated',
    role: 'trainer',
    department: 'Dock',
    refused: null,
  });
  expect(people.find(({ user_id }) => user_id === ben.id)).toMatchObject({ refused: { code: 'department_required' } });
  expect(await user(ana.id)).toMatchObject({ role: 'learner', department_id: null });
  expect(await plan()).toEqual({ people: [], total: 0 });
});

// rules/scim 6 and 16
test('members whom the connection didn’t provision are changed only once it provisions them', async () => {
  const { workspace, patch, user, group, map, plan, settled } = await connect();
  const known = await make.user(workspace, { fullName: 'Known' });
  const auditors = await group('Auditors', known);
  expect((await plan({ id: auditors.id, role: 'auditor' })).people).toEqual([]);
  await map({ id: auditors.id, role: 'auditor' });
  await settled();
  expect(await user(known.id)).toMatchObject({ role: 'learner' });
  await patch(known.id, { op: 'add', path: 'externalId', value: 'k-1' });
  expect(await user(known.id)).toMatchObject({ role: 'auditor', external_id: 'k-1' });
});

// rules/scim 4 and 16
test('what the console has changed stays until a group gives something else', async () => {
  const { add, user, group, map, join, leave, admin, patch, settled } = await connect();
  const ana = await add();
  const [auditors, editors] = [await group('Auditors', ana), await group('Editors')];
  await map({ id: auditors.id, role: 'auditor' }, { id: editors.id, role: 'content_manager' });
  await settled();
  const email = `new.${ana.userName}`;
  await admin.users.save.mutate({ id: ana.id, email, full_name: 'Ana Lima', role: 'learner' });
  await patch(ana.id, { op: 'replace', path: 'externalId', value: 'x' });
  await join(editors, ana);
  await settled();
  expect(await user(ana.id)).toMatchObject({ role: 'learner', full_name: 'Ana Lima', email });
  await leave(auditors, ana);
  await settled();
  expect(await user(ana.id)).toMatchObject({ role: 'content_manager', full_name: 'Ana Lima', email });
});

// rules/scim 8 and 16
test('a group makes super admins only where tokens may, and the last one is never demoted: the brake stops', async () => {
  const strict = await connect();
  const refused = await strict.group('Admins', await strict.add());
  await expect(strict.map({ id: refused.id, role: 'super_admin' })).rejects.toMatchObject({
    data: { code: 'FORBIDDEN' },
  });
  const open = await connect(await make.workspace({ apiMayAssignSuperAdmin: true }));
  const ana = await open.add();
  const admins = await open.group('Admins', ana);
  await open.map({ id: admins.id, role: 'super_admin' });
  await open.settled();
  expect(await open.user(ana.id)).toMatchObject({ role: 'super_admin' });
  await server.db.pool.query(
    `update users set role = 'learner' where workspace_id = $1 and role = 'super_admin' and id <> $2`,
    [open.workspace.id, ana.id],
  );
  await open.leave(admins, ana);
  await expect.poll(async () => (await open.call('POST', '/Groups', { displayName: 'X' })).status).toBe(503);
  expect(await open.user(ana.id)).toMatchObject({ role: 'super_admin' });
});

// rules/scim 11 and 16
test('in a rehearsal, groups and their mapping are stored, and the plan shows what they give', async () => {
  const { workspace, add, user, group, map, admin, connectionId: id } = await connect(undefined, 'rehearsal');
  const dock = await make.department(workspace, 'Dock');
  const ana = await add();
  const crew = await group('Crew', ana);
  await map({ id: crew.id, role: 'trainer', department_id: dock.id });
  expect((await admin.scim.plan.query({ id })).people).toMatchObject([
    { user_id: ana.id, result: 'created', role: 'trainer', department: 'Dock' },
  ]);
  expect(await user(ana.id)).toBeUndefined();
  await admin.scim.switchOn.mutate({ id });
  await admin.scim.applySome.mutate({ id });
  expect(await user(ana.id)).toMatchObject({ role: 'trainer', department_id: dock.id });
  expect(await admin.scim.groups.query({ id })).toMatchObject({
    groups: [{ id: crew.id, name: 'Crew', members: 1, role: 'trainer', department_id: dock.id }],
  });
});

// rules/scim 16
test('who is added again after a deletion has nothing of the groups of before', async () => {
  const { add, user, group, map, call, settled } = await connect();
  const ana = await add();
  const auditors = await group('Auditors', ana);
  await map({ id: auditors.id, role: 'auditor' });
  await settled();
  await call('DELETE', `/Users/${ana.id}`);
  const again = await add({ userName: ana.userName, emails: [{ value: ana.userName }] });
  expect(again.id).toBe(ana.id);
  expect(await user(ana.id)).toMatchObject({ role: 'learner', is_active: true });
});

// rules/scim 16
test('only groups and departments that exist can be mapped', async () => {
  const { group, map, admin, connectionId } = await connect();
  const { id } = await group('Crew');
  const nowhere = crypto.randomUUID();
  await expect(map({ id: nowhere, role: 'auditor' })).rejects.toThrow('Reload');
  await expect(map({ id, role: 'auditor' }, { id, role: 'trainer' })).rejects.toThrow('Reload');
  await expect(map({ id, department_id: nowhere })).rejects.toThrow('no department');
  await expect(admin.scim.mapGroups.mutate(asMapping(nowhere))).rejects.toThrow('no connection');
  await map({ id, role: 'auditor' });
  const { events } = await admin.audit.list.query({ action: 'scim.mapped' });
  expect(events).toMatchObject([{ subject: { id: connectionId }, changes: { groups: ['Crew'] } }]);
});

// rules/scim 9 and 16
test('members, mappings and people who change at once end as the last state says', { tags: ['deep'] }, async () => {
  const { workspace, add, user, group, map, join, leave, patch, call, settled } = await connect();
  const people = await Promise.all(Array.from({ length: 8 }, () => add()));
  const other = await connect(workspace);
  const [one, two] = [await group('One', ...people), await group('Two')];
  const mappings: Gift[][] = [
    [{ id: one.id, role: 'auditor' }],
    [
      { id: two.id, role: 'content_manager' },
      { id: one.id, role: 'auditor' },
    ],
  ];
  await Promise.all([
    ...people.flatMap((each, n) => [
      n % 2 ? join(two, each) : leave(one, each),
      patch(each.id, { op: 'replace', path: 'displayName', value: `Name ${n}` }),
      other.patch(each.id, { op: 'add', path: 'externalId', value: `o-${n}` }),
    ]),
    ...mappings.map((mapping) => map(...mapping)),
  ]);
  await map(...mappings[1]!);
  await settled();
  const members = async ({ id }: { id: string }) =>
    new Set((await call('GET', `/Groups/${id}`)).json.members.map(({ value }: { value: string }) => value));
  const [inOne, inTwo] = [await members(one), await members(two)];
  expect([inOne.size, inTwo.size]).toEqual([4, 4]);
  for (const [n, { id }] of people.entries()) {
    const role = inTwo.has(id) ? 'content_manager' : inOne.has(id) ? 'auditor' : 'learner';
    expect(await user(id)).toMatchObject({ role, full_name: `Name ${n}`, external_id: `o-${n}` });
  }
});

// rules/scim 16
test('of people who are changed together, only who is refused waits', async () => {
  const { workspace, admin, connectionId, add, user, group, map, settled } = await connect();
  const dock = await make.department(workspace, 'Dock');
  const people = [await add(), await add(), await add()];
  const [crew, trainers] = [await group('Crew', people[0]!, people[2]!), await group('Trainers', ...people)];
  await map({ id: crew.id, department_id: dock.id });
  await settled();
  // A trainer needs a department.
  await map({ id: crew.id, department_id: dock.id }, { id: trainers.id, role: 'trainer' });
  await expect.poll(() => waiting(admin, connectionId)).toBe(1);
  const roles = [];
  for (const { id } of people) roles.push((await user(id))?.role);
  expect(roles).toEqual(['trainer', 'learner', 'trainer']);
  const applied = await admin.scim.applySome.mutate({ id: connectionId });
  expect(applied).toMatchObject({ applied: 0, refused: 1 });
});

// rules/scim 16
test('people are changed some in a transaction, also those with a manager, who comes before them', async () => {
  const { workspace, add, user, group, map, settled } = await connect();
  const boss = await add();
  const managed = { [ENTERPRISE_USER]: { manager: { value: boss.id } } };
  const reports = [await add(managed), await add(managed), await add(managed)];
  const [all, crew] = [await group('All', boss, ...reports), await group('Crew', ...reports)];
  await db.pool.query('alter table audit_events add column transaction bigint default txid_current()');
  /** Returns the people whom each transaction has given a role, in order. */
  const changed = async (role: Role) => {
    const { rows } = await db.pool.query<{ people: string[] }>(
      `select array_agg(subject_id::text) as people from audit_events
       where workspace_id = $1 and action = 'user.updated' and changes -> 'role' ->> 1 = $2
       group by transaction order by min(at), transaction`,
      [workspace.id, role],
    );
    return rows.map(({ people }) => people.toSorted());
  };
  const ids = reports.map(({ id }) => id).toSorted();
  await map({ id: crew.id, role: 'auditor' });
  await settled();
  expect(await changed('auditor')).toEqual([ids]);
  await map({ id: all.id, role: 'content_manager' });
  await settled();
  expect(await changed('content_manager')).toEqual([[boss.id], ids]);
  expect(await user(boss.id)).toMatchObject({ role: 'content_manager' });
});
