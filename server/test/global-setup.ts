import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildPlayer } from '../../scripts/player-build.ts';
import { buildServer } from '../../scripts/server-build.ts';
import { openOperatorDatabase } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { migrate } from '../src/database/schema/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all test files share; each makes databases of its own on it. */
    postgresUrl: string;
    /** Folder in which their servers store files; it is removed after the run. */
    dataFolder: string;
  }
}

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file copies. It is the oldest that the
 * server accepts; tests that start the embedded one, and the browser's, run on the newest.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests that start processes start these.
  await buildServer();
  await buildPlayer();
  const folder = mkdtempSync(path.join(roomyMemory() ?? os.tmpdir(), `${FOLDERS}${process.pid}-`));
  const postgres = await startEmbeddedPostgres({
    folder,
    binaries: '@oldest-postgres',
    flags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=500',
      '-c',
      'wal_level=logical',
    ],
  });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create database template_migrated');
  const db = await openOperatorDatabase(databaseUrl(postgres.url, 'template_migrated'), 2);
  await migrate(db);
  await db.close();
  await client.query('alter database template_migrated is_template true');
  await client.end();
  project.provide('postgresUrl', postgres.url);
  project.provide('dataFolder', path.join(folder, 'data'));
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Bytes that a run keeps at one time: databases of the files that run beside each other, and PostgreSQL's log. */
const ROOM = 4 * 1024 ** 3;

const FOLDERS = 'training-test-';

/** Files in memory, where the system has such and they may be many: a new database is eight hundred of them. */
function roomyMemory(): string | undefined {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return undefined;
  // Of a run that was killed: memory stays taken until somebody frees it.
  for (const name of readdirSync(memory)) {
    if (name.startsWith(FOLDERS) && !isRunning(Number(name.slice(FOLDERS.length).split('-', 1)[0]))) {
      rmSync(path.join(memory, name), { recursive: true, force: true });
    }
  }
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= ROOM ? memory : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The same server's database of another name. */
export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace('/postgres?', `/${name}?`);
}
