import { mkdirSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Another process holds the data folder. The message is meant for whoever typed the command. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
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

const Holder = z.object({ pid: z.int(), momentary: z.boolean() });
export type Holder = z.infer<typeof Holder>;

export interface DataFolderLock {
  release(): void;
}

/** Milliseconds: long enough to outlast other processes' momentary looks at the lock. */
const patience = 1000;
/** A command holds the folder for a few seconds; a server that starts meanwhile waits this long, in milliseconds. */
const momentaryPatience = 30_000;

/**
 * Holds the folder for this process. The kernel keeps the lock, so it ends with the process however that ends, and
 * exactly one of several that ask at once gets it. Node has no file lock of its own; SQLite's, on an empty file, is
 * one.
 *
 * @throws DataFolderInUse when a server holds the folder, or a command does not let go of it within 30 seconds.
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
      writeFileSync(holderFile(folder), JSON.stringify({ pid: process.pid, momentary } satisfies Holder));
      return {
        release() {
          rmSync(holderFile(folder), { force: true });
          held.close();
        },
      };
    }
    const waited = Date.now() - started;
    const holder = readHolder(folder);
    if (waited > (holder?.momentary ? momentaryPatience : patience)) throw new DataFolderInUse(folder, holder?.pid);
    if (holder?.momentary && !told) progress(`Waiting for the command of process ${holder.pid} to finish`);
    told ||= holder?.momentary ?? false;
    // By chance, since two that try in step can each find the other's try in the way, time after time.
    await sleep(5 + Math.random() * 30);
  }
}

/** Who holds the folder at this moment; undefined when nobody does. */
export function dataFolderHolder(folder: string): Holder | undefined {
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

function readHolder(folder: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(holderFile(folder), 'utf8')));
  } catch {
    // Not written yet, or half-written: the lock was taken this very moment.
    return undefined;
  }
}

const sqliteBusy = 5;
const lockFile = (folder: string) => path.join(folder, 'embedded-postgres.lock');
const holderFile = (folder: string) => path.join(folder, 'embedded-postgres.holder.json');
