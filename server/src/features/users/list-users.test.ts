import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const PATH = '/api/v1/users';
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

// rules/users 10, rules/values 3
test('the list is ordered by created_at and id, pages without a gap, and its total is right under every filter', async () => {
  const { workspace, call } = await server.api(['users:read']);
  const departments = [await make.department(workspace, 'One'), await make.department(workspace, 'Two')];
  const roles = ['learner', 'trainer', 'auditor'] as const;
  const instant = new Date('2026-01-01T00:00:00Z');
  for (let i = 0; i < 24; i++) {
    await make.user(workspace, {
      role: roles[i % 3]!,
      departmentId: departments[i % 2]!.id,
      isActive: i % 4 !== 0,
      createdAt: new Date(instant.getTime() + Math.floor(i / 3) * 1000),
    });
  }
  const all = (await call('GET', PATH)).json;
  expect(all).toMatchObject({ total: 24, limit: 100, offset: 0 });
  const keys: string[] = all.users.map((user: { created_at: string; id: string }) => `${user.created_at} ${user.id}`);
  expect(keys).toEqual(keys.toSorted());
  const paged = [];
  for (let offset = 0; offset < 24; offset += 7)
    paged.push(...(await call('GET', `${PATH}?limit=7&offset=${offset}`)).json.users);
  expect(paged).toEqual(all.users);
  for (const role of [undefined, ...roles]) {
    for (const department of [undefined, ...departments]) {
      for (const status of [undefined, 'active', 'inactive']) {
        const query = new URLSearchParams();
        if (role) query.set('role', role);
        if (department) query.set('department_id', department.id);
        if (status) query.set('status', status);
        const page = (await call('GET', `${PATH}?${query.toString()}`)).json;
        const expected = all.users.filter(
          (user: { role: string; department_id: string; is_active: boolean }) =>
            (!role || user.role === role) &&
            (!department || user.department_id === department.id) &&
            (!status || user.is_active === (status === 'active')),
        );
        expect(page.users, query.toString()).toEqual(expected);
        expect(page.total, query.toString()).toBe(expected.length);
      }
    }
  }
});

// rules/users 10
test('a page is the same part of the list from whichever end it is read, and empty past the end', async () => {
  const { workspace, call } = await server.api(['users:read']);
  const instant = new Date('2026-01-01T00:00:00Z');
  for (let i = 0; i < 12; i++) {
    const createdAt = new Date(instant.getTime() + Math.floor(i / 3) * 1000);
    await make.user(workspace, { role: i % 4 === 0 ? 'auditor' : 'learner', createdAt });
  }
  for (const filter of ['', '&role=learner']) {
    const { users: all, total } = (await call('GET', `${PATH}?limit=500${filter}`)).json;
    expect(all).toHaveLength(total);
    for (const limit of [1, 4, 12, 500]) {
      for (let offset = 0; offset <= total + 1; offset++) {
        const page = (await call('GET', `${PATH}?limit=${limit}&offset=${offset}${filter}`)).json;
        const expected = { users: all.slice(offset, offset + limit), total, limit, offset };
        expect(page, `${limit} from ${offset}${filter}`).toEqual(expected);
      }
    }
  }
});

// rules/users 10
test('a department that the workspace lacks gives an empty page', async () => {
  const { call } = await server.api(['users:read']);
  const page = await call('GET', `${PATH}?department_id=${UNKNOWN}`);
  expect(page).toMatchObject({ status: 200, json: { users: [], total: 0 } });
});

// rules/users 10, rules/api 6
test.each([
  'limit=0',
  'limit=501',
  'limit=',
  'limit=1e2',
  'limit=abc',
  'limit=1.5',
  'limit=%201',
  'limit=01',
  'limit=-1',
  'offset=-1',
  'offset=99999999999999999999',
  'role=boss',
  'role=',
  'status=gone',
  'department_id=abc',
  'department_id=',
  'department_id=%00',
  'limit=1&limit=2',
  'sort=name',
  'search=a',
  '__proto__=1',
])('the query %s is 400 and names the parameter', async (query) => {
  const { call } = await server.api(['users:read']);
  const refused = await call('GET', `${PATH}?${query.toString()}`);
  expect(refused.status).toBe(400);
  expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(refused.json.errors[0].path).toBe(query.split('=', 1)[0]);
});

test('the console finds people by part of a name or an e-mail, whatever their case, with wildcards as plain text', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  await make.user(workspace, { fullName: 'Zoë Lindqvist', email: 'zoe_l@example.com' });
  await make.user(workspace, { fullName: '100% Sure', email: 'sure@example.com' });
  const names = async (search: string) =>
    (await admin.users.search.query({ search })).users.map(({ full_name }) => full_name);
  expect(await names('LINDQ')).toEqual(['Zoë Lindqvist']);
  expect(await names('zoe_L@')).toEqual(['Zoë Lindqvist']);
  expect(await names('0%')).toEqual(['100% Sure']);
  expect(await names('nobody')).toEqual([]);
});
