// `node server/bench/webhooks.ts --keep <folder>`: deliveries beside a bare loop that signs and posts, how soon an
// event is sent, what numbering events costs whoever writes them, and the public API beside deliveries
// (docs/measurements.md).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildServer } from '../../scripts/server-build.ts';
import { z } from 'zod';
import { measureBeside } from './beside.ts';
import { prepareData, SIZES } from './data.ts';
import { measureBackgroundWork } from './background-work.ts';
import { alternate, type Bench } from './measure.ts';
import { startDriver, startOurs, startServer, type Server } from './processes.ts';
import { processorOf } from './processor.ts';
import { fine, grid, limitsTable, median, ms, percentile, type Limit, type Part } from './report.ts';
import { ENDPOINTS, happen, makeDue, PAYLOAD, settleDown, storeEndpoints } from './webhook-data.ts';
import type { FloorOrder } from './webhook-floor.ts';

/** Requests of the server and of the bare loop at once. */
const AT_ONCE = 64;

const HELP = `node server/bench/webhooks.ts --keep <folder> [--small] [--only due|first|cost|beside] [--rounds 3]
  due     100,000 due deliveries over 100 endpoints that answer in 50 ms, beside a bare loop with as many at once
  first   from the commit of an event to its first attempt
  cost    processor time of a write while its event is numbered, beside that while nothing numbers
  beside  the public API while deliveries run at their cap, beside itself without them
`;

const { values: options } = parseArgs({
  options: {
    keep: { type: 'string', default: '/var/tmp/training-bench-webhooks' },
    only: { type: 'string' },
    small: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    deliveries: { type: 'string', default: '100000' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = { count: Number(options.rounds), seconds: Number(options.seconds) };
const say = (line: string) => process.stdout.write(`${line}\n`);
const isWanted = (name: string) => options.only === undefined || options.only === name;

/** What the receiver tells. */
const Told = z.object({ count: z.number(), came: z.record(z.string(), z.number()).default({}) });

type Running = Bench & { receiver: Server; count: () => Promise<number>; came: () => Promise<Record<string, number>> };

async function bench(): Promise<void> {
  const folder = path.resolve(options.keep);
  mkdirSync(folder, { recursive: true });
  await buildServer();
  const log = openSync(path.join(folder, 'server.log'), 'w');
  const data = await prepareData(folder, options.small ? SIZES.small : SIZES.middle, { say });
  const receiver = await startServer('webhook-receiver.ts', { DELAY_MS: '50' }, { ready: '/', log });
  await storeEndpoints(data, receiver.port);
  const settings = {
    DATABASE_URL: data.url,
    OUTGOING_HTTP: 'true',
    OUTGOING_PRIVATE_TARGETS: 'loopback',
  };
  const ours = await startOurs(settings, log);
  const driver = startDriver();
  const ask = async (what: string) =>
    Told.parse(await (await fetch(`http://127.0.0.1:${receiver.port}/${what}`)).json());
  const running: Running = {
    floor: ours,
    ours,
    driver,
    data,
    rounds,
    receiver,
    count: async () => (await ask('')).count,
    came: async () => (await ask('came')).came,
  };
  const limits: Limit[] = [];
  try {
    if (isWanted('due')) limits.push(await measureDue(running));
    if (isWanted('first')) limits.push(await measureFirst(running));
    const parts = isWanted('cost') ? [await measureCost(running)] : [];
    if (isWanted('beside')) {
      const what = 'beside deliveries';
      parts.push(...(await measureBeside(running, { what, begin: () => keepDelivering(running) })));
    }
    for (const part of parts) {
      say([part.table, ...(part.failures ?? [])].join('\n'));
      limits.push(...part.limits);
    }
  } finally {
    await driver.stop();
    await ours.stop();
    await receiver.stop();
    await data.close();
  }
  say(`\n${limitsTable(limits)}\n`);
}

/** Deliveries a second of ours, and of the bare loop, in alternating rounds. */
async function measureDue({ data, ours, receiver, count }: Running): Promise<Limit> {
  const deliveries = Number(options.deliveries);
  const atOnce = AT_ONCE;
  const child = fork(path.join(import.meta.dirname, 'webhook-floor.ts'));
  const perSecond = { floor: [] as number[], ours: [] as number[] };
  const floorTook: number[] = [];
  const processor: string[] = [];
  await alternate(['floor', 'ours'], rounds, async (side) => {
    if (side === 'floor') {
      const order: FloorOrder = { port: receiver.port, deliveries, endpoints: ENDPOINTS, atOnce, data: PAYLOAD };
      const before = processorOf(child.pid ?? 0, data.postmaster).server;
      child.send(order);
      const [seconds] = await once(child, 'message');
      perSecond.floor.push(deliveries / seconds);
      floorTook.push((processorOf(child.pid ?? 0, data.postmaster).server - before) / deliveries);
      return;
    }
    const until = (await count()) + deliveries;
    const before = processorOf(ours.pid, data.postmaster);
    await makeDue(data, deliveries);
    const began = performance.now();
    while ((await count()) < until) await sleep(50);
    perSecond.ours.push((1000 * deliveries) / (performance.now() - began));
    await settleDown(data);
    const after = processorOf(ours.pid, data.postmaster);
    processor.push(
      `${fine((after.server - before.server) / deliveries)} + ${fine((after.database - before.database) / deliveries)}`,
    );
  });
  child.kill();
  const rows = perSecond.ours.map((each, n) => [
    perSecond.floor[n]!.toFixed(0),
    each.toFixed(0),
    (each / perSecond.floor[n]!).toFixed(2),
    fine(floorTook[n]!),
    processor[n]!,
  ]);
  say(grid([['bare loop/s', 'deliveries/s', 'ratio', 'processor of the loop', 'server + PostgreSQL'], ...rows]));
  const slower = median(perSecond.ours.map((each, n) => perSecond.floor[n]! / each));
  return { name: `the bare loop’s rate to that of ${deliveries} due deliveries`, value: slower, limit: 2, unit: '×' };
}

/** One event at a time, at moments that have nothing to do with when it is looked for them. */
async function measureFirst({ data, came }: Running): Promise<Limit> {
  const waits: number[] = [];
  for (let n = 0; n < 100; n++) {
    await sleep(100 + 200 * Math.random());
    const { id, committed } = await happen(data);
    let arrived: number | undefined;
    while (arrived === undefined) {
      await sleep(20);
      arrived = (await came())[id];
    }
    waits.push(arrived - committed);
  }
  const all = [{ latencies: Float64Array.from(waits) }];
  say(`from commit to first attempt: p50 ${ms(percentile(all, 0.5))}, p99 ${ms(percentile(all, 0.99))}`);
  return { name: 'from commit to first attempt, p50', value: percentile(all, 0.5) / 1000, limit: 0.2, unit: 's' };
}

/** Writes while their events are numbered, and while that waits for a lock. */
function measureCost(running: Running): Promise<Part> {
  const settle = () => numbered(running);
  return measureBackgroundWork(running, {
    name: 'numbering',
    operations: ['upsert', 'intake'],
    table: 'event_sequences',
    settle,
    finish: async (isHeld) => {
      if (!isHeld) await settle();
    },
  });
}

async function numbered({ data }: Running): Promise<void> {
  const left = 'select count(*)::integer as left from outgoing_events where sequence is null';
  while ((await data.db.pool.query<{ left: number }>(left)).rows[0]?.left) await sleep(200);
}

/** Has always something due. */
async function keepDelivering({ data, count }: Running) {
  await makeDue(data, Number(options.deliveries));
  const [before, began] = [await count(), performance.now()];
  return async () => {
    const sent = ((await count()) - before) / ((performance.now() - began) / 1_000);
    await settleDown(data);
    return `${sent.toFixed(0)} deliveries/s`;
  };
}

if (options.help) process.stdout.write(HELP);
else await bench();
