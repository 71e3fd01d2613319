import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({ config: { rateLimits: { reads: 5, writes: 2, people: 0 } } });

/** Calls procedures in one batch with a token. */
async function batch(token: string, names: string[], query = '?batch=1') {
  const inputs = JSON.stringify(Object.fromEntries(names.map(() => ({ search: 'x' })).entries()));
  const response = await fetch(`${server.base}/api/trpc/${names.join(',')}${query}&input=${inputs}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body: unknown = await response.json();
  return { status: response.status, headers: response.headers, body };
}

const lists = (count: number) => Array<string>(count).fill('users.search');
const failed = (httpStatus: number, app_code: string) => ({ error: { data: { httpStatus, app_code } } });

// rules/bounds 5
test('a batch holds at most 20 calls, however it says that it is one', async () => {
  const { token } = await server.api(['users:read']);
  for (const query of ['?batch=1', '?batch=1&batch=1', '?x=1&batch=1']) {
    const refused = await batch(token.token, lists(21), query);
    expect(refused).toMatchObject({ status: 400, body: failed(400, 'invalid_request') });
    expect(JSON.stringify(refused.body)).toContain('at most 20 calls, and this one has 21');
  }
  expect((await batch(token.token, lists(20))).body).toHaveLength(20);
});

// rules/api 13, rules/bounds 5
test('each call of a token’s batch counts against its limit, which is that of REST', async () => {
  inOneMinute();
  const { token, call } = await server.api(['users:read', 'users:write']);
  const three = await batch(token.token, lists(3));
  expect(three.headers.get('ratelimit-policy')).toBe('"reads";q=5;w=60');
  expect(three.headers.get('ratelimit-remaining')).toBe('2');
  expect((await call('GET', '/api/v1/users')).headers.get('ratelimit-remaining')).toBe('1');
  const refused = await batch(token.token, lists(3));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.stringify(refused.body).match(/"app_code":"rate_limited"/g)).toHaveLength(2);
  expect((await call('GET', '/api/v1/users')).status).toBe(429);
  // Writes have their own limit.
  const client = server.client({ authorization: `Bearer ${token.token}` });
  const write = (email: string) => client.users.upsert.mutate({ email, full_name: 'A' });
  await write('a@example.com');
  await write('b@example.com');
  await expect(write('c@example.com')).rejects.toMatchObject({ data: { httpStatus: 429, app_code: 'rate_limited' } });
  vi.useRealTimers();
});

// rules/api 12
test('GET /api/token counts as a read', async () => {
  inOneMinute();
  const { call } = await server.api(['users:read']);
  expect((await call('GET', '/api/token')).headers.get('ratelimit-remaining')).toBe('4');
  for (let n = 0; n < 4; n++) await call('GET', '/api/token');
  expect(await call('GET', '/api/token')).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
  vi.useRealTimers();
});

// rules/api 13
test('the use of a token over tRPC is its last use', async () => {
  const { workspace, token } = await server.api(['users:read']);
  await batch(token.token, lists(1));
  const admin = await server.as('super_admin', workspace);
  const lastUse = async () => (await admin.tokens.list.query()).tokens.find(({ id }) => id === token.id)?.last_used;
  await expect.poll(lastUse).toMatchObject({ operation: 'users.search', ip: '127.0.0.1' });
});

test('people are not counted', async () => {
  const admin = await server.as('super_admin', await server.make.workspace());
  for (let n = 0; n < 7; n++) expect((await admin.users.list.query({})).total).toBe(1);
});

/** Stops the clock at the beginning of a rate-limit window, so that no window ends during a test. */
function inOneMinute() {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 1000 });
}
