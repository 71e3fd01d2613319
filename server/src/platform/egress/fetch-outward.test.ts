import { gzipSync } from 'node:zlib';
import http, { type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { parseAddressRanges } from '../address-ranges.ts';
import { answering, listening, outwardWith } from './receiver-fixture.ts';
import type { OutwardPolicy } from './outward-policy.ts';

/** The policy of endpoints of AI models on this machine. */
const PRIVATE: OutwardPolicy = {
  http: 'private',
  privateTargets: parseAddressRanges(['loopback']),
  setting: 'AI_PRIVATE_TARGETS',
};

async function startEndpoint(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener);
  const { port } = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${port}`;
}

test('an answer is read while it arrives', async () => {
  const gate = Promise.withResolvers<void>();
  const url = await startEndpoint((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`${request.headers['accept-encoding']} `);
    void gate.promise.then(() => response.end('two'));
  });
  const answer = await outwardWith(PRIVATE).fetch(url, { method: 'POST', body: '{}', headers: { accept: '*/*' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = answer.body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('identity ');
  gate.resolve();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('two');
  expect((await reader.read()).done).toBe(true);
});

test('a redirect is an answer, and is not followed', async () => {
  let asked = 0;
  const url = await startEndpoint((_request, response) => {
    asked++;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const answer = await outwardWith(PRIVATE).fetch(url);
  expect([answer.status, asked]).toEqual([307, 1]);
});

test('a compressed answer is not unpacked', async () => {
  const url = await startEndpoint((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)));
  });
  await expect(outwardWith(PRIVATE).fetch(url)).rejects.toThrow('cannot be read');
});

test('a caller who gives up ends the request and the answer', async () => {
  let closed = 0;
  const url = await startEndpoint((request, response) => {
    response.on('close', () => closed++);
    if (request.url === '/begun') response.writeHead(200).write('begun');
  });
  const { fetch } = outwardWith(PRIVATE);
  const [before, during] = [new AbortController(), new AbortController()];
  const silent = fetch(url, { signal: before.signal });
  const begun = await fetch(`${url}/begun`, { signal: during.signal });
  before.abort(new Error('enough'));
  await expect(silent).rejects.toThrow('enough');
  during.abort(new Error('enough'));
  await expect(begun.text()).rejects.toThrow();
  await expect.poll(() => closed).toBe(2);
});

// rules/bounds 13
test.each([
  ['a private address with https', 'https://10.0.0.1/v1', PRIVATE],
  ['the link-local address of cloud secrets', 'http://169.254.169.254/v1', PRIVATE],
  ['http on the internet', 'http://1.1.1.1/v1', PRIVATE],
  [
    'loopback, unless it is allowed',
    'http://127.0.0.1:11434/v1',
    { ...PRIVATE, privateTargets: parseAddressRanges([]) },
  ],
] as const)('nothing is sent to %s', async (_, url, policy) => {
  const outward = outwardWith(policy);
  await expect(outward.fetch(url)).rejects.toThrow(/AI_PRIVATE_TARGETS/);
  expect(outward.check(url).problem).toMatch(/AI_PRIVATE_TARGETS$/);
});

// rules/bounds 13
test('a name that leads to the internet is not asked by http, and one that changes is checked each time', async () => {
  const url = await startEndpoint((_request, response) => void response.end('here'));
  const named = url.replace('127.0.0.1', 'ai.example.com');
  const { resolve, asked } = answering(['127.0.0.1'], ['1.1.1.1', '169.254.169.254']);
  const outward = outwardWith(PRIVATE, { resolve });
  expect(await (await outward.fetch(named)).text()).toBe('here');
  await expect(outward.fetch(named)).rejects.toThrow(/“ai.example.com” leads to a network which http may not reach/);
  expect(asked).toHaveLength(2);
});
