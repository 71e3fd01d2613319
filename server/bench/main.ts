// `npm run bench`: each operation over HTTP beside a floor, in alternating rounds, and what provider keys, AI jobs,
// edits and the review queue cost (docs/measurements.md).
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildServer } from '../../scripts/server-build.ts';
import { measureAuthoring } from './authoring.ts';
import { measureBeside } from './beside.ts';
import { BULK, measureBulk, measureNeighbour } from './bulk.ts';
import { prepareData, SIZES } from './data.ts';
import { DELAYS, prepareGenerations, startProvider } from './generations.ts';
import { measure } from './measure.ts';
import { measureNotify, NOTIFY } from './notify.ts';
import { OPERATIONS } from './operations.ts';
import { memoryOf, startDriver, startOurs, startServer } from './processes.ts';
import { measureKeys, PROVIDER_KEY, storeKeys } from './provider-keys.ts';
import { measureSealing, SEALING } from './sealing.ts';
import {
  costTable,
  failures,
  limitsTable,
  median,
  table,
  verdict,
  type Limit,
  type Measured,
  type Part,
} from './report.ts';

const MEBIBYTE = 1024 * 1024;
const POOL_SIZE = '10';

const { values: options } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    keep: { type: 'string' },
    postgres: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});
const HELP = `npm run bench -- [--small] [--keep <folder>] [--postgres <folder>] [--only <part of a name>]
  [--rounds 5] [--seconds 3]
  --small     a small workspace, for a quick look: its figures say little
  --keep      keep the data in this folder, and use what an earlier run has left there
  --postgres  run the PostgreSQL of this folder, such as /usr/lib/postgresql/15/bin, with the settings it comes with
  --only      measure only what has this in its name; may be given several times. "notify" takes 13 minutes, and is
              measured only if it is named (docs/decisions/010)
`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const rounds = { count: Number(options.rounds), seconds: Number(options.seconds) };
const isWanted = (name: string) => options.only.some((part) => name.includes(part));

async function bench(): Promise<void> {
  const folder = options.keep ? path.resolve(options.keep) : mkdtempSync(path.join(os.tmpdir(), 'training-bench-'));
  mkdirSync(folder, { recursive: true });
  await buildServer();
  const log = openSync(path.join(folder, 'server.log'), 'w');
  const data = await prepareData(folder, options.small ? SIZES.small : SIZES.middle, {
    programs: options.postgres,
    say,
  });
  const workspaces = await storeKeys(data);
  const provider = await startProvider();
  const settings = {
    ...provider.env,
    DATABASE_URL: data.url,
    DATABASE_POOL_SIZE: POOL_SIZE,
  };
  const floor = await startServer('floor.ts', settings, { ready: '/', log });
  // The first start makes the demo workspace and fills the compile cache; what lasts is what comes after it.
  await (await startOurs(settings, log)).stop();
  const ours = await startOurs(settings, log);
  const driver = startDriver();
  const measured: Measured[] = [];
  const parts: Part[] = [];
  // A run takes twenty minutes: each figure is printed as soon as it is there.
  const add = (...more: Part[]) => {
    parts.push(...more);
    for (const part of more) say(`\n${part.table}\n`);
  };
  const memory = { idle: 0, load: 0 };
  try {
    await sleep(3_000);
    memory.idle = memoryOf(ours.pid)?.now ?? 0;
    const running = { floor, ours, driver, data, rounds };
    const peak = () => memoryOf(ours.pid)?.peak ?? 0;
    const done = (name: string) =>
      say(`${name}: done, the server's memory has been at most ${Math.round(peak() / MEBIBYTE)} MiB`);
    for (const operation of OPERATIONS.filter(({ name }) => isWanted(name))) {
      const result = await measure(operation, running);
      measured.push(result);
      memory.load = Math.max(memory.load, peak());
      done(operation.name);
      say(table([result]));
    }
    if (isWanted(SEALING)) add(await measureSealing(running));
    if (options.only.includes(NOTIFY)) add(await measureNotify(running, folder, say));
    if (isWanted(BULK)) {
      add(await measureBulk(running));
      add(await measureNeighbour(running));
      memory.load = Math.max(memory.load, peak());
      done(BULK);
    }
    if (isWanted(PROVIDER_KEY)) add(await measureKeys(data, workspaces, rounds));
    await measureAuthoring(data.db, { port: ours.port, rounds, isWanted, say, add });
    const generations = await prepareGenerations(data, ours.port, provider);
    for (const delay of DELAYS) {
      const what = `while ten generations run (${delay / 1000} s a call)`;
      add(...(await measureBeside(running, { what, begin: () => generations.begin(delay), isWanted })));
    }
  } finally {
    // Whatever failed after it.
    if (measured.length > 0) say(`\n${table(measured)}\n\n${costTable(measured)}\n`);
    await driver.stop();
    await ours.stop();
    await floor.stop();
    await provider.stop();
    await data.close();
  }
  const starts = options.postgres ? undefined : await measureStarts(path.join(folder, 'data'), log);
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
  const limits: Limit[] = [
    { name: 'memory, idle', value: inMebibytes(memory.idle), limit: 130, unit: 'MiB' },
    { name: 'memory, most under load', value: inMebibytes(memory.load), limit: 250, unit: 'MiB' },
    ...(starts ? [{ name: 'start to readyz', value: median(starts) / 1000, limit: 1.5, unit: 's' as const }] : []),
    ...parts.flatMap((part) => part.limits),
  ];
  say(`\n${limitsTable(limits)}\n`);
  for (const line of [...failures(measured), ...parts.flatMap((part) => part.failures ?? [])]) say(line);
  say(verdict(measured, limits));
}

/** Milliseconds from the process to `readyz`, with the embedded database of a folder that is there already. */
async function measureStarts(dataFolder: string, log: number): Promise<number[]> {
  const starts: number[] = [];
  for (let n = 0; n < 5; n++) {
    const server = await startOurs({ DATA_DIR: dataFolder }, log);
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
