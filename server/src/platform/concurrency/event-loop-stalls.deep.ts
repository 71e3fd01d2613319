import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { StallMonitor } from './event-loop-stalls.ts';

/** Blocks the event loop for `ms` milliseconds. */
function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const nextBeat = () => new Promise((resolve) => setTimeout(resolve, 60));

// rules/bounds 2
test('a stall is logged with what was under way, and with what has ended since', async () => {
  const lines: { ms: number; ran: { name: string }[] }[] = [];
  const write = (line: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(line.toString()));
    done();
  };
  const stalls = new StallMonitor(pino(new Writable({ write })));
  stalls.start();
  stalls.begin('before')();
  await nextBeat();
  await nextBeat();
  lines.length = 0;
  const goesOn = stalls.begin('GET /goes-on');
  const ends = stalls.begin('job that-computes');
  compute(600);
  ends();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  goesOn();
  stalls.stop();
  const [line] = lines;
  expect(line?.ms).toBeGreaterThan(500);
  expect(line?.ran.map(({ name }) => name)).toEqual(['job that-computes', 'GET /goes-on']);
});

// rules/bounds 2
test('stalls are counted in the metrics, by their length', async () => {
  const server = await startTestServer();
  const count = async (name: string) => {
    const text = await (await fetch(`${server.base}/metrics`)).text();
    return Number(new RegExp(`^event_loop_stall_seconds_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const [before, slept] = [await count('count'), await count('sum')];
  compute(700);
  await expect.poll(() => count('count')).toBeGreaterThan(before);
  expect((await count('sum')) - slept).toBeGreaterThan(0.5);
});
