import { toCsvRow, CSV_BYTE_ORDER_MARK } from '@training/shared/csv';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { PeopleOrder } from '@training/shared/users/users';

const server = await startTestServer();
const { make } = server;

/** A workspace with people of different kinds, and an auditor who searches them. */
async function world() {
  const workspace = await make.workspace();
  const [warehouse, office] = [
    await make.department(workspace, 'Warehouse'),
    await make.department(workspace, 'office'),
  ];
  const added = (day: number) => new Date(Date.UTC(2026, 0, day));
  const person = (fullName: string, role: Role, day: number, departmentId?: string) =>
    make.user(workspace, { fullName, role, createdAt: added(day), ...(departmentId && { departmentId }) });
  const people = [
    await person('bea', 'learner', 4, warehouse.id),
    await person('Ada', 'trainer', 3, office.id),
    await person('Cyd', 'content_manager', 1),
  ];
  const { email } = await make.user(workspace, { fullName: 'Dan', role: 'auditor', createdAt: added(2) });
  const cookie = await server.signIn(email);
  const auditor = server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug });
  return { workspace, warehouse, people, auditor, cookie };
}

test('people are listed by name, role, department, last sign-in and when they were added, both ways', async () => {
  const { auditor, people } = await world();
  const [bea] = people;
  await server.signIn(bea!.email);
  const names = async (order: PeopleOrder, descending = false) =>
    (await auditor.users.search.query({ order, descending })).users.map(({ full_name }) => full_name).join(' ');
  expect(await names('name')).toBe('Ada bea Cyd Dan');
  expect(await names('name', true)).toBe('Dan Cyd bea Ada');
  expect(await names('role')).toBe('bea Ada Cyd Dan');
  expect(await names('department')).toBe('Ada bea Cyd Dan');
  expect(await names('department', true)).toBe('bea Ada Cyd Dan');
  expect(await names('added')).toBe('Cyd Dan Ada bea');
  expect(await names('last_sign_in')).toBe('Ada Cyd Dan bea');
  expect(await names('last_sign_in', true)).toBe('bea Dan Ada Cyd');
});

// rules/values 3
test('in each order the pages have everybody once, under each filter', { tags: ['deep'] }, async () => {
  const { auditor, warehouse } = await world();
  for (const order of PeopleOrder.options) {
    for (const filter of [{}, { department_id: warehouse.id }, { status: 'active' as const }, { search: 'a' }]) {
      const all = await auditor.users.search.query({ ...filter, order });
      const paged = [];
      for (let offset = 0; offset < all.total; offset += 1) {
        paged.push(...(await auditor.users.search.query({ ...filter, order, limit: 1, offset })).users);
      }
      expect(paged, order).toEqual(all.users);
      expect(all.users).toHaveLength(all.total);
    }
  }
});

// rules/users 18
test('the list says who has never signed in, and when the others did last', async () => {
  const { auditor } = await world();
  const { users } = await auditor.users.search.query({});
  expect(users.filter(({ last_sign_in_at }) => last_sign_in_at === null)).toHaveLength(3);
  const [dan] = users.filter(({ full_name }) => full_name === 'Dan');
  expect(Date.parse(dan?.last_sign_in_at ?? '')).toBeGreaterThan(Date.now() - 600_000);
});

// rules/users 1 and 18
test('what GET /users answers stays as it is specified', async () => {
  const { workspace } = await world();
  const { call } = await server.api(['users:read'], workspace);
  const [first] = (await call('GET', '/api/v1/users')).json.users;
  expect(Object.keys(first)).toEqual([
    'id',
    'email',
    'external_id',
    'full_name',
    'role',
    'department_id',
    'department',
    'manager_id',
    'is_active',
    'created_at',
  ]);
});

test('the list is a file for spreadsheets, whole, filtered as asked, and nothing in it is run as a formula', async () => {
  const { workspace, cookie, warehouse } = await world();
  await make.user(workspace, { fullName: '=1+1', email: '-dash@example.com', departmentId: warehouse.id });
  await server.db.pool.query(
    `insert into users (workspace_id, id, email, full_name, role, is_active, created_at, updated_at)
     select $1, gen_random_uuid(), 'many-' || n || '@example.com', 'Many', 'learner', true, '2026-02-01', now()
     from generate_series(1, 1100) n`,
    [workspace.id],
  );
  const get = async (query = '') => {
    const answer = await fetch(`${server.base}/api/workspaces/${workspace.slug}/people${query}`, {
      headers: { cookie },
    });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const all = await get();
  expect(all).toMatchObject({ status: 200, type: 'text/csv; charset=utf-8' });
  const lines = all.text.trimEnd().split('\r\n');
  const columns = [
    'email',
    'external_id',
    'full_name',
    'role',
    'department',
    'manager',
    'status',
    'added',
    'last_sign_in',
  ];
  expect(`${lines[0]}\r\n`).toBe(CSV_BYTE_ORDER_MARK.replace('\uFEFF', '') + toCsvRow(columns));
  expect(new Set(lines.slice(1).map((line) => line.split(',', 1)[0])).size).toBe(1105);
  expect(lines).toHaveLength(1106);
  const ours = (await get(`?department_id=${warehouse.id}&search=dash`)).text.trimEnd().split('\r\n').slice(1);
  expect(ours).toHaveLength(1);
  expect(ours[0]).toMatch(/^"'-dash@example.com","","'=1\+1","learner","Warehouse","","active","[^"]+",""$/);
  expect((await get('?order=name')).status).toBe(400);
});

test('whoever may not read people gets neither the list nor the file', async () => {
  const { workspace, people } = await world();
  const trainer = people[1]!;
  const cookie = await server.signIn(trainer.email);
  const client = server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug });
  await expect(client.users.search.query({})).rejects.toMatchObject({ data: { app_code: 'forbidden' } });
  await expect(client.users.get.query({ id: trainer.id })).rejects.toMatchObject({ data: { app_code: 'forbidden' } });
  const file = await fetch(`${server.base}/api/workspaces/${workspace.slug}/people`, { headers: { cookie } });
  expect(file.status).toBe(403);
});
