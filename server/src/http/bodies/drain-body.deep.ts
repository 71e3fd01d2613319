import { expect, test } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';

const MEBIBYTE = 1024 * 1024;
const server = await startTestServer({ bounds: { discarded: { bytesPerSecond: 2 * MEBIBYTE, within: 1_500 } } });
const { token } = await server.api(['users:read']);

test.for([
  ['somebody unknown', {}, 401],
  ['a token', { authorization: `Bearer ${token.token}` }, 415],
] as const)('what %s sends without end is thrown away slowly, and not for long', async ([, headers, status]) => {
  const media = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };
  const sending = rawRequest(server.base, '/api/trpc/users.upsert', { ...headers, ...media });
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const flood = () => {
    while (!sending.socket.destroyed && sending.socket.write(chunk));
  };
  sending.socket.on('drain', flood);
  flood();
  await expect.poll(sending.isClosed).toBe(true);
  expect(sending.status()).toBe(status);
  // Bytes that were read plus the kernel's buffers of the connection. At full speed it would be hundreds of MiB.
  expect(sending.socket.bytesWritten).toBeLessThan(40 * MEBIBYTE);
});
