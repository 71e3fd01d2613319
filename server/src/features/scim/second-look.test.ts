import { expect, test } from 'vitest';
import { startTestServer, type Client } from '../../../test/server.ts';
import { ENTERPRISE_USER, newUser, provider } from './scim-fixture.ts';

const server = await startTestServer();
const { make } = server;
/** Applies everyone, however often it takes: on a busy machine, there may be no time left for some. */
const applyAll = (admin: Client, id: string) =>
  expect.poll(async () => (await admin.scim.applySome.mutate({ id })).refused).toBe(0);
const off = { op: 'replace', path: 'active', value: false };

// rules/scim 4
test.each(['manager', 'department', 'employeeNumber'])('who lost their %s can still be deactivated', async (name) => {
  const p = await provider(server);
  const boss = await p.add();
  const value = name === 'manager' ? { value: boss.id } : 'D-7';
  const person = await p.add({ [ENTERPRISE_USER]: { [name]: value } });
  const removed = await p.patch(person.id, { op: 'Remove', path: `${ENTERPRISE_USER}:${name}` });
  expect(removed.status).toBe(200);
  expect(removed.json[ENTERPRISE_USER]?.[name]).toBeUndefined();
  expect(await p.patch(person.id, off)).toMatchObject({ status: 200, json: { active: false } });
  expect(await p.user(person.id)).toMatchObject({ is_active: false });
});

// rules/scim 4
test.each([
  { op: 'replace', path: 'displayName', value: 'x'.repeat(300) },
  { op: 'replace', path: 'displayName', value: 5 },
  { op: 'replace', path: 'emails[type eq "work"].value', value: 'nonsense' },
  { op: 'remove', path: 'userName' },
])('a deactivation succeeds beside what can’t be read: %o', async (operation) => {
  const p = await provider(server);
  for (const operations of [
    [off, operation],
    [operation, { op: 'replace', value: { active: 'False' } }],
  ]) {
    const person = await p.add();
    expect(await p.patch(person.id, ...operations)).toMatchObject({ status: 200, json: { active: false } });
    expect(await p.user(person.id)).toMatchObject({ is_active: false, email: person.userName });
    await p.patch(person.id, { op: 'replace', path: 'active', value: true });
  }
  const person = await p.add();
  const unread = newUser({ userName: person.userName, active: false, displayName: 'x'.repeat(300) });
  expect(await p.call('PUT', `/Users/${person.id}`, unread)).toMatchObject({ status: 200, json: { active: false } });
  expect((await p.patch(person.id, operation)).status).toBe(400);
});

// rules/scim 5
test('who was rehearsed and never added is gone once deleted, though someone took the address', async () => {
  const p = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', p.workspace);
  const [person, other] = [await p.add(), await p.add()];
  await make.user(p.workspace, { email: other.userName });
  await admin.scim.switchOn.mutate({ id: p.connectionId });
  for (const { id } of [person, other]) {
    expect((await p.call('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await p.user(id)).toBeUndefined();
    expect((await p.call('GET', `/Users/${id}`)).status).toBe(404);
  }
});

// rules/scim 5
test('who was deleted comes back by externalId, or by the address that the console gave them', async () => {
  const p = await provider(server);
  await Promise.all(Array.from({ length: 40 }, () => make.user(p.workspace)));
  const admin = await server.as('super_admin', p.workspace);
  const [hired, moved] = [await p.add({ externalId: 'hr-1' }), await p.add()];
  await admin.users.save.mutate({ id: moved.id, email: 'moved@example.com' });
  for (const { id } of [hired, moved]) expect((await p.call('DELETE', `/Users/${id}`)).status).toBe(204);
  expect(await p.add({ externalId: 'hr-1' })).toMatchObject({ id: hired.id });
  expect(await p.add({ userName: 'moved@example.com', emails: [] })).toMatchObject({ id: moved.id });
  expect(await p.user(moved.id)).toMatchObject({ is_active: true, email: 'moved@example.com' });
});

// rules/scim 3
test('people are found by their employee number, and by attributes with their schema', async () => {
  const p = await provider(server);
  const known = await make.userWithoutEmail(p.workspace, '4711');
  const added = await p.add({ [ENTERPRISE_USER]: { employeeNumber: '4712' } });
  const find = async (filter: string) => (await p.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).json;
  expect((await find(`${ENTERPRISE_USER}:employeeNumber eq "4711"`)).Resources).toMatchObject([{ id: known.id }]);
  expect((await find(`${ENTERPRISE_USER}:employeeNumber eq "4712"`)).Resources).toMatchObject([{ id: added.id }]);
  const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
  expect((await find(`${core}:userName eq "${added.userName}"`)).Resources).toMatchObject([{ id: added.id }]);
});

// rules/scim 4 and 7
test('a manager who was ignored, or was away meanwhile, is applied when they are sent again', async () => {
  const p = await provider(server);
  const admin = await server.as('super_admin', p.workspace);
  const boss = await p.add({ active: false });
  const manager = { op: 'replace', path: `${ENTERPRISE_USER}:manager`, value: { value: boss.id } };
  const report = await p.add({ [ENTERPRISE_USER]: { manager: { value: boss.id } } });
  const managerOf = async () => (await admin.users.get.query({ id: report.id })).manager_id;
  expect((await p.call('GET', `/Users/${report.id}`)).json[ENTERPRISE_USER]?.manager).toBeUndefined();
  await p.patch(boss.id, { op: 'replace', path: 'active', value: true });
  await p.patch(report.id, manager);
  expect(await managerOf()).toBe(boss.id);
  await admin.users.save.mutate({ id: boss.id, deactivate: true });
  await admin.users.save.mutate({ id: boss.id, deactivate: false });
  expect(await managerOf()).toBeNull();
  await p.patch(report.id, manager);
  expect(await managerOf()).toBe(boss.id);
});

// rules/scim 7, rules/managers 4
test('reports that a manager handed over stay there until the provider sends another manager', async () => {
  const p = await provider(server);
  const admin = await server.as('super_admin', p.workspace);
  const [top, boss] = [await p.add(), await p.add()];
  await admin.users.save.mutate({ id: boss.id, manager_id: top.id });
  const of = { [ENTERPRISE_USER]: { manager: { value: boss.id } } };
  const report = newUser(of);
  const { id } = await p.add(report);
  const managerOf = async () => (await admin.users.get.query({ id })).manager_id;
  await p.patch(boss.id, off);
  await p.patch(boss.id, { op: 'replace', path: 'active', value: true });
  expect(await managerOf()).toBe(top.id);
  await p.call('PUT', `/Users/${id}`, report);
  expect(await managerOf()).toBe(top.id);
  const manager = `${ENTERPRISE_USER}:manager`;
  await p.patch(id, { op: 'remove', path: manager });
  await p.patch(id, { op: 'add', path: manager, value: { value: boss.id } });
  expect(await managerOf()).toBe(boss.id);
});

// rules/scim 13 and 14
test(
  'a connection has its brake from the first day; what was rehearsed and shown doesn’t count',
  { tags: ['deep'] },
  async () => {
    const p = await provider(server, undefined, 'rehearsal');
    const admin = await server.as('super_admin', p.workspace);
    const people = await Promise.all(Array.from({ length: 20 }, () => make.user(p.workspace)));
    for (const { id } of people) await p.patch(id, { op: 'add', path: 'title', value: 'Driver' });
    for (const { id } of people.slice(0, 5)) await p.patch(id, off);
    await admin.scim.switchOn.mutate({ id: p.connectionId });
    await applyAll(admin, p.connectionId);
    expect((await p.patch(people[5]!.id, off)).status).toBe(200);
    expect((await p.patch(people[6]!.id, off)).status).toBe(503);
  },
);

// rules/scim 12
test.each(['by the console', 'by the provider'])(
  'whose address the console gave to another is taken over %s',
  async (by) => {
    const p = await provider(server, undefined, 'rehearsal');
    const admin = await server.as('super_admin', p.workspace);
    const person = await p.add({ displayName: 'Ana of the provider' });
    const group = await p.call('POST', '/Groups', { displayName: 'Trainers', members: [{ value: person.id }] });
    const other = await make.user(p.workspace, { email: person.userName, fullName: 'Ana of the console' });
    await admin.scim.switchOn.mutate({ id: p.connectionId });
    const { people } = await admin.scim.plan.query({ id: p.connectionId });
    expect(people).toMatchObject([{ user_id: person.id, result: 'updated', refused: null }]);
    if (by === 'by the console') await applyAll(admin, p.connectionId);
    else {
      const renamed = { op: 'replace', path: 'displayName', value: 'Ana of the provider' };
      expect((await p.patch(person.id, renamed)).status).toBe(404);
    }
    expect(await p.user(other.id)).toMatchObject({ email: person.userName, full_name: 'Ana of the provider' });
    expect((await p.call('GET', `/Users/${person.id}`)).status).toBe(404);
    const found = await p.call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${person.userName}"`)}`);
    expect(found.json.Resources).toMatchObject([{ id: other.id }]);
    expect((await p.call('GET', `/Groups/${group.json.id}`)).json.members).toMatchObject([{ value: other.id }]);
    expect(await p.patch(other.id, off)).toMatchObject({ status: 200, json: { active: false } });
  },
);

// rules/scim 11 and 12
test('the plan shows whom a connection takes over with their groups, and reports keep them as manager', async () => {
  const p = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', p.workspace);
  const [boss, chef] = [await p.add(), await p.add()];
  const report = await p.add({ [ENTERPRISE_USER]: { manager: { value: boss.id } } });
  const group = await p.call('POST', '/Groups', { displayName: 'Authors', members: [{ value: boss.id }] });
  const mapped = { id: group.json.id, role: 'content_manager' as const, department_id: null };
  await admin.scim.mapGroups.mutate({ id: p.connectionId, groups: [mapped] });
  const other = await make.user(p.workspace, { email: boss.userName, role: 'learner' });
  const auditor = await make.user(p.workspace, { email: chef.userName, role: 'auditor' });
  await admin.scim.switchOn.mutate({ id: p.connectionId });
  const { people } = await admin.scim.plan.query({ id: p.connectionId });
  const roles = new Map(people.map(({ user_id, role }) => [user_id, role]));
  expect([roles.get(boss.id), roles.get(chef.id)]).toEqual(['content_manager', null]);
  await applyAll(admin, p.connectionId);
  expect(await p.user(other.id)).toMatchObject({ role: 'content_manager' });
  expect(await p.user(auditor.id)).toMatchObject({ role: 'auditor' });
  expect(await admin.users.get.query({ id: report.id })).toMatchObject({ manager_id: other.id });
  const read = await p.call('GET', `/Users/${report.id}`);
  expect(read.json[ENTERPRISE_USER].manager).toMatchObject({ value: other.id });
});

// rules/scim 4 and 12
test('whom the console deactivated since is taken over inactive, until the provider reactivates them', async () => {
  const p = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', p.workspace);
  const person = await p.add({ displayName: 'Ana' });
  const other = await make.user(p.workspace, { email: person.userName, isActive: false });
  await admin.scim.switchOn.mutate({ id: p.connectionId });
  expect((await admin.scim.plan.query({ id: p.connectionId })).people).toMatchObject([{ result: 'updated' }]);
  await applyAll(admin, p.connectionId);
  expect(await p.user(other.id)).toMatchObject({ full_name: 'Ana', is_active: false });
  expect(await p.patch(other.id, { ...off, value: true })).toMatchObject({ status: 200, json: { active: true } });
  expect(await p.user(other.id)).toMatchObject({ is_active: true });
});
