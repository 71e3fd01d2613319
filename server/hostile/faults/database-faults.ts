import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '../../bench/processor.ts';
import { openStage } from '../stage.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { tryFault, type FaultOutcome } from './fault.ts';

/** Milliseconds that the database is away. */
const AWAY = 30_000;
/** How often connections are cut, and for how long, in milliseconds. */
const CUT_EVERY = 300;
const CUTTING = 10_000;

/** PostgreSQL dies as if somebody had pulled the plug; it is started again, and recovers from its log. */
export async function databaseKilled(folder: string): Promise<FaultOutcome> {
  const stage = await openStage({ folder });
  try {
    const instances = [await stage.startInstance()];
    const postmaster = await findPostmaster(stage.db.pool);
    return await tryFault({
      name: 'PostgreSQL killed (-9)',
      stage,
      instances,
      strike: () => Promise.resolve(void process.kill(postmaster, 'SIGKILL')),
      within: 20_000,
    });
  } finally {
    await stage.close();
  }
}

export async function databaseAway(folder: string): Promise<FaultOutcome> {
  return behindProxy(folder, 'PostgreSQL away for 30 s', async (proxy) => {
    await proxy.leave();
    await sleep(AWAY);
    await proxy.comeBack();
  });
}

export async function connectionsCut(folder: string): Promise<FaultOutcome> {
  return behindProxy(folder, 'connections cut every 300 ms', async (proxy) => {
    const until = Date.now() + CUTTING;
    while (Date.now() < until) {
      proxy.cut();
      await sleep(CUT_EVERY);
    }
  });
}

type Proxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

async function behindProxy(
  folder: string,
  name: string,
  strike: (proxy: Proxy) => Promise<void>,
): Promise<FaultOutcome> {
  const stage = await openStage({ folder });
  const proxy = await startDatabaseProxy(stage.databaseUrl);
  try {
    const instances = [await stage.startInstance({ DATABASE_URL: proxy.url })];
    return await tryFault({ name, stage, instances, strike: () => strike(proxy) });
  } finally {
    await stage.close();
    await proxy.stop();
  }
}
