import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ATTACKS } from '../../../test/hostile-servers/attacks.ts';
import { startHostileServer } from '../../../test/hostile-servers/hostile-server.ts';
import { KINDS } from '../../../test/hostile-servers/kinds.ts';
import { LONGEST_STALL, measured, MOST_MEMORY } from '../../../test/hostile-servers/measured.ts';
import { DriveError } from './drive.ts';
import { createDriveFetch, MAX_DRIVE_RESPONSE_BYTES, parseDriveResponse, type DriveRequest } from './drive-fetch.ts';

/** Starts a fake drive that responds with `listener`, and returns a fetch for it. */
async function driveThat(listener: RequestListener, waits?: { json?: number; file?: number }) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
  const driveFetch = createDriveFetch([`${origin}/api/`], waits);
  const ask = (request: Partial<DriveRequest> = {}) => driveFetch({ url: new URL(`${origin}/api/files`), ...request });
  return { origin, asked, ask };
}

const outcome = (expected: string) => expect.objectContaining({ name: 'DriveError', outcome: expected });

// rules/drives 10
test('nothing is asked but what is below the configured addresses', async () => {
  const { origin, asked, ask } = await driveThat((_, response) => response.end('{}'));
  const addresses = [
    `${origin}/other`,
    `${origin}/api/../other`,
    `${origin}/apix`,
    `${origin.replace('127.0.0.1', '127.0.0.1.example')}/api/files`,
    `${origin.replace('http://', 'http://user@')}/api/files`,
    'https://www.googleapis.com/api/files',
  ];
  for (const address of addresses) {
    await expect(ask({ url: new URL(address) })).rejects.toEqual(outcome('unavailable'));
  }
  expect(asked).toEqual([]);
  expect(await ask()).toMatchObject({ status: 200 });
});

// rules/drives 10
test('a redirect is not followed, so that a token never goes elsewhere', async () => {
  const { asked, ask } = await driveThat((_, response) => {
    response.writeHead(302, { location: '/api/elsewhere' }).end();
  });
  await expect(ask({ headers: { authorization: 'Bearer secret' } })).rejects.toEqual(outcome('unavailable'));
  expect(asked).toEqual(['/api/files']);
});

test.each([
  ['JSON', 'json', 'unavailable'],
  ['a file', 'file', 'too_large'],
] as const)('an answer without an end is read to the limit of %s', async (_, as, expected) => {
  let closed = false;
  const { ask } = await driveThat((_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    const write = () => {
      while (response.write(chunk));
    };
    response.on('drain', write).on('close', () => (closed = true));
    write();
  });
  await expect(ask({ as })).rejects.toEqual(outcome(expected));
  await expect.poll(() => closed).toBe(true);
});

test('what is packed counts as long as it is when it is unpacked', async () => {
  const { ask } = await driveThat((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
  });
  await expect(ask()).rejects.toEqual(outcome('unavailable'));
});

test('a file may be as long as the limit', async () => {
  const { ask } = await driveThat((_, response) => response.end(Buffer.alloc(MAX_DRIVE_RESPONSE_BYTES.file)));
  expect((await ask({ as: 'file' })).bytes).toHaveLength(MAX_DRIVE_RESPONSE_BYTES.file);
});

test.each([
  ['never comes', () => undefined],
  ['begins and does not end', (_, response) => response.write('{')],
  ['breaks off', (_, response) => response.socket?.destroy()],
] satisfies [string, RequestListener][])('an answer that %s is none', async (_, listener) => {
  const { ask } = await driveThat(listener, { json: 200 });
  await expect(ask()).rejects.toEqual(outcome('unavailable'));
});

test('a file must begin soon, and may then take longer', async () => {
  const waits = { json: 100, file: 60_000 };
  const silent = await driveThat(() => undefined, waits);
  await expect(silent.ask({ as: 'file' })).rejects.toEqual(outcome('unavailable'));
  const slow = await driveThat((_, response) => {
    response.write('a');
    setTimeout(() => response.end('b'), 300);
  }, waits);
  expect(Buffer.from((await slow.ask({ as: 'file' })).bytes).toString()).toBe('ab');
});

test('who asked can break off at any time, and hears their own reason', async () => {
  const { asked, ask } = await driveThat(() => undefined);
  const reason = new Error('the walk was stopped');
  const controller = new AbortController();
  const asking = ask({ signal: controller.signal });
  asking.catch(() => undefined);
  await expect.poll(() => asked).toHaveLength(1);
  controller.abort(reason);
  await expect(asking).rejects.toBe(reason);
  await expect(ask({ signal: controller.signal })).rejects.toBe(reason);
  expect(asked).toHaveLength(1);
});

test('an error is an answer, with the time to wait', async () => {
  const { ask } = await driveThat((_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{"error":1}'));
  const answer = await ask({ as: 'file' });
  expect(answer).toMatchObject({ status: 429, retryAfter: 7 });
  expect(parseDriveResponse(z.object({ error: z.number() }), answer)).toEqual({ error: 1 });
});

test.each(['', 'no JSON', '[]', '{"files":1}', '<html>Bearer secret</html>'])(
  'an answer that is %j is not what was promised, and its words are not repeated',
  (text) => {
    const parsing = () => parseDriveResponse(z.object({ files: z.array(z.string()) }), { bytes: Buffer.from(text) });
    expect(parsing).toThrow(DriveError);
    expect(parsing).toThrow('not what its API promises');
  },
);

// More of them, and of everybody whom the server asks, in test/hostile-servers.deep.ts.
test.each([
  ['Google’s tokens', 'fails with millions of details', 'unavailable'],
  ['Google’s folders', 'is a list of millions', 'unavailable'],
  ['Google’s folders', 'fails with millions of errors', 'unavailable'],
  ['Google’s folders', 'fails with what was sent (401)', 'access_lost'],
  ['Google’s changes', 'is millions of changes', 'unavailable'],
  ['Lark’s folders', 'is millions of things', 'unavailable'],
])('%s: an answer that %s is %s, and keeps nobody waiting', async (of, attack, expected) => {
  const kind = KINDS[of]!;
  const server = await startHostileServer(kind);
  onTestFinished(() => server.stop());
  server.attackWith(ATTACKS[attack]!);
  const asking = measured(() => kind.ask(server.origin, 20_000).catch((error: unknown) => error));
  const { result, stall, memory } = await asking;
  expect(result).toEqual(outcome(expected));
  expect(stall).toBeLessThan(LONGEST_STALL);
  expect(memory).toBeLessThan(MOST_MEMORY);
});

test('more items than are asked for are none', async () => {
  const kind = KINDS['Google’s folders']!;
  const server = await startHostileServer(kind);
  onTestFinished(() => server.stop());
  server.attackWith((socket) => {
    const body = `{"files":[${'{},'.repeat(1_000)}{}]}`;
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  await expect(kind.ask(server.origin, 20_000)).rejects.toThrow('more items than it was asked for');
});
