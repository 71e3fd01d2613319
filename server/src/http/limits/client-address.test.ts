import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startServer } from '../../auth/sign-in/auth-fixture.ts';
import { openOperatorDatabase } from '../../database/database.ts';
import { freshDatabaseUrl } from '../../../test/database.ts';

const db = await openOperatorDatabase(await freshDatabaseUrl(), 4);
afterAll(() => db.close());

/** Requests a sign-in link `times` times. Returns the number of requests accepted. */
async function asker(trustProxy?: string) {
  const server = await startServer(db, { trustProxy });
  const ask = async (times: number, remoteAddress: string, headers: Record<string, string> = {}) => {
    let taken = 0;
    for (let n = 0; n < times; n++) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/magic-link',
        payload: { email: 'whoever@example.com' },
        headers: { origin: server.origin, ...headers },
        remoteAddress,
      });
      if (answer.statusCode === 200) taken++;
    }
    return taken;
  };
  const warnings = () => server.logged.filter((line) => line.includes('TRUST_PROXY'));
  return { ask, warnings };
}

// Limits count per minute, so the minute must not change while a test counts.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

// rules/bounds 3
test('behind a proxy that nobody told us of, one person cannot stop the sign-in of others', async () => {
  const { ask, warnings } = await asker();
  const proxy = '172.17.0.1';
  expect(await ask(12, proxy, { 'x-forwarded-for': '203.0.113.7' })).toBe(10);
  expect(await ask(2, proxy, { 'x-forwarded-for': '203.0.113.8' })).toBe(2);
  // Addresses the client puts at the front don't count: the proxy appends the address it received the request from.
  expect(await ask(1, proxy, { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe(0);
  expect(await ask(2, proxy, { forwarded: 'for="[2001:db8::1]:443";proto=https' })).toBe(2);
  expect(await ask(2, proxy, { 'x-real-ip': '203.0.113.9' })).toBe(2);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain(`TRUST_PROXY=${proxy}`);
});

test('behind a proxy that is named, a client on its own machine has the limit of one address, as any other', async () => {
  const { ask, warnings } = await asker('loopback');
  expect(await ask(12, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(10);
  expect(await ask(12, '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(10);
  // An address that this client puts at the front doesn't give it another limit.
  expect(await ask(1, '127.0.0.1', { 'x-forwarded-for': '192.0.2.4, 203.0.113.7' })).toBe(0);
  expect(warnings()).toEqual([]);
});

test('whoever only says to be a proxy has a limit all the same', async () => {
  const { ask } = await asker();
  let taken = 0;
  for (let n = 0; n < 620; n++) taken += await ask(1, '192.0.2.1', { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` });
  expect(taken).toBe(600);
});

test.each([
  ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:eeee:dddd:cccc', '2001:db8:1:3::1'],
  ['2001:db8::1', '2001:db8:0:0:9::', '2001:db8:0:1::1'],
  ['::ffff:192.0.2.9', '192.0.2.9', '192.0.2.10'],
  ['fe80::1%eth0', 'fe80::2', 'fe80:0:0:1::1'],
])('%s and %s count as one address, %s as another', async (one, same, other) => {
  const { ask } = await asker();
  expect(await ask(8, one)).toBe(8);
  expect(await ask(5, same)).toBe(2);
  expect(await ask(1, other)).toBe(1);
});
