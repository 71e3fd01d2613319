import { expect, test } from 'vitest';
import { answering, LOCAL, outwardWith, startReceiver } from './receiver-fixture.ts';

const REQUEST = { headers: {}, body: '{}' };

test('a connection is kept only where the caller asks for it', async () => {
  const receiver = await startReceiver((_request, response) => void response.end());
  const outward = outwardWith(LOCAL);
  const request = { url: `http://127.0.0.1:${receiver.port}/`, ...REQUEST };
  for (let n = 0; n < 3; n++) await outward.post(request);
  expect(receiver.connections()).toBe(3);
  for (let n = 0; n < 3; n++) await outward.post({ ...request, keepAlive: true });
  expect(receiver.connections()).toBe(4);
});

// rules/bounds 13
test('at most four connections to a host are kept', async () => {
  const waiting: (() => void)[] = [];
  const receiver = await startReceiver((_request, response) => void waiting.push(() => response.end()));
  const outward = outwardWith(LOCAL);
  const request = { url: `http://127.0.0.1:${receiver.port}/`, ...REQUEST, keepAlive: true };
  for (const expected of [10, 16]) {
    const posting = Array.from({ length: 10 }, () => outward.post(request));
    await expect.poll(() => waiting.length).toBe(10);
    waiting.splice(0).forEach((answer) => answer());
    for (const answer of await Promise.all(posting)) expect(answer).toMatchObject({ status: 200 });
    // The second round needs six new connections in addition to the four kept open.
    expect(receiver.connections()).toBe(expected);
  }
});

test('a request whose kept connection is closed under it is sent once more on a new one', async () => {
  let answered = 0;
  const receiver = await startReceiver((request, response) => {
    // The second request on a connection is never answered.
    if (answered === 1) request.socket.destroy();
    else response.end();
    answered++;
  });
  const outward = outwardWith(LOCAL);
  const request = { url: `http://127.0.0.1:${receiver.port}/`, ...REQUEST, keepAlive: true };
  expect(await outward.post(request)).toMatchObject({ status: 200 });
  expect(await outward.post(request)).toMatchObject({ status: 200 });
  expect([receiver.connections(), receiver.requests()]).toEqual([2, 3]);
});

test('a request on a new connection that is closed is not sent once more', async () => {
  const receiver = await startReceiver((request) => void request.socket.destroy());
  const request = { url: `http://127.0.0.1:${receiver.port}/`, ...REQUEST };
  for (const keepAlive of [false, true]) {
    expect((await outwardWith(LOCAL).post({ ...request, keepAlive })).failure?.kind).toBe('broken_off');
  }
  expect(receiver.requests()).toBe(2);
});

test('at most 256 connections are kept, however many hosts there are', async () => {
  const receiver = await startReceiver((_request, response) => void response.end());
  const outward = outwardWith(LOCAL, answering(['127.0.0.1']));
  const hosts = Array.from({ length: 300 }, (_, n) => `http://h${n}.example.com:${receiver.port}/`);
  const post = () => Promise.all(hosts.map((url) => outward.post({ url, ...REQUEST, keepAlive: true })));
  for (const answer of await post()) expect(answer).toMatchObject({ status: 200 });
  expect(receiver.connections()).toBe(300);
  await post();
  // Connections that weren't kept are opened again.
  expect(receiver.connections()).toBe(300 + 44);
});
