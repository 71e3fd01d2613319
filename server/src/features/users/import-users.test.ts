import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const PATH = '/api/v1/users';
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

/** A workspace that has just created a user, so that the next request inserts before it reads. */
async function importing() {
  const api = await server.api(['users:write', 'users:read']);
  const department = await make.department(api.workspace, 'Warehouse');
  const push = (email: string, more: object = {}, query = '') =>
    api.call('POST', `${PATH}${query}`, { email, full_name: 'Somebody', ...more });
  const first = await push('first@example.com', { role: 'learner', department_id: department.id });
  expect(first.status).toBe(201);
  const total = async () => (await api.call('GET', PATH)).json.total;
  return { ...api, department, push, first, total };
}

test('who follows in an import is created as the first was, with the same record', async () => {
  const { workspace, department, push, first } = await importing();
  const second = await push('second@example.com', { role: 'learner', department_id: department.id });
  const own = { id: expect.any(String), created_at: expect.any(String) };
  expect(second).toMatchObject({ status: 201, json: { ...first.json, ...own, email: 'second@example.com' } });
  expect(second.json).toMatchObject({ department: 'Warehouse', result: 'created' });
  const { rows: logged } = await server.db.pool.query(
    `select subject_id, changes - 'email' as changes, subject_name from audit_events where workspace_id = $1
     and action = 'user.created' order by id`,
    [workspace.id],
  );
  expect(logged).toEqual([
    { ...logged[0], subject_id: first.json.id },
    { ...logged[0], subject_id: second.json.id },
  ]);
  const { rows: told } = await server.db.pool.query(
    `select data from outgoing_events where workspace_id = $1 and type = 'user.created' order by id`,
    [workspace.id],
  );
  expect(told).toHaveLength(2);
  expect(told[1].data).toEqual({ ...told[0].data, user_id: second.json.id, email: 'second@example.com' });
});

test('an import that comes to somebody who is there updates them, and leaves leavers away', async () => {
  const { workspace, push, total } = await importing();
  const user = await make.user(workspace, { fullName: 'Before', isActive: false, role: 'auditor' });
  const updated = await push(user.email, { full_name: 'After' });
  const kept = { id: user.id, full_name: 'After', is_active: false, role: 'auditor', result: 'updated' };
  expect(updated).toMatchObject({ status: 200, json: kept });
  expect(await total()).toBe(2);
});

test.each([
  ['of a department that does not exist', { department_id: UNKNOWN }, 404],
  ['who is a trainer without a department', { role: 'trainer' }, 400],
  ['who is to be deactivated', { deactivate: true }, 404],
  ['who is to be a super admin', { role: 'super_admin' }, 403],
])('in an import somebody new %s is refused as ever, and not created', async (_, more, status) => {
  const { push, total } = await importing();
  expect((await push('new@example.com', more)).status).toBe(status);
  expect(await total()).toBe(1);
});

// rules/users 9
test('in an import a preview writes nothing', async () => {
  const { push, total } = await importing();
  const previewed = await push('new@example.com', {}, '?preview=true');
  expect(previewed).toMatchObject({ status: 200, json: { result: 'created' } });
  expect(await total()).toBe(1);
});

test('in an import the requests of a token that is being revoked wait, and create nobody once it is', async () => {
  const { token, push, workspace } = await importing();
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('update api_tokens set revoked_at = now() where id = $1', [token.id]);
  const late = push('late@example.com');
  const waiting = `select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await beside.query<{ count: number }>(waiting)).rows[0]?.count).toBe(1);
  await beside.query('commit');
  expect((await late).status).toBe(401);
  const { rows } = await server.db.pool.query(`select email from users where workspace_id = $1`, [workspace.id]);
  expect(rows).toEqual([{ email: 'first@example.com' }]);
});
