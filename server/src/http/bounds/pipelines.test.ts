import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({ bounds: { unansweredOfConnection: 3 } });
const { hostname, port } = new URL(server.base);
const REQUEST = `GET /readyz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`;

function connection() {
  const socket = connect(Number(port), hostname);
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

test('one that sends more without waiting for answers is cut off, and its requests are not worked on', async () => {
  const { socket, answers } = connection();
  socket.write(REQUEST.repeat(2_000));
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(answers()).toBeLessThanOrEqual(3);
  const metrics = await (await fetch(`${server.base}/metrics`)).text();
  const asked = /duration_seconds_count\{method="GET",route="\/readyz",status="200"\} (\d+)/.exec(metrics)?.[1];
  // Those of the other test, and these three.
  expect(Number(asked ?? 0)).toBeLessThanOrEqual(15);
  expect((await fetch(`${server.base}/readyz`)).status).toBe(200);
});
