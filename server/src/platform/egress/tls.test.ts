import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { certificateFor } from '../../../test/certificate.ts';
import { answering, listening, LOCAL, outwardWith, startReceiver } from './receiver-fixture.ts';

const REQUEST = { headers: {}, body: '{}' };
const HOST = 'events.example.com';
const { resolve } = answering(['127.0.0.1']);

test('the certificate is checked for the name in the address, though the address was looked up before', async () => {
  const certificate = certificateFor(HOST);
  const names: unknown[] = [];
  const receiver = await startReceiver((request, response) => {
    names.push(request.headers.host, 'servername' in request.socket && request.socket.servername);
    response.end();
  }, certificate);
  const outward = outwardWith(LOCAL, { resolve, ca: certificate.cert });
  const url = `https://${HOST}:${receiver.port}/`;
  expect(await outward.post({ url, ...REQUEST })).toMatchObject({ status: 200 });
  expect(names).toEqual([`${HOST}:${receiver.port}`, HOST]);
  const { failure } = await outward.post({ ...REQUEST, url: `https://other.example.com:${receiver.port}/` });
  expect(failure).toMatchObject({ kind: 'untrusted', message: expect.stringMatching(/is for another host/) });
});

test('a certificate of nobody known, and one that has expired, are refused with words', async () => {
  const unknown = await startReceiver((_request, response) => void response.end(), certificateFor(HOST));
  const expired = certificateFor(HOST, new Date(Date.now() - 1_000));
  const old = await startReceiver((_request, response) => void response.end(), expired);
  const post = async (port: number, ca?: string) =>
    (await outwardWith(LOCAL, { resolve, ca }).post({ url: `https://${HOST}:${port}/`, ...REQUEST })).failure;
  expect(await post(unknown.port)).toMatchObject({ kind: 'untrusted', message: expect.stringMatching(/self-signed/) });
  expect(await post(old.port, expired.cert)).toMatchObject({
    kind: 'untrusted',
    message: expect.stringMatching(/expired/),
  });
  expect([unknown.requests(), old.requests()]).toEqual([0, 0]);
});

test('no variable of the environment lets certificates go unchecked', async () => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  onTestFinished(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  const receiver = await startReceiver((_request, response) => void response.end(), certificateFor(HOST));
  const url = `https://${HOST}:${receiver.port}/`;
  expect((await outwardWith(LOCAL, { resolve }).post({ url, ...REQUEST })).failure?.kind).toBe('untrusted');
  expect(receiver.requests()).toBe(0);
});

test('a port that speaks plain HTTP, and TLS 1.1, are refused with words', async () => {
  const plain = await startReceiver((_request, response) => void response.end());
  const ancient = await listening(
    createTlsServer({ ...certificateFor(HOST), minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
  );
  for (const { port } of [plain, ancient]) {
    const { failure } = await outwardWith(LOCAL, { resolve }).post({ url: `https://${HOST}:${port}/`, ...REQUEST });
    expect(failure).toMatchObject({ kind: 'untrusted', message: expect.stringMatching(/TLS 1\.2 or later/) });
  }
});

test('a handshake that never ends is cut off at the deadline', async () => {
  const { port } = await listening(createServer((socket) => void socket.on('error', () => undefined)));
  const request = { url: `https://${HOST}:${port}/`, ...REQUEST, deadline: 300 };
  const { failure } = await outwardWith(LOCAL, { resolve }).post(request);
  expect(failure).toMatchObject({ kind: 'timed_out', message: expect.stringMatching(/TLS handshake/) });
});

// rules/bounds 13
test('a server that floods with empty lines is cut off over TLS, too', async () => {
  const certificate = certificateFor(HOST);
  const flood = Buffer.from('\r\n'.repeat(16_384));
  const server = createTlsServer(certificate, (socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(flood));
    };
    socket.on('error', () => undefined).on('drain', write);
    socket.resume();
    write();
  });
  const { port } = await listening(server);
  const outward = outwardWith(LOCAL, { resolve, ca: certificate.cert });
  const { failure, ms } = await outward.post({ url: `https://${HOST}:${port}/`, ...REQUEST });
  expect(failure?.kind).toBe('no_http');
  expect(ms).toBeLessThan(10_000);
});
