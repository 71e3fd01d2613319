import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { ENTERPRISE_USER, newUser, provider } from './scim-fixture.ts';

const server = await startTestServer();
const { make } = server;

const off = { op: 'replace', path: 'active', value: false };
const on = { op: 'replace', path: 'active', value: true };

// rules/scim 4, rules/users 5
test('active: false deactivates at once and ends sessions; active: true brings the person back', async () => {
  const { add, patch, user } = await provider(server);
  const { id, userName } = await add();
  await server.signIn(userName);
  const { rows } = await server.db.pool.query('select 1 from auth_sessions');
  expect(await patch(id, off)).toMatchObject({ status: 200, json: { active: false } });
  expect(await user(id)).toMatchObject({ is_active: false });
  const after = await server.db.pool.query('select 1 from auth_sessions');
  expect(after.rowCount).toBe(rows.length - 1);
  expect(await patch(id, on)).toMatchObject({ status: 200, json: { active: true } });
  expect(await user(id)).toMatchObject({ is_active: true });
});

// rules/scim 5
test('DELETE deactivates and erases nothing; the provider no longer knows the person, until it adds them again', async () => {
  const { workspace, add, call, user } = await provider(server);
  const { id, userName } = await add();
  expect(await call('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, text: '' });
  expect(await user(id)).toMatchObject({ email: userName, is_active: false });
  for (const method of ['GET', 'DELETE']) expect((await call(method, `/Users/${id}`)).status).toBe(404);
  expect((await call('PATCH', `/Users/${id}`, { schemas: [], Operations: [off] })).status).toBe(404);
  for (const path of ['/Users', `/Users?filter=userName eq "${userName}"`, `/Users?filter=emails eq "${userName}"`]) {
    expect((await call('GET', path)).json).toMatchObject({ totalResults: 0, Resources: [] });
  }
  const again = await call('POST', '/Users', newUser({ userName, emails: [{ value: userName }] }));
  expect(again).toMatchObject({ status: 201, json: { id, active: true } });
  const admin = await server.as('super_admin', workspace);
  const events = await admin.users.activity.query({ id });
  expect(events.map(({ action }) => action).toSorted()).toEqual([
    'user.created',
    'user.deactivated',
    'user.reactivated',
  ]);
});

// rules/scim 6
test('people whom the connection did not provision are never ended by it, until it updates them', async () => {
  const { workspace, patch, call, user } = await provider(server);
  const { id, email } = await make.user(workspace, { fullName: 'Ana Souza' });
  const whole = { ...newUser({ userName: email, emails: [{ value: email }] }), active: false };
  for (const refused of [
    await patch(id, off),
    await patch(id, { op: 'replace', path: 'displayName', value: 'X' }, off),
    await call('PUT', `/Users/${id}`, whole),
    await call('DELETE', `/Users/${id}`),
  ]) {
    expect(refused).toMatchObject({ status: 403, json: { detail: expect.stringContaining('wasn’t provisioned') } });
  }
  expect(await user(id)).toMatchObject({ is_active: true, full_name: 'Ana Souza' });
  const found = await call('GET', `/Users?filter=userName eq "${email}"`);
  expect(found.json.Resources).toMatchObject([{ id, name: { givenName: 'Ana', familyName: 'Souza' } }]);
  expect((await patch(id, { op: 'add', path: 'externalId', value: '4711' })).status).toBe(200);
  expect((await patch(id, off)).status).toBe(200);
  expect(await user(id)).toMatchObject({ is_active: false, external_id: '4711' });
});

// rules/scim 6
test('what another connection provisioned is not ended by this one', async () => {
  const [okta, workspace] = await provider(server).then((each) => [each, each.workspace] as const);
  const entra = await provider(server, workspace);
  const { id, userName } = await okta.add();
  expect((await entra.call('GET', `/Users?filter=userName eq "${userName}"`)).json.Resources).toMatchObject([{ id }]);
  expect((await entra.call('DELETE', `/Users/${id}`)).status).toBe(403);
  expect(await okta.user(id)).toMatchObject({ is_active: true });
});

// rules/scim 4
test('someone who was deactivated in the console stays so, until the provider has ended them, too', async () => {
  const { workspace, add, patch, call, user } = await provider(server);
  const { id, userName } = await add();
  const admin = await server.as('super_admin', workspace);
  await admin.users.upsert.mutate({ email: userName, deactivate: true });
  const whole = newUser({ userName, emails: [{ value: userName }], displayName: 'Ana Lima' });
  expect(await call('PUT', `/Users/${id}`, whole)).toMatchObject({ status: 200, json: { active: false } });
  expect(await patch(id, { op: 'replace', path: 'displayName', value: 'Ana' }, on)).toMatchObject({
    json: { active: false },
  });
  expect(await user(id)).toMatchObject({ is_active: false, full_name: 'Ana' });
  await patch(id, off);
  await patch(id, on);
  expect(await user(id)).toMatchObject({ is_active: true });
});

// rules/scim 4
test('a change in the console is what the provider reads', async () => {
  const { workspace, add, call } = await provider(server);
  const { id, userName } = await add({ externalId: 'okta-1' });
  const admin = await server.as('super_admin', workspace);
  await admin.users.save.mutate({ id, email: `new.${userName}`, full_name: 'Ana Maria Lima' });
  expect((await call('GET', `/Users/${id}`)).json).toMatchObject({
    userName,
    externalId: 'okta-1',
    displayName: 'Ana Maria Lima',
    name: { givenName: 'Ana Maria', familyName: 'Lima' },
    emails: [{ value: `new.${userName}` }],
  });
});

// rules/scim 4
test('a replacement keeps what it leaves out of the user, but for names and addresses', async () => {
  const { add, call, user } = await provider(server);
  const { id, userName } = await add({ externalId: 'e-1' });
  const { active: _, ...rest } = newUser({
    userName,
    emails: [],
    displayName: undefined,
    name: { formatted: 'A. Souza' },
  });
  expect(await call('PUT', `/Users/${id}`, rest)).toMatchObject({
    status: 200,
    json: { active: true, displayName: 'A. Souza' },
  });
  expect(await user(id)).toMatchObject({ email: userName, external_id: 'e-1', full_name: 'A. Souza', is_active: true });
});

// rules/scim 4, rules/users 21
test('the HR system’s number is the employeeNumber, or the externalId of someone who has none', async () => {
  const { workspace, add, patch, user } = await provider(server);
  const withNumber = { [ENTERPRISE_USER]: { employeeNumber: 'HR-7' } };
  const { id } = await add({ externalId: '00u1', ...withNumber });
  expect(await user(id)).toMatchObject({ external_id: 'HR-7' });
  const other = await add({ externalId: '00u2' });
  expect(await user(other.id)).toMatchObject({ external_id: '00u2' });
  await patch(other.id, { op: 'replace', path: 'externalId', value: '00u3' });
  expect(await user(other.id)).toMatchObject({ external_id: '00u3' });
  const known = await make.user(workspace, { externalId: 'HR-8' });
  await patch(known.id, { op: 'add', path: 'externalId', value: '00u4' });
  expect(await user(known.id)).toMatchObject({ external_id: 'HR-8' });
  const taken = await patch(other.id, { op: 'add', path: `${ENTERPRISE_USER}:employeeNumber`, value: 'HR-8' });
  expect(taken).toMatchObject({ status: 409, json: { scimType: 'uniqueness' } });
});

// rules/scim 5
test('who exists is 409 uniqueness, by user name, address or number, and also when added at once', async () => {
  const { workspace, add, call } = await provider(server);
  const known = await make.user(workspace, { externalId: 'HR-9' });
  const { userName } = await add({ externalId: 'e-9' });
  for (const changes of [
    { userName: userName.toUpperCase(), emails: [] },
    { userName: 'someone', emails: [{ value: userName }] },
    { userName: known.email, emails: [] },
    { externalId: 'HR-9' },
    { externalId: 'e-9' },
  ]) {
    expect(await call('POST', '/Users', newUser(changes))).toMatchObject({
      status: 409,
      json: { scimType: 'uniqueness' },
    });
  }
  const body = newUser();
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/Users', body)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(409)]);
  const [one, two] = [await add(), await add()];
  const taken = await call('PUT', `/Users/${two.id}`, newUser({ userName: one.userName.toUpperCase(), emails: [] }));
  expect(taken).toMatchObject({ status: 409, json: { scimType: 'uniqueness' } });
});

// rules/scim 4, rules/users 22
test('people without an address need a workspace that allows them', async () => {
  const { call } = await provider(server);
  const body = newUser({ userName: 'badge-17', emails: [], externalId: '17' });
  expect(await call('POST', '/Users', body)).toMatchObject({ status: 400, json: { scimType: 'invalidValue' } });
  const allowed = await provider(server, await make.workspace({ peopleWithoutEmail: true }));
  const { id } = await allowed.add(body);
  expect(await allowed.user(id)).toMatchObject({ email: null, external_id: '17' });
});

// rules/scim 7
test('the department is that of the same name; an unknown one changes nothing', async () => {
  const { workspace, add, patch, user } = await provider(server);
  const { id: departmentId } = await make.department(workspace, 'Cold store');
  const { id } = await add({ [ENTERPRISE_USER]: { department: 'cold STORE' } });
  expect(await user(id)).toMatchObject({ department_id: departmentId });
  await patch(id, { op: 'replace', path: `${ENTERPRISE_USER}:department`, value: 'Nowhere' });
  expect(await user(id)).toMatchObject({ department_id: null });
  const placed = await make.user(workspace, { departmentId });
  await patch(placed.id, { op: 'replace', path: `${ENTERPRISE_USER}:department`, value: 'Nowhere' });
  expect(await user(placed.id)).toMatchObject({ department_id: departmentId });
});

// rules/scim 7, rules/managers 1 and 2
test('the manager is a user by id; an unknown one changes nothing, and a circle is refused', async () => {
  const { workspace, add, patch } = await provider(server);
  const admin = await server.as('super_admin', workspace);
  const managerOf = async (id: string) => (await admin.users.get.query({ id })).manager;
  const [boss, report] = [await add({ displayName: 'Bo Boss' }), await add()];
  const path = `${ENTERPRISE_USER}:manager`;
  expect((await patch(report.id, { op: 'Add', path, value: boss.id })).json[ENTERPRISE_USER]).toEqual({
    manager: { value: boss.id },
  });
  expect(await managerOf(report.id)).toBe('Bo Boss');
  await patch(report.id, { op: 'Replace', path, value: { $ref: '../Users/x', value: 'unknown' } });
  expect(await managerOf(report.id)).toBe('Bo Boss');
  const circle = await patch(boss.id, { op: 'Add', path: `${path}.value`, value: report.id });
  expect(circle).toMatchObject({ status: 400, json: { scimType: 'invalidValue' } });
  await patch(report.id, { op: 'Remove', path });
  expect(await managerOf(report.id)).toBeNull();
});

// rules/scim 8, rules/users 7 and 8
test('super admins are changed only where the workspace allows it, and the last one never leaves', async () => {
  const strict = await provider(server);
  const { id } = await make.user(strict.workspace, { role: 'super_admin' });
  expect((await strict.patch(id, { op: 'replace', path: 'displayName', value: 'X' })).status).toBe(403);
  const open = await provider(server, await make.workspace({ apiMayAssignSuperAdmin: true }));
  const admin = await make.user(open.workspace, { role: 'super_admin' });
  expect((await open.patch(admin.id, { op: 'replace', path: 'displayName', value: 'X' })).status).toBe(200);
  expect((await open.patch(admin.id, off)).status).toBeGreaterThanOrEqual(400);
  expect(await open.user(admin.id)).toMatchObject({ is_active: true, full_name: 'X' });
});

// rules/scim 4
test('someone can be added inactive', async () => {
  const { add, user } = await provider(server);
  const { id } = await add({ active: false });
  expect(await user(id)).toMatchObject({ is_active: false });
});

// rules/scim 4
test('only what a request changes is stored, so changes made in the console stay', async () => {
  const { workspace, add, patch, call } = await provider(server);
  const admin = await server.as('super_admin', workspace);
  const [dock, office] = [await make.department(workspace, 'Dock'), await make.department(workspace, 'Office')];
  const [boss, other] = [await add({ displayName: 'Bo Boss' }), await add({ displayName: 'Olga Other' })];
  const extension = { employeeNumber: 'N-1', department: 'Dock', manager: { value: boss.id } };
  const { id, userName } = await add({ [ENTERPRISE_USER]: extension });
  const here = { external_id: 'N-2', department_id: office.id, manager_id: other.id };
  await admin.users.save.mutate({ id, email: userName, full_name: 'Ana Souza', ...here });
  expect((await patch(id, { op: 'replace', path: 'displayName', value: 'Ana Lima' })).status).toBe(200);
  const whole = newUser({ userName, emails: [{ value: userName }], displayName: 'Ana', [ENTERPRISE_USER]: extension });
  expect((await call('PUT', `/Users/${id}`, whole)).status).toBe(200);
  const kept = { full_name: 'Ana', external_id: 'N-2', department_id: office.id, manager: 'Olga Other' };
  expect(await admin.users.get.query({ id })).toMatchObject(kept);
  await patch(id, { op: 'replace', path: `${ENTERPRISE_USER}:employeeNumber`, value: 'N-3' });
  expect(await admin.users.get.query({ id })).toMatchObject({ ...kept, external_id: 'N-3' });
  expect(dock.id).not.toBe(office.id);
});

// rules/scim 4
test('a deactivation never fails because of another attribute', async () => {
  const { workspace, add, patch, call, user } = await provider(server);
  const admin = await server.as('super_admin', workspace);
  const [one, two, three] = [await add(), await add(), await add()];
  for (const each of [one, two, three]) {
    await patch(each.id, { op: 'add', path: `${ENTERPRISE_USER}:employeeNumber`, value: `of ${each.id}` });
    await admin.users.save.mutate({ id: each.id, email: each.userName, full_name: 'Ana', external_id: null });
    await make.user(workspace, { externalId: `of ${each.id}` });
    await make.user(workspace, { email: `${each.id}@example.com` });
  }
  await server.db.pool.query('update workspaces set scim_brake_percent = 100 where id = $1', [workspace.id]);
  const whole = newUser({ userName: `${one.id}@example.com`, emails: [{ value: 'taken@example.com' }], active: false });
  await make.user(workspace, { email: 'taken@example.com' });
  expect((await call('PUT', `/Users/${one.id}`, whole)).json).toMatchObject({ active: false, userName: one.userName });
  expect((await patch(two.id, off, { op: 'replace', path: 'externalId', value: `of ${two.id}` })).status).toBe(200);
  expect((await call('DELETE', `/Users/${three.id}`)).status).toBe(204);
  for (const { id, userName } of [one, two, three]) {
    expect(await user(id)).toMatchObject({ is_active: false, email: userName, external_id: null });
  }
  expect((await patch(one.id, on)).status).toBe(200);
  expect(await user(one.id)).toMatchObject({ is_active: true, email: one.userName });
});

// rules/scim 4
test('someone who was reactivated in the console is ended only if the provider says so again', async () => {
  const { workspace, add, patch, user } = await provider(server);
  const admin = await server.as('super_admin', workspace);
  const { id, userName } = await add();
  await patch(id, off);
  await admin.users.upsert.mutate({ email: userName, deactivate: false });
  await patch(id, { op: 'replace', path: 'displayName', value: 'Ana Lima' });
  expect(await user(id)).toMatchObject({ is_active: true, full_name: 'Ana Lima' });
  await patch(id, off);
  expect(await user(id)).toMatchObject({ is_active: false });
});
