// `npm run bench`: each operation over HTTP beside a floor, in alternating rounds (issue 2, “Speed”; docs/performance.md).
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { prepareData, type Data } from './data.ts';
import type { Driven } from './driver.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { memoryOf, startDriver, startWords, startServer, type Driver, type Server } from './processes.ts';
import { failures, limitsTable, median, table, verdict, type Limit, type Measured } from './report.ts';

const CONNECTIONS = 16;
/** Seconds for node to have compiled what is hot. */
const WARM_UP = 2;
const MEBIBYTE = 1024 * 1024;
const MIDDLE = { courses: 1_000, modules: 10, users: 50_000, progress: 1_000_000 };
const SMALL = { courses: 100, modules: 10, users: 2_000, progress: 20_000 };
const POOL_SIZE = '10';

const { values: options } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    keep: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});
const HELP = `npm run bench -- [--small] [--keep <folder>] [--only <part of a name>] [--rounds 5] [--seconds 3]
  --small   a small workspace, for a quick look: its figures say little
  --keep    keep the data in this folder, and use what an earlier run has left there
  --only    measure only operations whose name contains this
`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const round = { count: Number(options.rounds), seconds: Number(options.seconds) };

type Bench = { floor: Server; ours: Server; driver: Driver; data: Data };

async function bench(): Promise<void> {
  const folder = options.keep ? path.resolve(options.keep) : mkdtempSync(path.join(os.tmpdir(), 'training-bench-'));
  mkdirSync(folder, { recursive: true });
  const log = openSync(path.join(folder, 'server.log'), 'w');
  const data = await prepareData(folder, options.small ? SMALL : MIDDLE, say);
  const settings = {
    DATABASE_URL: data.url,
    DATABASE_POOL_SIZE: POOL_SIZE,
    RATE_LIMIT_READS_PER_MINUTE: '0',
    RATE_LIMIT_WRITES_PER_MINUTE: '0',
  };
  const floor = await startServer('floor.ts', settings, { ready: '/', log });
  // The first start makes the demo workspace and fills the compile cache; what lasts is what comes after it.
  await (await startServer('../src/main.ts', settings, { ready: '/readyz', log, ...startWords() })).stop();
  const ours = await startServer('../src/main.ts', settings, { ready: '/readyz', log, ...startWords() });
  const driver = startDriver();
  const measured: Measured[] = [];
  const memory = { idle: 0, load: 0 };
  try {
    await sleep(3_000);
    memory.idle = memoryOf(ours.pid)?.now ?? 0;
    const wanted = OPERATIONS.filter(({ name }) => name.includes(options.only ?? ''));
    for (const operation of wanted) {
      measured.push(await measure(operation, { floor, ours, driver, data }));
      const peak = memoryOf(ours.pid)?.peak ?? 0;
      memory.load = Math.max(memory.load, peak);
      say(`${operation.name}: done, the server's memory has been at most ${Math.round(peak / MEBIBYTE)} MiB`);
    }
  } finally {
    await driver.stop();
    await ours.stop();
    await floor.stop();
    await data.close();
  }
  const starts = await measureStarts(path.join(folder, 'data'), log);
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
  const limits: Limit[] = [
    { name: 'memory, idle', value: inMebibytes(memory.idle), limit: 130, unit: 'MiB' },
    { name: 'memory, most under load', value: inMebibytes(memory.load), limit: 250, unit: 'MiB' },
    { name: 'start to readyz', value: median(starts) / 1000, limit: 1.5, unit: 's' },
  ];
  say(`\n${table(measured)}\n\n${limitsTable(limits)}\n`);
  for (const line of failures(measured)) say(line);
  say(verdict(measured, limits));
}

/** A warm-up, then the rounds; who goes first changes, so that a drift of the machine favours nobody. */
async function measure(operation: Operation, { floor, ours, driver, data }: Bench): Promise<Measured> {
  const facts = { ...data.facts, etag: await catalogTag(ours.port, data.token) };
  const sides = { floor, ours };
  const measured: Measured = { operation, floor: [], ours: [] };
  const drive = (target: keyof typeof sides, seconds: number, count: number): Promise<Driven> =>
    driver.drive({
      operation: operation.name,
      target,
      port: sides[target].port,
      token: data.token,
      facts,
      connections: operation.connections ?? CONNECTIONS,
      seconds,
      run: runs++ * 1_000 + count,
    });
  const stopWriting = operation.writes ? data.keepWriting() : undefined;
  for (const target of ['floor', 'ours'] as const) await drive(target, Math.min(WARM_UP, round.seconds), 0);
  for (let n = 0; n < round.count; n++) {
    const order = n % 2 === 0 ? (['floor', 'ours'] as const) : (['ours', 'floor'] as const);
    for (const target of order) measured[target].push(await drive(target, round.seconds, n));
  }
  await stopWriting?.();
  return measured;
}

/** Across processes too: what a kept folder holds of earlier runs must not be met again. */
let runs = Date.now() % 1_000_000_000;

async function catalogTag(port: number, token: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/catalog`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  return response.headers.get('etag') ?? '';
}

/** Milliseconds from the process to `readyz`, with the embedded database of a folder that is there already. */
async function measureStarts(dataFolder: string, log: number): Promise<number[]> {
  const starts: number[] = [];
  for (let n = 0; n < 5; n++) {
    const server = await startServer(
      '../src/main.ts',
      { DATA_DIR: dataFolder },
      { ready: '/readyz', log, ...startWords() },
    );
    starts.push(server.startedIn);
    await server.stop();
  }
  return starts;
}

function inMebibytes(bytes: number): number | undefined {
  return bytes === 0 ? undefined : bytes / MEBIBYTE;
}

if (options.help) process.stdout.write(HELP);
else await bench();
