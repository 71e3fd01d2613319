import { expect, test } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';
import { HTTP_LIMITS } from './limits.ts';

const WITHIN = 500;
const server = await startTestServer({
  bounds: { publicWithin: WITHIN, headersWithin: WITHIN, discarded: { ...HTTP_LIMITS.discarded, within: WITHIN } },
});
const json = { 'content-type': 'application/json' };
const ENDLESS = { ...json, 'transfer-encoding': 'chunked' };

// rules/bounds 3
test.for([
  ['/api/trpc/users.upsert', 401, 'not_signed_in'],
  ['/api/trpc/users.upsert,tokens.create?batch=1', 401, 'not_signed_in'],
  ['/api/trpc/ai.upload', 401, 'not_signed_in'],
  ['/api/trpc/no.such', 404, 'route_not_found'],
  ['/api/trpc/users.list', 405, 'method_not_allowed'],
  ['/api/v1/users', 401, 'token_missing'],
  ['/api/v1/intake', 401, 'token_missing'],
] as const)('of somebody who is not known %s reads no body: %i', async ([path, status, code]) => {
  const ask = async (media: string) => {
    // No byte of the body is sent before the response.
    const headers = { 'content-type': media, 'transfer-encoding': 'chunked', origin: server.base };
    const sending = rawRequest(server.base, path, headers);
    await expect.poll(sending.status).toBe(status);
    expect(sending.answer()).toContain(code);
    // An endless body doesn't keep the connection open.
    const endless = setInterval(() => sending.socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`), 20);
    await expect.poll(sending.isClosed).toBe(true);
    clearInterval(endless);
  };
  await Promise.all(['application/json', 'application/octet-stream', 'multipart/form-data; boundary=x'].map(ask));
});

test('a request from another site reads no body', async () => {
  const user = await server.make.user(await server.make.workspace(), { role: 'super_admin' });
  const cookie = await server.signIn(user.email);
  for (const path of ['/api/trpc/tokens.create', '/api/auth/sign-out', '/api/auth/sign-in/magic-link']) {
    const sending = rawRequest(server.base, path, { ...ENDLESS, cookie, origin: 'https://evil.example' });
    await expect.poll(sending.status).toBe(403);
    expect(sending.answer()).toContain('origin_refused');
  }
});

test('on a public route a body must come in time: 408, and the connection ends', async () => {
  for (const path of ['/api/auth/sign-in/magic-link', '/api/auth-link']) {
    const sending = rawRequest(server.base, path, { ...json, origin: server.base, 'content-length': 100 });
    sending.socket.write('{"email":');
    await expect.poll(sending.status).toBe(408);
    await expect.poll(sending.isClosed).toBe(true);
  }
});

// rules/bounds 3
test('on a public route a body has at most 8 KiB, announced or not', async () => {
  const path = '/api/auth/sign-in/magic-link';
  const announced = rawRequest(server.base, path, { ...json, origin: server.base, 'content-length': 8_193 });
  await expect.poll(announced.status).toBe(413);
  const streamed = rawRequest(server.base, path, { ...ENDLESS, origin: server.base });
  streamed.socket.write(`2001\r\n${' '.repeat(0x2001)}\r\n`);
  await expect.poll(streamed.status).toBe(413);
  const fits = rawRequest(server.base, path, { ...json, origin: server.base, 'content-length': 8_192 });
  fits.socket.write('{"email":"nobody@example.com"}'.padEnd(8_192));
  await expect.poll(fits.status).toBe(200);
});

test('a header that never ends closes the connection', async () => {
  const sending = rawRequest(server.base, '/api/v1/users', { 'x-a': 'b' }, 'GET');
  await expect.poll(sending.status).toBe(401);
  sending.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n');
  await expect.poll(sending.isClosed).toBe(true);
});
