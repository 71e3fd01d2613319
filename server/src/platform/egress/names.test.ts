import { expect, test } from 'vitest';
import { answering, LOCAL, outwardWith, startReceiver, STRICT } from './receiver-fixture.ts';

const HTTP = { ...STRICT, http: true };
const REQUEST = { headers: {}, body: '' };

test.each([
  ['127.0.0.1'],
  ['::ffff:127.0.0.1'],
  ['169.254.169.254'],
  ['10.0.0.1', '::1'],
  ['fe80::1%lo'],
  ['fd00:ec2::254'],
])('a name that leads to %s is refused when it is connected to, and nobody is', async (...addresses) => {
  const receiver = await startReceiver((_request, response) => void response.end());
  const { resolve, asked } = answering(addresses);
  const url = `http://events.example.com:${receiver.port}/`;
  const { failure } = await outwardWith(HTTP, { resolve }).post({ url, ...REQUEST });
  expect(failure?.kind).toBe('private_target');
  expect(failure?.message).toMatch(/^“events\.example\.com” leads to a network which is not on the internet/);
  // The message reveals no address of an internal network.
  expect(failure?.message).not.toContain(addresses[0]);
  expect(asked).toEqual(['events.example.com']);
  expect(receiver.connections()).toBe(0);
});

test.each(['localhost', 'LOCALHOST.', 'a.localhost'])('%s is this machine, whatever DNS says', async (host) => {
  const receiver = await startReceiver((_request, response) => void response.end());
  const url = `http://${host}:${receiver.port}/`;
  expect((await outwardWith(HTTP).post({ url, ...REQUEST })).failure?.kind).toBe('private_target');
  expect(receiver.connections()).toBe(0);
  expect(await outwardWith(LOCAL).post({ url, ...REQUEST })).toMatchObject({ status: 200 });
});

// rules/bounds 13
test('of the addresses of a name only those are connected to that may be reached', async () => {
  const receiver = await startReceiver((_request, response) => void response.end());
  const { resolve } = answering(['10.255.255.1', '169.254.169.254', '127.0.0.1']);
  const url = `http://events.example.com:${receiver.port}/`;
  expect(await outwardWith(LOCAL, { resolve }).post({ url, ...REQUEST })).toMatchObject({ status: 200 });
  expect(receiver.connections()).toBe(1);
});

test('a name is looked up once for a connection, which goes to what was checked, whatever DNS says next', async () => {
  const receiver = await startReceiver((_request, response) => void response.end());
  const { resolve, asked } = answering(['127.0.0.1'], ['10.0.0.1']);
  const outward = outwardWith(LOCAL, { resolve });
  const url = `http://rebinding.example.com:${receiver.port}/`;
  expect(await outward.post({ url, ...REQUEST })).toMatchObject({ status: 200 });
  expect(asked).toHaveLength(1);
  expect((await outward.post({ url, ...REQUEST })).failure?.kind).toBe('private_target');
  expect(asked).toHaveLength(2);
  expect(receiver.connections()).toBe(1);
});

test('a connection that is kept stays where it was checked, and a name that moves is checked with the next one', async () => {
  const receiver = await startReceiver((_request, response) => void response.end());
  const { resolve, asked } = answering(['127.0.0.1'], ['10.0.0.1']);
  const outward = outwardWith(LOCAL, { resolve });
  const request = { url: `http://rebinding.example.com:${receiver.port}/`, ...REQUEST, keepAlive: true };
  for (let n = 0; n < 3; n++) expect(await outward.post(request)).toMatchObject({ status: 200 });
  expect([asked.length, receiver.connections()]).toEqual([1, 1]);
  receiver.closeIdle();
  await expect.poll(async () => (await outward.post(request)).failure?.kind).toBe('private_target');
  expect(receiver.connections()).toBe(1);
});

test('a name without an address, and one whose DNS fails, are told apart', async () => {
  const none = answering([]);
  const url = 'https://events.example.com/';
  const nothing = await outwardWith(STRICT, { resolve: none.resolve }).post({ url, ...REQUEST });
  expect(nothing.failure).toMatchObject({ kind: 'unresolved' });
  expect(nothing.failure?.message).toMatch(/“events\.example\.com” cannot be found: DNS knows no address/);
  const failing = () => Promise.reject(new Error('queryA ETIMEOUT events.example.com'));
  const silent = await outwardWith(STRICT, { resolve: failing }).post({ url, ...REQUEST });
  expect(silent.failure?.message).toMatch(/its DNS does not answer/);
});

// rules/bounds 13
test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) to a metadata address is an answer, and is not followed',
  async (status) => {
    const metadata = await startReceiver((_request, response) => void response.end('secret'));
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${metadata.port}/latest/meta-data/` }).end();
    });
    const answer = await outwardWith(LOCAL).post({ url: `http://127.0.0.1:${receiver.port}/`, ...REQUEST });
    expect(answer).toMatchObject({ status, body: '' });
    expect([receiver.requests(), metadata.connections()]).toEqual([1, 0]);
  },
);
