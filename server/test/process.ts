import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';

const MAIN = path.resolve(import.meta.dirname, '../dist/main.js');

export type ServerProcess = {
  child: ChildProcess;
  /** Output so far. */
  output: () => string;
  /** Resolves with its address once it has printed it, rejects when it ends before. */
  base: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
};

/** Systemd says for which process a socket is: the shell becomes Node, and keeps its id. */
const AS_SYSTEMD = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$1"';

/**
 * The server as its own process, with exactly this environment; killed when the test ends. It gets `socket`, a file
 * descriptor, as systemd passes one. `main` is the entry of another build.
 */
export function startProcess(env: Record<string, string>, socket?: number, main = MAIN): ServerProcess {
  const words = [process.execPath, main] as const;
  const [program, ...rest] = socket === undefined ? words : (['sh', '-c', AS_SYSTEMD, ...words] as const);
  const child = spawn(program, rest, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      OUTPUT: 'text',
      LOG_LEVEL: 'warn',
      DATA_DIR: inject('dataFolder'),
      ...COMPILE_CACHE,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
  });
  let printed = '';
  const ended = once(child, 'close').then(([code, signal]: unknown[]) =>
    typeof code === 'number' ? code : (signal as NodeJS.Signals),
  );
  const base = new Promise<string>((resolve, reject) => {
    const look = (data: Buffer) => {
      printed += data.toString();
      const address = /Console +(http:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    void ended.then((how) => reject(new Error(`the server ended with ${how}: ${printed}`)));
  });
  base.catch(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, base, ended, output: () => printed };
}
