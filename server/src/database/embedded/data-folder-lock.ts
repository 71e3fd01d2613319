import { mkdirSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Another process holds the lock of the data folder. The message is written for the operator. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
  readonly folder: string;
  readonly pid: number | undefined;

  constructor(folder: string, pid: number | undefined) {
    super(
      `The data folder ${folder} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}. ` +
        'Stop that process, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL of your own.',
    );
    this.folder = folder;
    this.pid = pid;
  }
}

const LockHolder = z.object({ pid: z.int(), momentary: z.boolean() });
export type LockHolder = z.infer<typeof LockHolder>;

interface DataFolderLock {
  release(): void;
}

/** Milliseconds; longer than other processes hold the lock just to check it. */
const patience = 1000;
/** Milliseconds that a starting server waits for a command, which holds the lock for a few seconds. */
const momentaryPatience = 30_000;

/**
 * Locks the data folder for this process. The kernel holds the lock, so it ends with the process in any case, and only
 * one of several processes gets it. Node has no file locks, but SQLite's lock on an empty file is one.
 * @throws DataFolderInUseError if a server holds the lock, or a command doesn't release it within 30 seconds.
 */
export async function lockDataFolder(
  folder: string,
  momentary: boolean,
  progress: (line: string) => void,
): Promise<DataFolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const started = Date.now();
  for (let told = false; ;) {
    const held = tryLock(folder);
    if (held) {
      writeFileSync(holderFile(folder), JSON.stringify({ pid: process.pid, momentary } satisfies LockHolder));
      return {
        release() {
          rmSync(holderFile(folder), { force: true });
          held.close();
        },
      };
    }
    const waited = Date.now() - started;
    const holder = readHolder(folder);
    if (waited > (holder?.momentary ? momentaryPatience : patience))
      throw new DataFolderInUseError(folder, holder?.pid);
    if (holder?.momentary && !told) progress(`Waiting for the command of process ${holder.pid} to finish`);
    told ||= holder?.momentary ?? false;
    // Random, because two processes that retry in step could block each other again and again.
    await sleep(5 + Math.random() * 30);
  }
}

/** Returns the current holder of the lock; undefined if it is free. */
export function findDataFolderHolder(folder: string): LockHolder | undefined {
  if (!existsSync(lockFile(folder))) return undefined;
  const free = tryLock(folder);
  free?.close();
  return free ? undefined : readHolder(folder);
}

function tryLock(folder: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(lockFile(folder));
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
}

function readHolder(folder: string): LockHolder | undefined {
  try {
    return LockHolder.parse(JSON.parse(readFileSync(holderFile(folder), 'utf8')));
  } catch {
    // Not written yet or incomplete: the lock was taken just now.
    return undefined;
  }
}

const sqliteBusy = 5;
const lockFile = (folder: string) => path.join(folder, 'embedded-postgres.lock');
const holderFile = (folder: string) => path.join(folder, 'embedded-postgres.holder.json');
