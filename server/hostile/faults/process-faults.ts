import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStage, type Instance } from '../stage.ts';
import { startNoisyTenant } from '../tenants.ts';
import { tryFault, type FaultOutcome } from './fault.ts';

const HOUR = 3_600_000;

/** The clock of the only instance goes an hour ahead, and back; no time that it wrote may do harm. */
export async function clockShifted(folder: string): Promise<FaultOutcome> {
  const stage = await openStage({ folder });
  const file = path.join(folder, 'clock');
  writeFileSync(file, '0');
  const preload = path.join(import.meta.dirname, 'shifted-clock.ts');
  try {
    const instances = [await stage.startInstance({ CLOCK_OFFSET_FILE: file, NODE_OPTIONS: `--import=${preload}` })];
    const outcome = await tryFault({
      name: 'the server’s clock an hour ahead, and back',
      stage,
      instances,
      async strike() {
        writeFileSync(file, String(HOUR));
        await sleep(5_000);
        writeFileSync(file, '0');
        await sleep(5_000);
      },
    });
    if (outcome.refused > 0) outcome.failures.push(`${outcome.refused} calls failed because of the clock`);
    return outcome;
  } finally {
    await stage.close();
  }
}

/** One of three instances is killed while event streams are open and jobs run. */
export async function instanceKilled(folder: string): Promise<FaultOutcome> {
  const stage = await openStage({ folder });
  try {
    const settings = { DATABASE_POOL_SIZE: '5' };
    const start = () => stage.startInstance(settings);
    const instances = await Promise.all([start(), start(), start()]);
    const [first, , dying] = instances as [Instance, Instance, Instance];
    const streams = startNoisyTenant({
      target: { bases: instances.map(({ base }) => base), tenant: await stage.makeTenant('streams', first) },
      connections: 100,
      only: 'event streams',
    });
    const outcome = await tryFault({
      name: 'one of three instances killed (-9)',
      stage,
      instances,
      strike: () => Promise.resolve(void process.kill(dying.pid, 'SIGKILL')),
      // A job that it ran takes longer, and is waited for: it is taken over once its lease is up.
      within: 2_000,
    });
    await streams();
    return outcome;
  } finally {
    await stage.close();
  }
}

/** Ten instances are started at once on an empty database. */
export async function tenMigrate(folder: string): Promise<FaultOutcome> {
  const stage = await openStage({ folder });
  const failures: string[] = [];
  const began = Date.now();
  try {
    await stage.db.pool.query('create database empty');
    const url = stage.databaseUrl.replace('/postgres?', '/empty?');
    const settings = { DATABASE_URL: url, DATABASE_POOL_SIZE: '3' };
    const started = await Promise.allSettled(Array.from({ length: 10 }, () => stage.startInstance(settings)));
    for (const one of started) if (one.status === 'rejected') failures.push(String(one.reason));
    const answered = started.length - failures.length;
    const name = 'ten instances migrating at once';
    return { name, refused: failures.length, answered, recovered: Date.now() - began, failures };
  } finally {
    await stage.close();
  }
}
