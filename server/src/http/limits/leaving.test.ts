import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({ bounds: { publicWithin: 60_000 } });
const { hostname, port, host } = new URL(server.base);
const signOut = async () =>
  (await fetch(`${server.base}/api/auth/sign-out`, { method: 'POST', headers: { origin: server.base } })).status;

/** Sends a request, and leaves after so many milliseconds. */
async function leave(line: string, headers: Record<string, string | number>, body: string, after: number) {
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  await sleep(after);
  socket.resetAndDestroy();
}

const json = { origin: server.base, 'content-type': 'application/json' };

// rules/bounds 7
test('who leaves at any moment gives back the slot of their address', async () => {
  const path = '/api/auth/shared-device';
  const ask = (body: string, after: number) => leave(`POST ${path}`, { ...json, 'content-length': 2 }, body, after);
  for (let round = 0; round < 80; round++) {
    await Promise.all([ask('{', round / 8), ask('{}', round / 8), ask('{}', round / 16)]);
  }
  expect(await signOut()).toBe(200);
});

// rules/bounds 7
test('who sends a body slowly holds up nobody of their address', async () => {
  const slow = [1, 2, 3].map(() =>
    rawRequest(server.base, '/api/auth/sign-in/magic-link', { ...json, 'content-length': 20 }),
  );
  for (const { socket } of slow) socket.write('{');
  await sleep(200);
  expect(await signOut()).toBe(200);
  expect(slow.map(({ isClosed }) => isClosed())).toEqual([false, false, false]);
});

// rules/users 25
test('who leaves while an export opens gives back its place', { tags: ['deep'] }, async () => {
  const workspace = await server.make.workspace();
  const user = await server.make.user(workspace, { role: 'super_admin' });
  const cookie = await server.signIn(user.email);
  const path = `/api/workspaces/${workspace.slug}/people/${user.id}/export`;
  for (let round = 0; round < 60; round++) await leave(`GET ${path}`, { cookie }, '', round / 2);
  const download = async () => {
    const answer = await fetch(`${server.base}${path}`, { headers: { cookie } });
    await answer.arrayBuffer();
    return answer.status;
  };
  await expect.poll(download, { timeout: 20_000, interval: 500 }).toBe(200);
});
