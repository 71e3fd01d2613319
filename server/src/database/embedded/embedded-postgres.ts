import { existsSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse, dataFolderHolder, lockDataFolder } from './data-folder-lock.ts';
import { chownFolder, postgresAccount, socketFolder } from './postgres-account.ts';
import { endOrphan, findBinaries, createCluster } from './postgres-cluster.ts';
import { launch, supervise } from './postgres-process.ts';
import { readPostmaster } from './postmaster.ts';

interface EmbeddedPostgres {
  /**
   * Connection string for `pg`. It has no host name, only `?host=<socket folder>`, which WHATWG's `new URL` rejects.
   */
  url: string;
  config: { host: string; port: number; user: string; database: string };
  /** Shuts down fast, within 10 seconds; then the folder is free. */
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  /** DATA_DIR. The cluster is stored in `postgres-<major version>` inside it. */
  folder: string;
  /** Additional PostgreSQL arguments, such as `['-c', 'fsync=off']` for tests. */
  flags?: string[];
  /** Set by a short-lived command: other processes that want the folder wait for it instead of giving up. */
  momentary?: boolean;
  /** Scope of the packages with another PostgreSQL version than the newest; for tests. */
  binaries?: string;
  onProgress?: (line: string) => void;
}

/** Milliseconds to wait while another server starts its database. */
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
 * Starts PostgreSQL on our data folder (rules/operation 3), creating the cluster at the first start. It runs until
 * `stop()` or the end of this process, listens on a Unix socket only, and is restarted if it exits unexpectedly.
 * @throws DataFolderInUse if another process holds the folder's lock.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const progress = options.onProgress ?? (() => {});
  const binaries = await findBinaries(options.binaries);
  const lock = await lockDataFolder(options.folder, options.momentary ?? false, progress);
  try {
    const account = postgresAccount();
    const cluster = path.join(realpathSync(options.folder), `postgres-${binaries.majorVersion}`);
    if (existsSync(path.join(cluster, 'PG_VERSION'))) chownFolder(cluster, account);
    else await createCluster(binaries, cluster, account, progress);
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

/**
 * Returns the address of the database that a running server has opened on this folder, and waits while it starts;
 * undefined if there is none.
 */
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

/** Returns the running server's database, or starts one temporarily, for a command. `stop()` stops only the latter. */
export async function borrowEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const running = await connectToRunning(folder);
  if (running) return borrowed(running);
  try {
    return await startEmbeddedPostgres({ folder, momentary: true });
  } catch (error) {
    // A server may have locked the folder between the check and the start.
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
