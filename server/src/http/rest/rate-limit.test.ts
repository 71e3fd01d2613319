import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

// rules/api 8
test('a token may make so many reads a minute, and is told how many are left', async () => {
  const server = await startTestServer({ config: { rateLimits: { reads: 5, writes: 2, people: 0 } } });
  const { workspace, call } = await server.api(['users:read', 'users:write']);
  inOneMinute();
  const remaining: (string | null)[] = [];
  for (let i = 0; i < 5; i++) {
    const answer = await call('GET', '/api/v1/users');
    expect(answer.status).toBe(200);
    remaining.push(answer.headers.get('ratelimit-remaining'));
  }
  expect(remaining).toEqual(['4', '3', '2', '1', '0']);
  const refused = await call('GET', '/api/v1/users');
  expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/);
  expect(refused.headers.get('ratelimit-policy')).toBe('"reads";q=5;w=60');
  expect((await call('POST', '/api/v1/users', { email: 'a@example.com', full_name: 'A' })).status).toBe(201);
  const other = await server.api(['users:read'], workspace);
  expect((await other.call('GET', '/api/v1/users')).status).toBe(200);
  vi.useRealTimers();
});

// rules/api 8
test('the limit holds over two instances together', async () => {
  const rateLimits = { reads: 40, writes: 0, people: 0 };
  const one = await startTestServer({ config: { rateLimits } });
  const two = await startTestServer({ config: { rateLimits }, databaseUrl: one.databaseUrl });
  const { token } = await one.api(['users:read']);
  inOneMinute();
  const statuses: number[] = [];
  for (let i = 0; i < 30; i++) {
    const race = [one, two].map((server) => server.rest(token.token)('GET', '/api/v1/users'));
    statuses.push(...(await Promise.all(race)).map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  vi.useRealTimers();
});

// rules/api 8
test('people who are refused on one instance are not counted on another', async () => {
  const rateLimits = { reads: 0, writes: 0, people: 40 };
  const one = await startTestServer({ config: { rateLimits } });
  const two = await startTestServer({ config: { rateLimits }, databaseUrl: one.databaseUrl });
  const { token } = await one.api(['users:write']);
  const people = (count: number) => ({
    users: Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com`, full_name: 'P' })),
  });
  inOneMinute();
  const send = async (server: typeof one, count: number) =>
    (await server.rest(token.token)('POST', '/api/v1/users/bulk', people(count))).status;
  expect(await send(one, 41)).toBe(429);
  expect(await send(one, 10)).toBe(200);
  expect(await send(one, 31)).toBe(429);
  expect(await send(two, 30)).toBe(200);
  expect(await send(two, 1)).toBe(429);
  vi.useRealTimers();
});

// rules/api 8
test('0 switches a limit off', async () => {
  const server = await startTestServer({ config: { rateLimits: { reads: 0, writes: 0, people: 0 } } });
  const { call } = await server.api(['users:read']);
  expect((await call('GET', '/api/v1/users')).headers.get('ratelimit')).toBeNull();
});

/** Stops the clock at the beginning of a rate-limit window, so that no window ends during a test. */
function inOneMinute() {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 1000 });
}
