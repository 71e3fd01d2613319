import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';
import { HTTP_LIMITS } from './limits.ts';

const server = await startTestServer({
  bounds: { connections: { ...HTTP_LIMITS.connections, ofSession: 3, ofToken: 3 } },
});

const USERS = { 'a token': '/api/v1/users', 'a session': '/api/trpc/users.list?input={}' };

/** Returns the credentials of a new caller. */
async function somebody(by: keyof typeof USERS): Promise<Record<string, string>> {
  const { workspace, token } = await server.api(['users:read']);
  if (by === 'a token') return { authorization: `Bearer ${token.token}` };
  const { email } = await server.make.user(workspace, { role: 'super_admin' });
  return { cookie: await server.signIn(email), [WORKSPACE_HEADER]: workspace.slug };
}

// rules/bounds 3
test.for(['a token', 'a session'] as const)(
  'of %s so many connections may be open, and one more is 503',
  async (by) => {
    const headers = await somebody(by);
    const ask = async (of = headers) => {
      const asked = rawRequest(server.base, USERS[by], of, 'GET');
      await expect.poll(asked.status).not.toBe(0);
      return asked;
    };
    const open = [await ask(), await ask(), await ask()];
    expect(open.map((each) => each.status())).toEqual([200, 200, 200]);
    const refused = await ask();
    expect(refused.status()).toBe(503);
    expect(refused.answer()).toMatch(/\r\nretry-after: 2\r\n/i);
    await expect.poll(refused.isClosed).toBe(true);
    // Open connections still work, and other callers have their own limit.
    open[0]!.socket.write(`GET ${USERS[by]} HTTP/1.1\r\nhost: localhost\r\n${lines(headers)}\r\n`);
    await expect.poll(() => open[0]!.answer().split('HTTP/1.1 200').length - 1).toBe(2);
    const other = await somebody(by);
    expect((await ask(other)).status()).toBe(200);
    // A connection reused by another caller, such as a proxy's, counts toward that caller from then on.
    open[1]!.socket.write(`GET ${USERS[by]} HTTP/1.1\r\nhost: localhost\r\n${lines(other)}\r\n`);
    await expect.poll(() => open[1]!.answer().split('HTTP/1.1 200').length - 1).toBe(2);
    expect((await ask()).status()).toBe(200);
    expect((await ask()).status()).toBe(503);
    // Closing a connection frees a place.
    open[2]!.socket.destroy();
    await expect.poll(async () => (await ask()).status()).toBe(200);
  },
);

const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
