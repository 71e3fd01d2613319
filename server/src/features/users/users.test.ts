import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const PATH = '/api/v1/users';
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

// rules/users 1 to 3, rules/values 1, 2, 5
test('a new e-mail makes a user: 201, trimmed and lower-cased, a learner by default', async () => {
  const { call } = await server.api(['users:write']);
  const created = await call('POST', PATH, { email: '  Ana.Souza@Example.com ', full_name: 'Ana Souza' });
  expect(created.status).toBe(201);
  expect(created.json).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    email: 'ana.souza@example.com',
    external_id: null,
    full_name: 'Ana Souza',
    role: 'learner',
    department_id: null,
    department: null,
    manager_id: null,
    is_active: true,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    result: 'created',
  });
});

// rules/users 3
test('a known e-mail is updated: 200, and an omitted field stays as it is', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const department = await make.department(workspace, 'Transport');
  const body = { email: 'a@example.com', full_name: 'A', role: 'trainer', department_id: department.id };
  await call('POST', PATH, body);
  const updated = await call('POST', PATH, { email: 'A@example.com', full_name: 'Anna' });
  expect(updated.status).toBe(200);
  expect(updated.json).toMatchObject({
    full_name: 'Anna',
    role: 'trainer',
    department: 'Transport',
    result: 'updated',
  });
  const again = await call('POST', PATH, { email: 'a@example.com', full_name: 'Anna' });
  expect(again.json.result).toBe('unchanged');
});

test('a department is the same in capitals: nothing changes, and it is told in small letters', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const { id } = await make.department(workspace);
  const body = { email: 'a@example.com', full_name: 'A', department_id: id.toUpperCase() };
  expect((await call('POST', PATH, body)).json).toMatchObject({ department_id: id, result: 'created' });
  expect((await call('POST', PATH, body)).json.result).toBe('unchanged');
});

// rules/users 1 and 3
test('deactivating keeps the user and applies other fields; again it is unchanged', async () => {
  const { workspace, call } = await server.api(['users:write', 'users:read']);
  const user = await make.user(workspace);
  const body = { email: user.email, deactivate: true, full_name: 'Left Us' };
  const first = await call('POST', PATH, body);
  expect(first.json).toMatchObject({ id: user.id, is_active: false, full_name: 'Left Us', result: 'deactivated' });
  const second = await call('POST', PATH, body);
  expect(second).toMatchObject({ status: 200, json: { result: 'unchanged' } });
  const page = await call('GET', `${PATH}?status=inactive`);
  expect(page.json).toMatchObject({ total: 1, users: [{ id: user.id }] });
});

// rules/users 4
test('a nightly sync does not bring leavers back; deactivate: false does', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const user = await make.user(workspace, { isActive: false });
  const synced = await call('POST', PATH, { email: user.email, full_name: 'New Name' });
  expect(synced.json).toMatchObject({ is_active: false, result: 'updated' });
  const back = await call('POST', PATH, { email: user.email, deactivate: false });
  expect(back.json).toMatchObject({ is_active: true, result: 'reactivated' });
});

// rules/users 3
test('deactivating an unknown e-mail is 404 and creates nothing', async () => {
  const { call } = await server.api(['users:write', 'users:read']);
  const refused = await call('POST', PATH, { email: 'nobody@example.com', full_name: 'Nobody', deactivate: true });
  expect(refused).toMatchObject({ status: 404, json: { code: 'user_not_found' } });
  expect((await call('GET', PATH)).json.total).toBe(0);
});

// rules/users 3
test('an unknown department is 404 and changes nothing, another workspace’s is unknown too', async () => {
  const { workspace, call } = await server.api(['users:write', 'users:read']);
  const elsewhere = await make.department(await make.workspace());
  const user = await make.user(workspace, { fullName: 'Before' });
  for (const id of [UNKNOWN, elsewhere.id]) {
    const refused = await call('POST', PATH, { email: user.email, full_name: 'After', department_id: id });
    expect(refused).toMatchObject({ status: 404, json: { code: 'department_not_found' } });
  }
  expect((await call('GET', PATH)).json.users[0].full_name).toBe('Before');
});

// rules/users 6
test('a trainer needs a department: on create, on promotion and when clearing it', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const department = await make.department(workspace);
  const learner = await make.user(workspace);
  const trainer = await make.user(workspace, { role: 'trainer', departmentId: department.id });
  for (const body of [
    { email: 'new@example.com', full_name: 'N', role: 'trainer' },
    { email: learner.email, role: 'trainer' },
    { email: trainer.email, department_id: null },
  ]) {
    expect(await call('POST', PATH, body)).toMatchObject({ status: 400, json: { code: 'department_required' } });
  }
});

// rules/users 8
test('a token may not make or change super admins unless the workspace allows it', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const admin = await make.user(workspace, { role: 'super_admin', fullName: 'Admin' });
  const learner = await make.user(workspace);
  const same = await call('POST', PATH, { email: admin.email, full_name: 'Admin', role: 'super_admin' });
  expect(same).toMatchObject({ status: 200, json: { result: 'unchanged' } });
  for (const body of [
    { email: 'new@example.com', full_name: 'N', role: 'super_admin' },
    { email: learner.email, role: 'super_admin' },
    { email: admin.email, full_name: 'Other' },
    { email: admin.email, deactivate: true },
  ]) {
    expect(await call('POST', PATH, body)).toMatchObject({ status: 403, json: { code: 'role_not_assignable' } });
  }
  const open = await server.api(['users:write'], await make.workspace({ apiMayAssignSuperAdmin: true }));
  const made = await open.call('POST', PATH, { email: 'new@example.com', full_name: 'N', role: 'super_admin' });
  expect(made.status).toBe(201);
});

// rules/users 7
test('the last active super admin stays, also when two requests each take one of the last two', async () => {
  const workspace = await make.workspace({ apiMayAssignSuperAdmin: true });
  const { call } = await server.api(['users:write', 'users:read'], workspace);
  for (let round = 0; round < 10; round++) {
    const admins = ['one', 'two'].map((name) => ({
      email: `${name}@example.com`,
      full_name: name,
      role: 'super_admin',
    }));
    for (const admin of admins) await call('POST', PATH, { ...admin, deactivate: false });
    const race = await Promise.all([
      call('POST', PATH, { email: admins[0]!.email, deactivate: true }),
      call('POST', PATH, { email: admins[1]!.email, role: 'learner' }),
    ]);
    expect(race.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(race.find(({ status }) => status === 409)!.json.code).toBe('last_super_admin');
    expect((await call('GET', `${PATH}?role=super_admin&status=active`)).json.total).toBe(1);
  }
});

// rules/users 2
test('of two that create the same e-mail at once, one gets 201 and one 200', async () => {
  const { call } = await server.api(['users:write', 'users:read']);
  for (let round = 0; round < 10; round++) {
    const body = { email: `race-${round}@example.com`, full_name: 'Race' };
    const race = await Promise.all([call('POST', PATH, body), call('POST', PATH, body)]);
    expect(race.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 201]);
    expect(new Set(race.map(({ json }) => json.id)).size).toBe(1);
  }
  expect((await call('GET', PATH)).json.total).toBe(10);
});

// rules/users 9
test('a preview gives the same answer with 200 and writes nothing', async () => {
  const { workspace, call } = await server.api(['users:write', 'users:read']);
  const user = await make.user(workspace, { fullName: 'Before' });
  const created = await call('POST', `${PATH}?preview=true`, { email: 'new@example.com', full_name: 'N' });
  expect(created).toMatchObject({ status: 200, json: { result: 'created', email: 'new@example.com' } });
  const updated = await call('POST', `${PATH}?preview=true`, { email: user.email, full_name: 'After' });
  expect(updated).toMatchObject({ status: 200, json: { result: 'updated', full_name: 'After' } });
  const refused = await call('POST', `${PATH}?preview=true`, { email: 'x@example.com', deactivate: true });
  expect(refused.status).toBe(404);
  const page = await call('GET', PATH);
  expect(page.json).toMatchObject({ total: 1, users: [{ full_name: 'Before' }] });
  const { rows } = await server.db.pool.query(
    'select 1 from audit_events where workspace_id = $1 and subject_kind = $2',
    [workspace.id, 'user'],
  );
  expect(rows).toHaveLength(0);
});

// rules/audit 1
test('every write leaves its audit row, which says what changed and who did it', async () => {
  const { workspace, token, call } = await server.api(['users:write']);
  await call('POST', PATH, { email: 'a@example.com', full_name: 'A' });
  await call('POST', PATH, { email: 'a@example.com', full_name: 'B' });
  await call('POST', PATH, { email: 'a@example.com', full_name: 'B' });
  const auditor = await server.as('auditor', workspace);
  const { events } = await auditor.audit.list.query({ actor_kind: 'token' });
  expect(events.map(({ action }) => action)).toEqual(['user.updated', 'user.created']);
  expect(events[0]).toMatchObject({ actor: { id: token.id, name: token.name }, changes: { full_name: ['A', 'B'] } });
});

// rules/audit 1
test('the audit log keeps what a new user was given', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const given = { email: 'new@example.com', full_name: 'New', role: 'content_manager' };
  await call('POST', PATH, given);
  const admin = await server.as('super_admin', workspace);
  const { events } = await admin.audit.list.query({ action: 'user.created' });
  expect(events).toMatchObject([{ changes: { ...given, department_id: null, is_active: true } }]);
});

// rules/users 5
test('whoever is deactivated is signed out, and stays so when reactivated', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const { email } = await make.user(workspace);
  await server.signIn(email);
  const sessions = async () => {
    const text =
      'select 1 from directory.auth_sessions s join directory.identities i on i.id = s.user_id where i.email = $1';
    return (await server.directory.pool.query(text, [email])).rowCount;
  };
  expect(await sessions()).toBe(1);
  await call('POST', PATH, { email, deactivate: true });
  await call('POST', PATH, { email, deactivate: false });
  expect(await sessions()).toBe(0);
});

test('a change stays in its workspace, even where another one has a user of the same id and e-mail', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const user = await make.user(workspace, { fullName: 'Before' });
  const other = await make.workspace();
  await server.db.pool.query(
    `insert into users (workspace_id, id, email, full_name, role, is_active, created_at, updated_at)
     select $1, id, email, full_name, role, is_active, created_at, updated_at from users where id = $2`,
    [other.id, user.id],
  );
  await call('POST', PATH, { email: user.email, full_name: 'After' });
  const { rows } = await server.db.pool.query<{ workspace_id: string; full_name: string }>(
    'select workspace_id, full_name from users where id = $1',
    [user.id],
  );
  const names = new Map(rows.map(({ workspace_id, full_name }) => [workspace_id, full_name]));
  expect([names.get(workspace.id), names.get(other.id)]).toEqual(['After', 'Before']);
});

// rules/users 5
test('deactivated in a workspace means locked out of it on the next request, and of no other', async () => {
  const [left, stays] = [await make.workspace(), await make.workspace()];
  const admin = await server.as('super_admin', left);
  const email = 'both@example.com';
  await make.user(left, { email, role: 'super_admin' });
  await make.user(stays, { email, role: 'super_admin' });
  const cookie = await server.signIn(email);
  const inLeft = server.client({ cookie, 'x-workspace': left.slug });
  const inStays = server.client({ cookie, 'x-workspace': stays.slug });
  await inLeft.users.list.query({});
  await admin.users.upsert.mutate({ email, deactivate: true });
  await expect(inLeft.users.list.query({})).rejects.toMatchObject({
    data: { httpStatus: 403, app_code: 'not_a_member' },
  });
  await inStays.users.list.query({});
  expect((await inStays.session.current.query()).memberships.map(({ workspace }) => workspace.slug)).toEqual([
    stays.slug,
  ]);
});
