import { existsSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse, dataFolderHolder, lockDataFolder } from './data-folder-lock.ts';
import { giveFolder, postgresAccount, socketFolder } from './postgres-account.ts';
import { endOrphan, findBinaries, makeCluster } from './postgres-cluster.ts';
import { launch, supervise } from './postgres-process.ts';
import { readPostmaster } from './postmaster.ts';

export interface EmbeddedPostgres {
  /** A connection string for `pg`. It has no host name, only `?host=<socket folder>`: WHATWG's `new URL` refuses it. */
  url: string;
  config: { host: string; port: number; user: string; database: string };
  /** A fast shutdown, at most 10 seconds; the folder is free afterwards. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** DATA_DIR: the cluster goes into `postgres-<major version>` inside it. */
  folder: string;
  /** More of PostgreSQL's own arguments, such as `['-c', 'fsync=off']` for tests. */
  flags?: string[];
  /** Held by a command that ends by itself: whoever else wants the folder waits for it instead of giving up. */
  momentary?: boolean;
  /** The scope of the packages that hold another PostgreSQL than the newest, which is for tests. */
  binaries?: string;
  onProgress?: (line: string) => void;
}

/** Milliseconds for a server beside us to bring its database up. */
const startPatience = 60_000;

const settings = {
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts PostgreSQL on a folder of ours (rules/operation 3), making the cluster on the first start, and keeps it
 * running until `stop()` or the end of this process. It listens on a Unix socket only. Should it end by itself, it is
 * started again.
 *
 * @throws DataFolderInUse when another process holds the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const progress = options.onProgress ?? (() => {});
  const binaries = await findBinaries(options.binaries);
  const lock = await lockDataFolder(options.folder, options.momentary ?? false, progress);
  try {
    const account = postgresAccount();
    const cluster = path.join(realpathSync(options.folder), `postgres-${binaries.majorVersion}`);
    if (existsSync(path.join(cluster, 'PG_VERSION'))) giveFolder(cluster, account);
    else await makeCluster(binaries, cluster, account, progress);
    await endOrphan(cluster, progress);

    const host = socketFolder(cluster, account);
    const args = ['-D', cluster, '-k', host, '-p', '5432', ...asFlags(settings), ...(options.flags ?? [])];
    const start = () => launch([...account.prefix, binaries.postgres, ...args], cluster);
    const supervised = await supervise(start, progress);
    return {
      ...addressOf(host, 5432),
      async stop() {
        await supervised.stop();
        rmSync(host, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The database that a running server has open on this folder, waiting while it starts; undefined when none has. */
export async function connectToRunning(folder: string): Promise<Pick<EmbeddedPostgres, 'url' | 'config'> | undefined> {
  const { majorVersion } = await findBinaries();
  const deadline = Date.now() + startPatience;
  while (Date.now() < deadline) {
    const holder = dataFolderHolder(folder);
    if (!holder || holder.momentary) return undefined;
    const running = readPostmaster(path.join(folder, `postgres-${majorVersion}`));
    if (running?.ready) return addressOf(running.socketFolder, running.port);
    await sleep(50);
  }
  return undefined;
}

/** For a command: the running server's database, or else one started for the moment; `stop()` ends only the latter. */
export async function borrowEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const running = await connectToRunning(folder);
  if (running) return borrowed(running);
  try {
    return await startEmbeddedPostgres({ folder, momentary: true });
  } catch (error) {
    // A server may have taken the folder between the look and the start.
    const started = error instanceof DataFolderInUse ? await connectToRunning(folder) : undefined;
    if (!started) throw error;
    return borrowed(started);
  }
}

const borrowed = (address: Pick<EmbeddedPostgres, 'url' | 'config'>) => ({ ...address, stop: () => Promise.resolve() });

function addressOf(host: string, port: number) {
  const config = { host, port, user: 'app', database: 'postgres' };
  return { config, url: `postgresql://app@/postgres?host=${encodeURIComponent(host)}&port=${port}` };
}

const asFlags = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
