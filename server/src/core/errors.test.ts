import { expect, test } from 'vitest';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();

test('an error repeats little of a long request, however much is wrong with it, and keeps no more', async () => {
  const { call, workspace } = await server.api(['users:read', 'users:write']);
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key ${n}`, n]));
  const refused = await call('POST', '/api/v1/users', unknown, { 'idempotency-key': 'long' });
  expect(refused.status).toBe(400);
  expect(refused.json.detail).toBe(
    'email: Required; key 0: There is no such field; leave it out; key 1: There is no such field; leave it out (and 19998 more)',
  );
  expect(refused.json.errors).toHaveLength(100);
  const name = 'x'.repeat(100_000);
  expect(
    (await call('POST', '/api/v1/users', { [name]: 1, email: 'a@example.com', full_name: 'A' })).text.length,
  ).toBeLessThan(3_000);
  expect((await call('GET', `/api/v1/users?${'a&'.repeat(5_000)}`)).text.length).toBeLessThan(30_000);
  const { rows } = await server.db.pool.query<{ bytes: number }>(
    'select length(body) as bytes from idempotency_keys where workspace_id = $1',
    [workspace.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.bytes).toBeLessThan(20_000);
});

test('up to three wrong fields are named, and the others counted', async () => {
  const { call } = await server.api(['users:write']);
  const detailOf = async (body: object) => (await call('POST', '/api/v1/users', body)).json.detail;
  expect(await detailOf({ email: 'nobody', role: 'king' })).toMatch(/^email: [^;]+; role: [^;]+$/);
  expect(await detailOf({ email: 'a@example.com', one: 1 })).toBe('one: There is no such field; leave it out');
  expect(await detailOf({ email: 'a@example.com', a: 1, b: 1, c: 1, d: 1 })).toMatch(
    /^a: .*; b: .*; c: .* \(and 1 more\)$/,
  );
});
