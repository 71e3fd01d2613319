import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { MAX_MANAGERS_ABOVE_PERSON } from '@training/shared/team/team';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';

const server = await startTestServer();
const { make, db } = server;
const PATH = '/api/v1/users';

const setUp = async () => {
  const workspace = await make.workspace();
  const { call } = await server.api(['users:write', 'users:read'], workspace);
  const upsert = (name: string, more: object = {}, query = '') =>
    call('POST', `${PATH}${query}`, { email: `${name}@example.com`, ...more });
  const add = async (name: string, manager?: string, more: object = {}) =>
    (await upsert(name, { full_name: name, ...(manager && { manager: { email: `${manager}@example.com` } }), ...more }))
      .json;
  const managerOf = async (name: string) => (await upsert(name, {}, '?preview=true')).json.manager_id as string | null;
  return { workspace, call, upsert, add, managerOf };
};

const historyOf = async (userId: string) => {
  const { rows } = await db.pool.query(
    'select number, manager_id, from_at, until_at from user_managers where user_id = $1 order by number',
    [userId],
  );
  return rows;
};

// rules/managers 1
test('a manager is named by e-mail or external_id, stays when omitted, and is removed by null', async () => {
  const { upsert, add } = await setUp();
  const boss = await add('boss', undefined, { external_id: '000815' });
  const ana = await add('ana', 'boss');
  expect(ana).toMatchObject({ manager_id: boss.id, result: 'created' });
  expect((await upsert('ana', { full_name: 'Anna' })).json).toMatchObject({ manager_id: boss.id, result: 'updated' });
  expect((await upsert('ana', { manager: { external_id: '000815' } })).json.result).toBe('unchanged');
  expect((await upsert('ana', { manager: null })).json).toMatchObject({ manager_id: null, result: 'updated' });
  for (const query of ['?preview=true', '']) {
    const { status, json } = await upsert('ana', { manager: { external_id: '000815' } }, query);
    expect([status, json.manager_id, json.result]).toEqual([200, boss.id, 'updated']);
  }
});

// rules/managers 1
test('a manager who is unknown, inactive or named by two keys is refused, and nothing is written', async () => {
  const { upsert, add } = await setUp();
  await add('ana');
  await add('gone');
  await upsert('gone', { deactivate: true });
  const refusals = [
    [{ email: 'nobody@example.com' }, 404, 'manager_not_found', /no user nobody@example\.com.*Create them first/],
    [{ external_id: '4711' }, 404, 'manager_not_found', /correct the external_id/],
    [{ email: 'gone@example.com' }, 409, 'manager_inactive', /gone is inactive.*name another/],
    [{ email: 'ana@example.com' }, 409, 'manager_circle', /can’t be their own manager/],
    [{ email: 'ana@example.com', external_id: '1' }, 400, 'invalid_request', /manager/],
    [{}, 400, 'invalid_request', /manager/],
    ['boss@example.com', 400, 'invalid_request', /manager/],
  ] as const;
  for (const query of ['?preview=true', '']) {
    for (const [manager, status, code, detail] of refusals) {
      const answer = await upsert('ana', { full_name: 'Other', manager }, query);
      expect([answer.status, answer.json.code], JSON.stringify(manager)).toEqual([status, code]);
      expect(answer.json.detail).toMatch(detail);
    }
  }
  expect((await upsert('ana', {}, '?preview=true')).json.full_name).toBe('ana');
});

// rules/managers 2
test('nobody is above their own manager, however far', async () => {
  const { upsert, add } = await setUp();
  await add('a');
  await add('b', 'a');
  await add('c', 'b');
  for (const query of ['?preview=true', '']) {
    const { status, json } = await upsert('a', { manager: { email: 'c@example.com' } }, query);
    expect([status, json.code]).toEqual([409, 'manager_circle']);
    expect(json.detail).toBe('a is among the managers of c. Give c another manager first.');
  }
  await upsert('b', { manager: null });
  expect((await upsert('a', { manager: { email: 'c@example.com' } })).status).toBe(200);
});

// rules/managers 2
test(`there are at most ${MAX_MANAGERS_ABOVE_PERSON} managers above a person, those below them counted`, async () => {
  const { upsert, add } = await setUp();
  await add('p0');
  for (let n = 1; n <= MAX_MANAGERS_ABOVE_PERSON; n++) await add(`p${n}`, `p${n - 1}`);
  const deeper = await upsert('q', { full_name: 'q', manager: { email: `p${MAX_MANAGERS_ABOVE_PERSON}@example.com` } });
  expect([deeper.status, deeper.json.code]).toEqual([409, 'manager_levels']);
  await add('top');
  const higher = await upsert('p0', { manager: { email: 'top@example.com' } });
  expect([higher.status, higher.json.code]).toEqual([409, 'manager_levels']);
  await upsert('p2', { manager: { email: 'p0@example.com' } });
  expect((await upsert('p0', { manager: { email: 'top@example.com' } })).status).toBe(200);
});

// rules/managers 4 and 5
test('a manager who is deactivated hands over to theirs, recorded each, and doesn’t take back', async () => {
  const { workspace, upsert, add, managerOf } = await setUp();
  const top = await add('top');
  const boss = await add('boss', 'top');
  const ana = await add('ana', 'boss');
  await add('ben', 'boss');
  await upsert('ben', { deactivate: true });
  await upsert('boss', { deactivate: true });
  expect([await managerOf('ana'), await managerOf('ben'), await managerOf('boss')]).toEqual([top.id, top.id, top.id]);
  await upsert('boss', { deactivate: false });
  expect(await managerOf('ana')).toBe(top.id);
  await upsert('top', { deactivate: true });
  expect([await managerOf('ana'), await managerOf('boss')]).toEqual([null, null]);

  const periods = await historyOf(ana.id);
  expect(periods).toMatchObject([
    { number: 1, manager_id: boss.id, until_at: periods[1].from_at },
    { number: 2, manager_id: top.id, until_at: expect.any(Date) },
  ]);
  const { rows } = await db.pool.query(
    `select changes -> 'manager_id' as change from audit_events
     where workspace_id = $1 and subject_id = $2 and action = 'user.updated' order by at, id`,
    [workspace.id, ana.id],
  );
  expect(rows).toEqual([{ change: [boss.id, top.id] }, { change: [top.id, null] }]);
});

// rules/managers 4
test('a super admin who manages someone deactivates themselves, and hands over', async () => {
  const workspace = await make.workspace();
  await make.user(workspace, { role: 'super_admin' });
  const leaver = await make.user(workspace, { role: 'super_admin' });
  const report = await make.user(workspace, { managerId: leaver.id });
  const client = server.client({ cookie: await server.signIn(leaver.email), [WORKSPACE_HEADER]: workspace.slug });
  await client.users.save.mutate({ id: leaver.id, deactivate: true });
  const { rows } = await db.pool.query(
    'select is_active, manager_id from users where id = any($1) order by is_active',
    [[leaver.id, report.id]],
  );
  expect(rows).toEqual([
    { is_active: false, manager_id: null },
    { is_active: true, manager_id: null },
  ]);
});

// rules/managers 4
test('a manager with many reports hands over all of them', async () => {
  const { workspace, upsert, add } = await setUp();
  const top = await add('top');
  const boss = await add('boss', 'top');
  await db.pool.query(
    `insert into users (workspace_id, id, email, full_name, role, is_active, manager_id, created_at, updated_at)
     select $1, gen_random_uuid(), 'r' || n || '@example.com', 'R', 'learner', true, $2, now(), now()
     from generate_series(1, 1200) n`,
    [workspace.id, boss.id],
  );
  expect((await upsert('boss', { deactivate: true })).json.result).toBe('deactivated');
  const count = async (managerId: string) =>
    (await db.pool.query('select count(*)::int as n from users where manager_id = $1', [managerId])).rows[0].n;
  expect([await count(boss.id), await count(top.id)]).toEqual([0, 1201]);
});

// rules/users 10
test('the list is filtered by manager, with other filters', async () => {
  const { call, upsert, add } = await setUp();
  const boss = await add('boss', undefined, { external_id: '1' });
  const ana = await add('ana', 'boss', { external_id: '2' });
  const ben = await add('ben', 'boss');
  await upsert('ben', { deactivate: true });
  const list = async (query: string) => {
    const { json } = await call('GET', `${PATH}?${query}`);
    return [json.total, json.users.map(({ id }: { id: string }) => id)];
  };
  const of = `manager_id=${boss.id}`;
  expect(await list(of)).toEqual([2, [ana.id, ben.id]]);
  expect(await list(`${of}&limit=1&offset=1`)).toEqual([2, [ben.id]]);
  expect(await list(`${of}&status=active`)).toEqual([1, [ana.id]]);
  expect(await list(`${of}&role=trainer`)).toEqual([0, []]);
  expect(await list(`${of}&external_id=2`)).toEqual([1, [ana.id]]);
  expect(await list(`${of}&external_id=1`)).toEqual([0, []]);
  expect(await list(`manager_id=${ana.id}`)).toEqual([0, []]);
});

// rules/managers 1
test('the console names a manager by id, and shows the name', async () => {
  const { workspace, add } = await setUp();
  const client = await server.as('super_admin', workspace);
  const [boss, ana] = [await add('Boss'), await add('ana')];
  await client.users.save.mutate({ id: ana.id, manager_id: boss.id });
  expect(await client.users.get.query({ id: ana.id })).toMatchObject({ manager_id: boss.id, manager: 'Boss' });
  expect(await client.users.search.query({ manager_id: boss.id })).toMatchObject({ total: 1, users: [{ id: ana.id }] });
  expect(await client.users.managers.query({ id: ana.id })).toMatchObject([{ name: 'Boss', until_at: null }]);
  await client.users.save.mutate({ id: ana.id, manager_id: null });
  expect(await client.users.get.query({ id: ana.id })).toMatchObject({ manager_id: null, manager: null });
});
