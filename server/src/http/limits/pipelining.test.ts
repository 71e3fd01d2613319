import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({ bounds: { unansweredOfConnection: 3 } });
const { hostname, port } = new URL(server.base);
const REQUEST = `GET /readyz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`;

function connection(to = Number(port), host = hostname) {
  const socket = connect(to, host);
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return { socket, answers: () => answer.split('HTTP/1.1 200').length - 1 };
}

test('a connection may send a few requests ahead, again and again', async () => {
  const { socket, answers } = connection();
  for (let round = 1; round <= 4; round++) {
    socket.write(REQUEST.repeat(3));
    await expect.poll(answers).toBe(3 * round);
  }
});

// rules/bounds 3
test('one that sends more without waiting for answers is cut off, and its requests are not worked on', async () => {
  const { socket, answers } = connection();
  socket.write(REQUEST.repeat(2_000));
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(answers()).toBeLessThanOrEqual(3);
  const metrics = await (await fetch(`${server.base}/metrics`)).text();
  const asked = /duration_seconds_count\{method="GET",route="\/readyz",status="200"\} (\d+)/.exec(metrics)?.[1];
  // The requests of the other test and these three.
  expect(Number(asked ?? 0)).toBeLessThanOrEqual(15);
  expect((await fetch(`${server.base}/readyz`)).status).toBe(200);
});

const hasSecond = Object.values(networkInterfaces()).some((those) => those?.some(({ address }) => address === '::1'));

test.skipIf(!hasSecond)('so it is on both addresses that localhost has', async () => {
  const local = await startTestServer({ env: { HOST: 'localhost' }, bounds: { unansweredOfConnection: 3 } });
  for (const address of ['127.0.0.1', '::1']) {
    const to = Number(new URL(local.base).port);
    const fair = connection(to, address);
    fair.socket.write(REQUEST);
    await expect.poll(fair.answers, { message: address }).toBe(1);
    const { socket, answers } = connection(to, address);
    socket.write(REQUEST.repeat(2_000));
    await expect.poll(() => socket.destroyed, { message: address }).toBe(true);
    expect(answers()).toBeLessThanOrEqual(3);
  }
});
