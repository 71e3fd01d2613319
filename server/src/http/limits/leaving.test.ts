import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { hostname, port, host } = new URL(server.base);

/** Sends a request with so much of its body, and leaves after so many milliseconds. */
async function leave(body: string, after: number): Promise<void> {
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const headers = { host, origin: server.base, 'content-type': 'application/json', 'content-length': 2 };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /api/auth/shared-device HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  await sleep(after);
  socket.resetAndDestroy();
}

// rules/bounds 7
test('who leaves at any moment gives back the slot of their address', async () => {
  for (let round = 0; round < 80; round++) {
    await Promise.all([leave('{', round / 8), leave('{}', round / 8), leave('{}', round / 16)]);
  }
  const asked = { method: 'POST', headers: { origin: server.base } };
  expect((await fetch(`${server.base}/api/auth/sign-out`, asked)).status).toBe(200);
});
