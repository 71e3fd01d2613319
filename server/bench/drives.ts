// `node server/bench/drives.ts --keep <folder>`: a crawl through 100,000 files that have not changed beside a bare loop
// over the same pages, and the public API beside crawls (docs/measurements.md).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { buildServer } from '../../scripts/server-build.ts';
import { createWorkspaceEntityManager } from '../src/core/transaction.ts';
import { startCrawl } from '../src/features/drive-sync/crawl/start-crawl.ts';
import { createDriveEventContext } from '../src/features/drive-sync/connection/drive-subject.ts';
import { measureBeside } from './beside.ts';
import { prepareData, SIZES } from './data.ts';
import { measureEvents } from './drive-events.ts';
import { FILES, FOLDERS, PAGES, storeDrives } from './drive-files.ts';
import { alternate, type Bench } from './measure.ts';
import { memoryOf, startDriver, startOurs, startServer, type Server } from './processes.ts';
import { processorOf } from './processor.ts';
import { fine, grid, limitsTable, median, ratio, type Limit } from './report.ts';

const HELP = `node server/bench/drives.ts --keep <folder> [--small] [--only crawl|events|beside] [--rounds 3] [--seconds 3]
  crawl    100,000 files that have not changed, 1,000 a page, beside a bare loop over the same pages
  events  1,000 files that change at once, with a ring for each
  beside  the public API while two crawls go on, beside itself without them
`;
const MIB = 1024 * 1024;

const { values: options } = parseArgs({
  options: {
    keep: { type: 'string', default: '/var/tmp/training-bench-drives' },
    only: { type: 'string' },
    small: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = { count: Number(options.rounds), seconds: Number(options.seconds) };
const say = (line: string) => process.stdout.write(`${line}\n`);
const isWanted = (name: string) => options.only === undefined || options.only === name;

/** What the stand-in tells; moments are milliseconds of the clock. */
const Told = z.object({ pages: z.number(), firstAt: z.number(), lastAt: z.number() });

type Running = Bench & { standIn: Server; connections: string[] };

async function bench(): Promise<void> {
  const folder = path.resolve(options.keep);
  mkdirSync(folder, { recursive: true });
  await buildServer();
  const log = openSync(path.join(folder, 'server.log'), 'w');
  const data = await prepareData(folder, options.small ? SIZES.small : SIZES.middle, { say });
  const connections = await storeDrives(data, 2);
  const standIn = await startServer('drive-pages.ts', {}, { ready: '/', log });
  const base = `http://127.0.0.1:${standIn.port}`;
  const settings = {
    DATABASE_URL: data.url,
    GOOGLE_DRIVE_CLIENT_ID: 'bench',
    GOOGLE_DRIVE_CLIENT_SECRET: 'of the bench',
    GOOGLE_DRIVE_BASE_URL: base,
    GOOGLE_OAUTH_BASE_URL: base,
  };
  const ours = await startOurs(settings, log);
  const driver = startDriver();
  const running: Running = { floor: ours, ours, driver, data, rounds, standIn, connections };
  const limits: Limit[] = [];
  try {
    // What they say of themselves is stored by a crawl; after it nothing has changed.
    for (const id of connections) await ended(running, await begin(running, id));
    if (isWanted('crawl')) limits.push(...(await measureCrawl(running)));
    if (isWanted('events')) limits.push(...(await measureEvents(running)));
    if (isWanted('beside')) {
      const what = 'beside crawls';
      for (const part of await measureBeside(running, { what, begin: () => keepCrawling(running) })) {
        say([part.table, ...(part.failures ?? [])].join('\n'));
        limits.push(...part.limits);
      }
    }
  } finally {
    await driver.stop();
    await ours.stop();
    await standIn.stop();
    await data.close();
  }
  say(`\n${limitsTable(limits)}\n`);
}

function begin({ data }: Running, connectionId: string): Promise<string> {
  const cause = createDriveEventContext(data.workspace.id, new Date());
  return createWorkspaceEntityManager(data).transactional((em) =>
    startCrawl(em, cause, connectionId, { cause: 'manual' }),
  );
}

/** Returns the time at which the crawl ended, in milliseconds of the clock. */
async function ended({ data }: Running, id: string): Promise<number> {
  const sql = `select state, extract(epoch from finished_at)::float8 * 1000 as at, files, changed, missing from drive_crawls
    where workspace_id = $1 and id = $2`;
  for (;;) {
    const { rows } = await data.db.pool.query(sql, [data.workspace.id, id]);
    const crawl = Walked.parse(rows[0]);
    if (crawl.at !== null) {
      if (crawl.state !== 'done' || crawl.files !== FILES) throw new Error(`The crawl is ${JSON.stringify(crawl)}`);
      return crawl.at;
    }
    await sleep(50);
  }
}

const Walked = z.object({
  state: z.string(),
  at: z.number().nullable(),
  files: z.number(),
  changed: z.number(),
  missing: z.number().nullable(),
});

/** Files a second of ours, and of the bare loop, in alternating rounds; and what the server holds. */
async function measureCrawl(running: Running): Promise<Limit[]> {
  const { data, ours, standIn, connections } = running;
  const base = `http://127.0.0.1:${standIn.port}`;
  const child = fork(path.join(import.meta.dirname, 'drive-floor.ts'));
  const took = { floor: [] as number[], ours: [] as number[] };
  const processor: string[] = [];
  const memory: number[] = [];
  await alternate(['ours', 'floor'], rounds, async (side) => {
    if (side === 'floor') {
      child.send(base);
      const [seconds] = await once(child, 'message');
      took.floor.push(seconds);
      return;
    }
    const before = processorOf(ours.pid, data.postmaster);
    const id = await begin(running, connections[0]!);
    const at = await ended(running, id);
    const after = processorOf(ours.pid, data.postmaster);
    const { firstAt } = Told.parse(await (await fetch(base)).json());
    took.ours.push((at - firstAt) / 1_000);
    const each = (of: 'server' | 'database') => fine((after[of] - before[of]) / (FOLDERS * PAGES));
    processor.push(`${each('server')} + ${each('database')}`);
    memory.push((memoryOf(ours.pid)?.now ?? 0) / MIB);
  });
  child.kill();
  const rows = took.ours.map((seconds, n) => [
    (FILES / took.floor[n]!).toFixed(0),
    (FILES / seconds).toFixed(0),
    ratio(took.floor[n]! / seconds),
    processor[n]!,
    memory[n]!.toFixed(0),
  ]);
  say(
    grid([['bare loop, files/s', 'crawl, files/s', 'ratio', 'processor a page: server + PostgreSQL', 'MiB'], ...rows]),
  );
  const slower = median(took.ours.map((seconds, n) => seconds / took.floor[n]!));
  const grown = memory.at(-1)! / memory[0]!;
  return [
    { name: `a crawl through ${FILES} files to a bare loop over their pages`, value: slower, limit: 10, unit: '×' },
    {
      name: 'what the server holds after the last crawl to that after the first',
      value: grown,
      limit: 1.25,
      unit: '×',
    },
  ];
}

/** Keeps as many crawls going as an instance takes. */
async function keepCrawling(running: Running) {
  let isGoing = true;
  const crawls = running.connections.map(async (connectionId) => {
    while (isGoing) await ended(running, await begin(running, connectionId));
  });
  while (!(await isCrawling(running.standIn))) await sleep(50);
  return async () => {
    isGoing = false;
    await Promise.all(crawls);
    return `${crawls.length} crawls`;
  };
}

/** Whether a page was asked for just now. */
async function isCrawling({ port }: Server): Promise<boolean> {
  const { lastAt } = Told.parse(await (await fetch(`http://127.0.0.1:${port}`)).json());
  return performance.timeOrigin + performance.now() - lastAt < 100;
}

if (options.help) process.stdout.write(HELP);
else await bench();
