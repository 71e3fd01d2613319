import { createServer } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listening, LOCAL, outwardWith, startReceiver } from './receiver-fixture.ts';

const REQUEST = { headers: {}, body: '{}' };
/** Long enough for responsive servers, and short enough to wait for the others. */
const DEADLINE = 400;

/** Starts a server that doesn't speak HTTP. */
const rawServer = (speak: Parameters<typeof createServer>[1]) =>
  listening(
    createServer((socket) => {
      socket.on('error', () => undefined).resume();
      speak?.(socket);
    }),
  );

test('the answer is told: status, header fields, text, and how long it took', async () => {
  const heard: unknown[] = [];
  const receiver = await startReceiver((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => (body += part));
    request.on('end', () => {
      heard.push(request.method, request.url, request.headers['webhook-id'], request.headers['content-length'], body);
      response.writeHead(202, { 'retry-after': '7' }).end('Grüße');
    });
  });
  const url = `http://127.0.0.1:${receiver.port}/events?of=us`;
  const answer = await outwardWith(LOCAL).post({ url, headers: { 'webhook-id': 'a' }, body: '{"ä":1}' });
  expect(answer).toMatchObject({ status: 202, headers: { 'retry-after': '7' }, body: 'Grüße', cut: false });
  expect(answer.ms).toBeGreaterThanOrEqual(0);
  expect(heard).toEqual(['POST', '/events?of=us', 'a', '8', '{"ä":1}']);
});

// rules/bounds 13
test('an answer without end is read to 64 KB, and its connection is closed', async () => {
  let sent = 0;
  let closed = false;
  const receiver = await startReceiver((_request, response) => {
    const more = () => {
      while (!closed && response.write(Buffer.alloc(16_384, 'x'))) sent += 16_384;
    };
    response.on('drain', more).on('close', () => (closed = true));
    more();
  });
  const answer = await outwardWith(LOCAL).post({
    url: `http://127.0.0.1:${receiver.port}/`,
    ...REQUEST,
    keepAlive: true,
  });
  expect(answer).toMatchObject({ status: 200, cut: true, body: 'x'.repeat(65_536) });
  await expect.poll(() => closed).toBe(true);
  // Data that was already in the buffers of both sides.
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test('an answer of exactly as much as is read is whole', async () => {
  const receiver = await startReceiver((_request, response) => void response.end('x'.repeat(100)));
  const url = `http://127.0.0.1:${receiver.port}/`;
  expect(await outwardWith(LOCAL).post({ url, ...REQUEST, maxAnswerBytes: 100 })).toMatchObject({ cut: false });
  const cut = await outwardWith(LOCAL).post({ url, ...REQUEST, maxAnswerBytes: 99 });
  expect(cut).toMatchObject({ cut: true, body: 'x'.repeat(99) });
});

test('what is no text becomes text that can be stored', async () => {
  const receiver = await startReceiver((_request, response) => void response.end(Buffer.from([97, 0, 255, 98])));
  const answer = await outwardWith(LOCAL).post({ url: `http://127.0.0.1:${receiver.port}/`, ...REQUEST });
  expect(answer).toMatchObject({ body: 'a\uFFFD\uFFFDb' });
});

// rules/bounds 13
test.each([
  ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['empty lines', '', '\r\n'],
  ['zeros of a chunk’s length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '0'],
])('a server that floods with %s is cut off long before the deadline', async (_name, first, more) => {
  const flood = Buffer.from(more.repeat(16_384));
  let ended = 0;
  const { port } = await rawServer((socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(flood));
    };
    socket.on('drain', write).on('close', () => (ended += 1));
    socket.write(first);
    write();
  });
  const url = `http://127.0.0.1:${port}/`;
  const outward = outwardWith(LOCAL);
  const { failure, ms } = await outward.post({ url, ...REQUEST });
  expect(failure?.kind).toMatch(/^(no_http|broken_off)$/);
  expect(ms).toBeLessThan(10_000);
  const fetched = outward.fetch(url, { signal: AbortSignal.timeout(10_000) }).then((response) => response.text());
  await expect(fetched).rejects.not.toThrow('timeout');
  await expect.poll(() => ended).toBe(2);
});

// rules/bounds 13
test('an answer in chunks of one byte is read like any other', async () => {
  const body = '1\r\nx\r\n'.repeat(60_000);
  const { port } = await rawServer(
    (socket) => void socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}0\r\n\r\n`),
  );
  const answer = await outwardWith(LOCAL).post({ url: `http://127.0.0.1:${port}/`, ...REQUEST });
  expect(answer).toMatchObject({ status: 200, cut: false, body: 'x'.repeat(60_000) });
});

test.each([
  ['takes the connection and says nothing', /^It did not answer within 0\.4 s/, []],
  ['drips its head', /^It did not answer within/, ['HTTP/1.1 200 OK\r\n', 'x-a: b\r\n']],
  ['says 103 for ever', /^It did not answer within/, ['HTTP/1.1 103 Early Hints\r\n\r\n']],
  ['drips its body', /^It began to answer and did not end within/, ['HTTP/1.1 200 OK\r\n\r\n', 'x']],
])('a server that %s is cut off at the deadline', async (_name, words, [first = '', more = first]) => {
  let ended = false;
  const { port } = await rawServer(async (socket) => {
    socket.on('close', () => (ended = true));
    socket.write(first);
    for await (const _ of every(20)) {
      if (ended) return;
      socket.write(more);
    }
  });
  const { failure } = await outwardWith(LOCAL).post({
    url: `http://127.0.0.1:${port}/`,
    ...REQUEST,
    deadline: DEADLINE,
  });
  expect(failure).toMatchObject({ kind: 'timed_out', message: expect.stringMatching(words) });
  await expect.poll(() => ended).toBe(true);
});

test('a name server that says nothing is cut off at the deadline too', async () => {
  const resolve = () => new Promise<never>(() => undefined);
  const request = { url: 'https://events.example.com/', ...REQUEST, deadline: DEADLINE };
  const { failure } = await outwardWith(LOCAL, { resolve }).post(request);
  expect(failure).toMatchObject({
    kind: 'timed_out',
    message: expect.stringMatching(/^Its DNS did not answer within/),
  });
});

test('the deadline is 15 s where the caller gives none, and the time is told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const receiver = await startReceiver(() => undefined);
  const posting = outwardWith(LOCAL).post({ url: `http://127.0.0.1:${receiver.port}/`, ...REQUEST });
  while (receiver.requests() === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(await Promise.race([posting, Promise.resolve('waits')])).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await posting).toMatchObject({ failure: { message: expect.stringMatching(/within 15 s/) }, ms: 15_000 });
});

test('a head of more than 16 KB, and what is no HTTP, are named', async () => {
  const long = await startReceiver((_request, response) => void response.setHeader('x-a', 'x'.repeat(20_000)).end());
  const other = await rawServer((socket) => void socket.end('220 mail.example.com ESMTP\r\n'));
  for (const { port } of [long, other]) {
    const { failure } = await outwardWith(LOCAL).post({ url: `http://127.0.0.1:${port}/`, ...REQUEST });
    expect(failure).toMatchObject({
      kind: 'no_http',
      message: expect.stringMatching(/Check the address and its port/),
    });
  }
});

test.each([
  ['before it answers', ''],
  ['in the middle of its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
  ['for another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
])('a connection that is closed %s is a failure', async (_name, words) => {
  const { port } = await rawServer((socket) => socket.once('data', () => void socket.end(words)));
  const { failure } = await outwardWith(LOCAL).post({ url: `http://127.0.0.1:${port}/`, ...REQUEST });
  expect(failure?.kind).toBe('broken_off');
});

test('a port on which nobody listens is named', async () => {
  const { port } = await listening(createServer());
  const gone = createServer();
  const { port: free } = await listening(gone);
  await new Promise((resolve) => gone.close(resolve));
  expect(port).not.toBe(free);
  const { failure } = await outwardWith(LOCAL).post({ url: `http://127.0.0.1:${free}/`, ...REQUEST });
  expect(failure).toEqual({
    kind: 'unreachable',
    message: `127.0.0.1:${free} refuses connections. Check that the receiver runs, and the port.`,
  });
});

test('a request that is under way ends when the caller stops, and one that comes after is not sent', async () => {
  const receiver = await startReceiver(() => undefined);
  const stopping = new AbortController();
  const request = { url: `http://127.0.0.1:${receiver.port}/`, ...REQUEST, signal: stopping.signal };
  const posting = outwardWith(LOCAL).post(request);
  await expect.poll(() => receiver.requests()).toBe(1);
  stopping.abort();
  expect((await posting).failure?.kind).toBe('stopped');
  expect((await outwardWith(LOCAL).post(request)).failure?.kind).toBe('stopped');
  expect(receiver.connections()).toBe(1);
});
