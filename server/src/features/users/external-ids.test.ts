import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make, db } = server;
const PATH = '/api/v1/users';

const withNumber = async (peopleWithoutEmail = false) => {
  const workspace = await make.workspace({ peopleWithoutEmail });
  const { call } = await server.api(['users:write', 'users:read'], workspace);
  const upsert = (body: object, query = '') => call('POST', `${PATH}${query}`, body);
  const bulk = (users: object[], more: object = { key: 'external_id' }, query = '') =>
    call('POST', `${PATH}/bulk${query}`, { users, ...more });
  return { workspace, call, upsert, bulk };
};

// rules/users 21
test('an external_id is stored with a person, stays when omitted, and is removed by null', async () => {
  const { upsert } = await withNumber();
  const created = await upsert({ email: 'a@example.com', full_name: 'Ana', external_id: ' 004711 ' });
  expect([created.status, created.json]).toMatchObject([201, { external_id: '004711', result: 'created' }]);
  const renamed = await upsert({ email: 'a@example.com', full_name: 'Anna' });
  expect(renamed.json).toMatchObject({ external_id: '004711', result: 'updated' });
  expect((await upsert({ email: 'a@example.com', external_id: '004711' })).json.result).toBe('unchanged');
  const removed = await upsert({ email: 'a@example.com', external_id: null });
  expect(removed.json).toMatchObject({ external_id: null, result: 'updated' });
});

// rules/users 21
test('external_ids are compared exactly, in Unicode’s composed form', async () => {
  const { upsert } = await withNumber();
  await upsert({ email: 'a@example.com', full_name: 'Ana', external_id: 'Zo\u00eb-7' });
  expect((await upsert({ email: 'a@example.com', external_id: 'Zoe\u0308-7' })).json.result).toBe('unchanged');
  const other = await upsert({ email: 'b@example.com', full_name: 'Ben', external_id: 'ZOË-7' });
  expect(other.status).toBe(201);
  for (const external_id of ['', ' ', 'x'.repeat(101), 'a\nb', 7]) {
    const { status, json } = await upsert({ email: 'a@example.com', external_id });
    expect([status, json.errors?.[0].path]).toEqual([400, 'external_id']);
  }
});

// rules/users 21
test('an e-mail and an external_id of different people are 409, which names both', async () => {
  const { upsert } = await withNumber();
  await upsert({ email: 'a@example.com', full_name: 'Ana', external_id: '1' });
  await upsert({ email: 'b@example.com', full_name: 'Ben', external_id: '2' });
  for (const query of ['', '?preview=true']) {
    const { status, json } = await upsert({ email: 'a@example.com', external_id: '2' }, query);
    expect([status, json.code]).toEqual([409, 'user_conflict']);
    expect(json.detail).toMatch(/a@example\.com belongs to Ana, and the external_id 2 to Ben/);
  }
  const moved = await upsert({ email: 'new@example.com', full_name: 'Ben', external_id: '2' });
  expect([moved.status, moved.json.code]).toEqual([409, 'user_conflict']);
  expect(moved.json.detail).toContain('Ben (b@example.com, 2)');
});

// rules/users 21
test('external_ids are unique in their workspace only', async () => {
  for (const { upsert } of [await withNumber(), await withNumber()]) {
    expect((await upsert({ email: 'a@example.com', full_name: 'Ana', external_id: '1' })).status).toBe(201);
  }
});

// rules/users 10 and 22
test('the list finds a person by external_id, and leaves out people without an e-mail unless told otherwise', async () => {
  const { workspace, call } = await withNumber(true);
  const ana = await make.user(workspace, { externalId: '1' });
  const ben = await make.userWithoutEmail(workspace, '2');
  const list = async (query: string) => {
    const { json } = await call('GET', `${PATH}?${query}`);
    return [json.total, json.users.map(({ id }: { id: string }) => id)];
  };
  expect(await list('')).toEqual([1, [ana.id]]);
  expect(await list('email=any')).toEqual([2, [ana.id, ben.id]]);
  expect(await list('role=learner&status=active')).toEqual([1, [ana.id]]);
  expect(await list('role=learner&email=any&offset=1')).toEqual([2, [ben.id]]);
  expect(await list('offset=1')).toEqual([1, []]);
  expect(await list('external_id=1')).toEqual([1, [ana.id]]);
  expect(await list('external_id=1&status=inactive')).toEqual([0, []]);
  expect(await list('external_id=1&offset=1')).toEqual([1, []]);
  expect(await list('external_id=2')).toEqual([0, []]);
  expect(await list('external_id=2&email=any')).toEqual([1, [ben.id]]);
  expect((await call('GET', `${PATH}?email=none`)).status).toBe(400);
});

// rules/users 22
test('totals follow people who get or lose their address', async () => {
  const { workspace, call, bulk } = await withNumber(true);
  const total = async (query = '') => (await call('GET', `${PATH}?${query}`)).json.total;
  await bulk([
    { external_id: '1', full_name: 'Ana' },
    { external_id: '2', full_name: 'Ben', email: 'b@example.com' },
  ]);
  expect([await total(), await total('email=any')]).toEqual([1, 2]);
  await bulk([{ external_id: '1', email: 'a@example.com' }]);
  expect(await total()).toBe(2);
  await bulk([{ external_id: '2', email: null, deactivate: true }]);
  expect([await total(), await total('status=inactive'), await total('status=inactive&email=any')]).toEqual([1, 0, 1]);
  const { rows } = await db.pool.query(
    'select sum(without_email)::int as stored from user_counts where workspace_id = $1',
    [workspace.id],
  );
  expect(rows).toEqual([{ stored: 1 }]);
});

// rules/users 21, rules/workspaces 9
test('without the workspace’s consent, a bulk request can’t go by external_id, nor a person be without an e-mail', async () => {
  const { bulk, upsert } = await withNumber();
  await upsert({ email: 'a@example.com', full_name: 'Ana', external_id: '1' });
  const refused = await bulk([{ external_id: '1', email: 'new@example.com' }]);
  expect([refused.status, refused.json.code]).toEqual([400, 'email_required']);
  const rows = await bulk([{ external_id: '1' }, { email: 'a@example.com', external_id: '2' }], {});
  expect(rows.json.results).toMatchObject([{ status: 400 }, { status: 200, result: 'updated' }]);
});

// rules/users 21 and 23
test('by external_id, a person gets another address, and remains who they are', async () => {
  const { workspace, bulk, call } = await withNumber(true);
  const { id } = await make.user(workspace, { email: 'old@example.com', externalId: '1' });
  const { json } = await bulk([{ external_id: '1', email: 'new@example.com' }]);
  expect(json.results).toEqual([{ index: 0, status: 200, id, result: 'updated' }]);
  const { users } = (await call('GET', `${PATH}?external_id=1`)).json;
  expect(users).toMatchObject([{ id, email: 'new@example.com' }]);
  const admin = await server.as('super_admin', workspace);
  const { events } = await admin.audit.list.query({ action: 'user.updated' });
  expect(events[0]).toMatchObject({ subject: { id }, changes: { email: ['old@example.com', 'new@example.com'] } });
});

// rules/users 21
test('an external_id becomes that of the person with its e-mail, unless they have another', async () => {
  const { workspace, bulk } = await withNumber(true);
  const ana = await make.user(workspace, { email: 'a@example.com' });
  await make.user(workspace, { email: 'b@example.com', externalId: '2' });
  const { json } = await bulk([
    { external_id: '1', email: 'a@example.com' },
    { external_id: '3', email: 'b@example.com', full_name: 'Another Ben' },
    { email: 'b@example.com', full_name: 'Ben' },
    {},
  ]);
  expect(json.results).toMatchObject([
    { status: 200, id: ana.id, result: 'updated' },
    { status: 409, problem: { code: 'user_conflict' } },
    { status: 400, problem: { code: 'invalid_request' } },
    { status: 400, problem: { errors: [{ path: 'external_id' }] } },
  ]);
});

// rules/users 19 and 21
test('keys pass from one row to the next, as in requests one after the other, also in a preview', async () => {
  const { workspace, bulk } = await withNumber(true);
  await make.user(workspace, { email: 'a@example.com', externalId: '1' });
  await make.user(workspace, { email: 'b@example.com', externalId: '2' });
  const rows = [
    { external_id: '1', email: 'c@example.com' },
    { external_id: '2', email: 'a@example.com' },
    { external_id: '3', email: 'b@example.com', full_name: 'New' },
    { external_id: '2', email: 'd@example.com' },
    { external_id: '4', full_name: 'Nobody’s address' },
  ];
  for (const query of ['?preview=true', '']) {
    const { json } = await bulk(rows, undefined, query);
    expect(json.results.map((row: { result?: string; status: number }) => row.result ?? row.status)).toEqual([
      'updated',
      'updated',
      'created',
      400,
      'created',
    ]);
  }
});

// rules/users 8
test('a token can’t change the address of a super admin by their external_id', async () => {
  const { workspace, bulk } = await withNumber(true);
  await make.user(workspace, { role: 'super_admin', externalId: '1' });
  const { json } = await bulk([{ external_id: '1', email: 'attacker@example.com' }]);
  expect(json.results).toMatchObject([{ status: 403, problem: { code: 'role_not_assignable' } }]);
});

// rules/workspaces 9
test('people without an e-mail are allowed by a super admin, with an audit entry, and for as long as there are some', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const name = workspace.name;
  const set = (people_without_email: boolean) =>
    admin.workspace.update.mutate({ name, time_zone: 'UTC', people_without_email });
  expect(await set(true)).toMatchObject({ people_without_email: true });
  const { events } = await admin.audit.list.query({ action: 'workspace.updated' });
  expect(events).toMatchObject([{ changes: { people_without_email: [false, true] } }]);
  const ben = await make.userWithoutEmail(workspace, '2', { isActive: false });
  await expect(set(false)).rejects.toMatchObject({ data: { app_code: 'people_without_email', httpStatus: 409 } });
  await db.pool.query(`update users set email = 'b@example.com' where id = $1`, [ben.id]);
  expect(await set(false)).toMatchObject({ people_without_email: false });
});
