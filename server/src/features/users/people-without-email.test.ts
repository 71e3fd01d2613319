import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../test/make.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make, db } = server;

const refused = (app_code: string, httpStatus = 409) => ({ data: { app_code, httpStatus } });

async function setUp() {
  const workspace = await make.workspace({ peopleWithoutEmail: true });
  return { workspace, admin: await server.as('super_admin', workspace) };
}

const within = async (email: string, { slug }: TestWorkspace) =>
  server.client({ cookie: await server.signIn(email), 'x-workspace': slug });

// rules/users 24
test('in the console a person is added with either key, and both can be changed', async () => {
  const { admin } = await setUp();
  const person = { full_name: 'Ana', role: 'learner', department_id: null } as const;
  const { id } = await admin.users.save.mutate({ ...person, external_id: '1' });
  expect(await admin.users.get.query({ id })).toMatchObject({ email: null, external_id: '1' });
  const changed = { id, email: 'a@example.com', external_id: '2' };
  expect(await admin.users.save.mutate(changed)).toMatchObject({ result: 'updated', ...changed, full_name: 'Ana' });
  await expect(admin.users.save.mutate({ ...person, email: 'a@example.com' })).rejects.toMatchObject(
    refused('user_conflict'),
  );
  await expect(admin.users.save.mutate({ ...person, external_id: '2' })).rejects.toMatchObject(
    refused('user_conflict'),
  );
  const none = { id, email: null, external_id: null };
  await expect(admin.users.save.mutate(none)).rejects.toMatchObject(refused('email_required', 400));
});

// rules/users 24
test('an address can be changed in any workspace, and removed only where it may be absent', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { id } = await make.user(workspace, { externalId: '1' });
  expect(await admin.users.save.mutate({ id, email: 'new@example.com' })).toMatchObject({ result: 'updated' });
  await expect(admin.users.save.mutate({ id, email: null })).rejects.toMatchObject(refused('email_required', 400));
  await expect(admin.users.save.mutate({ external_id: '2', full_name: 'Ben' })).rejects.toMatchObject(
    refused('email_required', 400),
  );
  const auditor = await server.as('auditor', workspace);
  await expect(auditor.users.save.mutate({ id, email: 'x@example.com' })).rejects.toMatchObject(
    refused('forbidden', 403),
  );
});

// rules/users 23, rules/sign-in 1 and 5
test('with another address the old one’s sessions end, its links open nothing, and the new one opens the same person', async () => {
  const { workspace, admin } = await setUp();
  const { id } = await make.user(workspace, { email: 'old-address@example.com', fullName: 'Ana' });
  const before = await within('old-address@example.com', workspace);
  expect((await before.session.current.query()).memberships).toMatchObject([{ user: { id } }]);
  const handed = await admin.users.handOverLink.mutate({ id });
  await admin.users.save.mutate({ id, email: 'new-address@example.com' });
  await expect(before.session.current.query()).rejects.toMatchObject(refused('not_signed_in', 401));
  const opened = await fetch(`${server.base}/api/auth-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.base },
    body: JSON.stringify({ token: new URL(handed.url).searchParams.get('token') }),
  });
  expect([opened.status, await opened.json()]).toMatchObject([403, { code: 'not_a_member' }]);
  const after = await within('new-address@example.com', workspace);
  expect((await after.session.current.query()).memberships).toMatchObject([{ user: { id, full_name: 'Ana' } }]);
});

// rules/users 23
test('who belongs to another workspace, too, stays signed in there with the old address', async () => {
  const { workspace, admin } = await setUp();
  const other = await make.workspace();
  const { id } = await make.user(workspace, { email: 'two@example.com' });
  await make.user(other, { email: 'two@example.com' });
  const there = await within('two@example.com', other);
  await admin.users.save.mutate({ id, email: 'one@example.com' });
  expect((await there.session.current.query()).memberships.map((each) => each.workspace.id)).toEqual([other.id]);
});

// rules/users 22
test('people without an address are found by number, moved and deactivated, but given no link', async () => {
  const { workspace, admin } = await setUp();
  const { id } = await make.userWithoutEmail(workspace, 'HR-0042', { fullName: 'Ben Okafor' });
  for (const search of ['hr-0042', 'okafor']) {
    const { users, total } = await admin.users.search.query({ search });
    expect([total, users]).toMatchObject([1, [{ id, email: null, external_id: 'HR-0042' }]]);
  }
  const { people } = await admin.search.find.query({ query: 'HR-0042' });
  expect(people).toMatchObject([{ id }]);
  const department = await make.department(workspace);
  const change = (change: Parameters<typeof admin.users.changeSeveral.mutate>[0]['change']) =>
    admin.users.changeSeveral.mutate({ user_ids: [id], change });
  const moved = await change({ kind: 'move', department_id: department.id });
  expect(moved.outcomes).toMatchObject([{ external_id: 'HR-0042', result: 'updated' }]);
  await expect(admin.users.handOverLink.mutate({ id })).rejects.toMatchObject(refused('email_missing'));
  expect((await change({ kind: 'deactivate' })).outcomes).toMatchObject([{ result: 'deactivated' }]);
});

// rules/users 15, 21 and 22
test('an import by number changes addresses, and its preview says so', async () => {
  const { workspace, admin } = await setUp();
  await make.user(workspace, { email: 'a@example.com', externalId: '1', fullName: 'Ana' });
  const people = [
    { external_id: '1', email: 'b@example.com' },
    { external_id: '2', full_name: 'Ben' },
  ];
  for (const preview of [true, false]) {
    const { outcomes } = await admin.users.import.mutate({ people, key: 'external_id', preview });
    expect(outcomes).toMatchObject([
      { result: 'updated', changes: { email: ['a@example.com', 'b@example.com'] } },
      { result: 'created', email: null, external_id: '2' },
    ]);
  }
  const byEmail = { people: [{ external_id: '1' }] };
  await expect(admin.users.import.mutate(byEmail)).rejects.toMatchObject({ data: { httpStatus: 400 } });
  const strict = await server.as('super_admin', await make.workspace());
  await expect(strict.users.import.mutate({ people, key: 'external_id' })).rejects.toMatchObject(
    refused('email_required', 400),
  );
});

// rules/users 22, rules/analytics 22
test('for tokens people without an address count nowhere unless they ask; the console counts everyone', async () => {
  const { workspace, admin } = await setUp();
  const { call } = await server.api(['analytics:read'], workspace);
  const course = await make.course(workspace);
  const module = await make.module(workspace, course.id, { status: 'published' });
  const ana = await make.user(workspace);
  const ben = await make.userWithoutEmail(workspace, '2');
  for (const { id } of [ana, ben]) await make.enrollment(workspace, id, module.id);
  const read = async (query = '') => {
    const { json } = await call('GET', `/api/v1/analytics?${query}`);
    const { modules, learners } = json;
    const ids = learners.items.map(({ user_id }: { user_id: string }) => user_id);
    return [modules[0].assigned, learners.total, ids];
  };
  expect(await read()).toEqual([1, 1, [ana.id]]);
  expect(await read('include_inactive=true')).toEqual([1, 1, [ana.id]]);
  expect(await read('email=any')).toEqual([2, 2, [ana.id, ben.id]]);
  const { learners, modules } = await admin.analytics.read.query({});
  expect([modules?.[0]?.assigned, learners?.total]).toEqual([2, 2]);
  await db.pool.query('update users set is_active = false where id = $1', [ben.id]);
  expect(await read('email=any&include_inactive=true')).toEqual([2, 2, [ana.id, ben.id]]);
});
