import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const USERS = '/api/v1/users';
const key = (value: string) => ({ 'idempotency-key': value });

// rules/api 9
test('a repeated request gets its first answer again, marked, and does its work once', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const body = { email: 'a@example.com', full_name: 'A' };
  const first = await call('POST', USERS, body, key('k1'));
  const second = await call('POST', USERS, body, key('k1'));
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect([second.status, second.text]).toEqual([201, first.text]);
  const auditor = await server.as('auditor', workspace);
  expect((await auditor.audit.list.query({ actor_kind: 'token' })).total).toBe(1);
});

// rules/api 9
test('another body, query or path with the same key is 422, but another operation has keys of its own', async () => {
  const { call } = await server.api(['users:write', 'intake:create']);
  await call('POST', USERS, { email: 'a@example.com', full_name: 'A' }, key('k1'));
  const body = await call('POST', USERS, { email: 'b@example.com', full_name: 'B' }, key('k1'));
  expect(body).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } });
  const query = await call('POST', `${USERS}?preview=true`, { email: 'a@example.com', full_name: 'A' }, key('k1'));
  expect(query.status).toBe(422);
  const intake = await call('POST', '/api/v1/intake', { content: 'x', source_name: 'y' }, key('k1'));
  expect(intake.status).toBe(201);
});

test('a refusal is replayed too, although the world has changed since', async () => {
  const { call } = await server.api(['users:write']);
  const body = { email: 'a@example.com', deactivate: true };
  const first = await call('POST', USERS, body, key('k1'));
  await call('POST', USERS, { email: 'a@example.com', full_name: 'A' });
  const second = await call('POST', USERS, body, key('k1'));
  expect([first.status, second.status]).toEqual([404, 404]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('content-type')).toMatch(/^application\/problem\+json/);
});

test('malformed JSON is an answer like another: the key belongs to it', async () => {
  const { call } = await server.api(['users:write']);
  expect((await call('POST', USERS, '{', key('k1'))).status).toBe(400);
  expect((await call('POST', USERS, '{', key('k1'))).headers.get('idempotent-replayed')).toBe('true');
  expect((await call('POST', USERS, { email: 'a@example.com', full_name: 'A' }, key('k1'))).status).toBe(422);
});

test('403 is not kept: once the workspace allows it, the same request goes through', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const body = { email: 'a@example.com', full_name: 'A', role: 'super_admin' };
  expect((await call('POST', USERS, body, key('k1'))).status).toBe(403);
  await server.db.pool.query('update workspaces set api_may_assign_super_admin = true where id = $1', [workspace.id]);
  expect((await call('POST', USERS, body, key('k1'))).status).toBe(201);
});

test('keys belong to a token', async () => {
  const { workspace, call } = await server.api(['intake:create']);
  const other = await server.api(['intake:create'], workspace);
  await call('POST', '/api/v1/intake', { content: 'x', source_name: 'y' }, key('k1'));
  const answer = await other.call('POST', '/api/v1/intake', { content: 'z', source_name: 'y' }, key('k1'));
  expect(answer.status).toBe(201);
});

// rules/api 9
test('while the first is under way the second is 409; of many at once exactly one works', async () => {
  const { call } = await server.api(['users:write']);
  const body = { email: 'a@example.com', full_name: 'A' };
  const race = await Promise.all(Array.from({ length: 8 }, () => call('POST', USERS, body, key('k1'))));
  const statuses = race.map(({ status }) => status);
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
  const worked = race.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'));
  expect(worked).toHaveLength(1);
  for (const answer of race.filter(({ status }) => status === 409)) {
    expect(answer.json.code).toBe('idempotency_key_in_progress');
  }
});

test('a request whose connection dies before the commit has done and kept nothing', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table audit_events in access exclusive mode');
  const body = { email: 'a@example.com', full_name: 'A' };
  const first = call('POST', USERS, body, key('k1'));
  for (;;) {
    const { rows } = await beside.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows[0]) {
      await beside.query('select pg_terminate_backend($1)', [rows[0].pid]);
      break;
    }
  }
  expect((await first).status).toBe(503);
  await beside.query('rollback');
  const second = await call('POST', USERS, body, key('k1'));
  expect(second.status).toBe(201);
  expect(second.headers.get('idempotent-replayed')).toBeNull();
  const { rows } = await server.db.pool.query('select 1 from users where workspace_id = $1', [workspace.id]);
  expect(rows).toHaveLength(1);
});

// rules/api 9
test('after 24 hours a key is free again', async () => {
  const { call } = await server.api(['users:write']);
  await call('POST', USERS, { email: 'a@example.com', full_name: 'A' }, key('old'));
  await server.db.pool.query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`);
  const answer = await call('POST', USERS, { email: 'b@example.com', full_name: 'B' }, key('old'));
  expect(answer.status).toBe(201);
});

test.each(['', 'with space', 'x'.repeat(256), 'ümlaut'])('the key %j is 400', async (value) => {
  const { call } = await server.api(['users:write']);
  const headers = key(Buffer.from(value).toString('latin1'));
  const refused = await call('POST', USERS, { email: 'a@example.com', full_name: 'A' }, headers);
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'Idempotency-Key' }] } });
});
