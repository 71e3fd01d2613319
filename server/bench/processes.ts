import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Drive, Driven } from './driver.ts';
import { childrenOf } from './processor.ts';

/** Milliseconds for a server to listen. */
const PATIENCE = 60_000;

export type Server = { port: number; pid: number; startedIn: number; stop(): Promise<void> };

type StartOptions = {
  /** Answers once the program is ready. */
  ready: string;
  /** A file descriptor for what it prints. */
  log: number;
  flags?: string[];
  environment?: Record<string, string>;
};

/** How `npm start` runs node: what is measured is what is run. */
export function startWords(): Pick<StartOptions, 'flags' | 'environment'> {
  const root = path.resolve(import.meta.dirname, '../..');
  const { scripts } = PackageFile.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  const words = scripts.start
    .replaceAll(/\$\{(\w+):-(\w+)\}/g, (_, name: string, otherwise: string) => process.env[name] ?? otherwise)
    .split(' ');
  const environment = Object.fromEntries(
    words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=') as [string, string]),
  );
  const { NODE_COMPILE_CACHE: cache } = environment;
  return {
    flags: words.filter((word) => word.startsWith('--')),
    environment: { ...environment, ...(cache && { NODE_COMPILE_CACHE: path.join(root, cache) }) },
  };
}

const PackageFile = z.object({ scripts: z.object({ start: z.string() }) });

/** Starts a program of this package with only the settings that are given, its output into `log`. */
export async function startServer(
  program: string,
  settings: Record<string, string>,
  { ready, log, flags = [], environment }: StartOptions,
): Promise<Server> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, path.join(import.meta.dirname, program)], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      ...environment,
      ...settings,
    },
    stdio: ['ignore', log, log],
  });
  const url = `http://127.0.0.1:${port}${ready}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() - began > PATIENCE) throw new Error(`${program} did not start`);
    await sleep(10);
  }
  return { port, pid: child.pid ?? 0, startedIn: performance.now() - began, stop: () => stop(child) };
}

/** Always the same, so that a kept folder's keys can be opened again. */
export const KEYRING = {
  ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
  ENCRYPTION_ACTIVE_KEY: 'bench',
};

/** Starts our server without limits of rates. */
export function startOurs(settings: Record<string, string>, log: number): Promise<Server> {
  const unlimited = {
    RATE_LIMIT_READS_PER_MINUTE: '0',
    RATE_LIMIT_WRITES_PER_MINUTE: '0',
    RATE_LIMIT_PEOPLE_PER_MINUTE: '0',
  };
  const started = { ready: '/readyz', log, ...startWords() };
  return startServer('../dist/main.js', { ...KEYRING, ...unlimited, ...settings }, started);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

export type Driver = { drive(order: Drive): Promise<Driven>; stop(): Promise<void> };

export function startDriver(): Driver {
  const child = fork(path.join(import.meta.dirname, 'driver.ts'), { serialization: 'advanced' });
  return {
    async drive(order) {
      child.send(order);
      const measured = new AbortController();
      const ended = once(child, 'exit', { signal: measured.signal }).then(() => {
        throw new Error('The driver ended before it had measured');
      });
      try {
        const [driven] = await Promise.race([once(child, 'message', { signal: measured.signal }), ended]);
        return driven;
      } finally {
        // Whichever of the two did not come; its listener goes, and its refusal is expected.
        ended.catch(() => undefined);
        measured.abort();
      }
    },
    stop: () => stop(child),
  };
}

/** Resident memory of a process in bytes, now and at its highest; of Linux only. */
export function memoryOf(pid: number): { now: number; peak: number } | undefined {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined;
  }
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Bytes of PostgreSQL's processes together, with what they share counted once; of Linux only. */
export function memoryOfPostgres(postmaster: number): number {
  const proportional = [postmaster, ...childrenOf(postmaster)].map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // It has ended.
      return 0;
    }
  });
  return proportional.reduce((sum, bytes) => sum + bytes, 0);
}
