import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chownFolder, findPostgresAccount, createSocketFolder } from '../../src/database/embedded/postgres-account.ts';
import { childrenOf } from '../../bench/processor.ts';
import { launchPostgres } from '../../src/database/embedded/postgres-process.ts';

/** Debian's PostgreSQL, which has `pg_basebackup`; the embedded one doesn't. */
const PROGRAMS = '/usr/lib/postgresql/15/bin';

export const hasDebiansPostgres = existsSync(path.join(PROGRAMS, 'pg_basebackup'));

const account = findPostgresAccount();

function run(program: string, ...args: string[]): void {
  const [command = '', ...rest] = [...account.prefix, path.join(PROGRAMS, program), ...args];
  const { status, stderr } = spawnSync(command, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** A PostgreSQL on a cluster of its own, and the standbys that were copied from it. */
export class Cluster {
  readonly #folder: string;
  readonly #socket: string;
  readonly #flags: string[];
  #process: ChildProcess | undefined;

  private constructor(folder: string, flags: string[]) {
    this.#folder = folder;
    this.#socket = createSocketFolder(folder, account);
    this.#flags = flags;
  }

  static async primary(...flags: string[]): Promise<Cluster> {
    const cluster = new Cluster(path.join(mkdtempSync(path.join(os.tmpdir(), 'training-cluster-')), 'data'), flags);
    run('initdb', '-D', cluster.#folder, '-U', 'app', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8');
    chownFolder(cluster.#folder, account);
    await cluster.start();
    return cluster;
  }

  /** A streaming standby. */
  async standby(): Promise<Cluster> {
    const standby = new Cluster(path.join(mkdtempSync(path.join(os.tmpdir(), 'training-cluster-')), 'data'), [
      '-c',
      'hot_standby_feedback=on',
      ...this.#flags,
    ]);
    run('pg_basebackup', '-R', '-X', 'stream', '-c', 'fast', '-h', this.#socket, '-U', 'app', '-D', standby.#folder);
    await standby.start();
    return standby;
  }

  url(database = 'postgres'): string {
    return `postgresql://app@/${database}?host=${encodeURIComponent(this.#socket)}`;
  }

  /** Process id of the postmaster. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts it unless it is running. */
  async start(): Promise<void> {
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) return;
    const postgres = [path.join(PROGRAMS, 'postgres'), '-D', this.#folder, '-k', this.#socket];
    const flags = ['-c', 'listen_addresses=', '-c', 'max_connections=200', ...this.#flags];
    this.#process = await launchPostgres([...account.prefix, ...postgres, ...flags], this.#folder);
  }

  /** Ends all its processes at once, as when its machine loses power. */
  async kill(): Promise<void> {
    const children = childrenOf(this.pid);
    const ended = this.end('SIGKILL');
    for (const pid of children) process.kill(Number(pid), 'SIGKILL');
    await ended;
  }

  async end(signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.end();
    rmSync(path.dirname(this.#folder), { recursive: true, force: true });
    rmSync(this.#socket, { recursive: true, force: true });
  }
}
