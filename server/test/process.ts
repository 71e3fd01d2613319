import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';

const MAIN = path.resolve(import.meta.dirname, '../dist/main.js');

export type ServerProcess = {
  child: ChildProcess;
  /** What it has printed so far. */
  output: () => string;
  /** Resolves with its address once it has printed it, rejects when it ends before. */
  base: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
};

/** The server as its own process, with exactly this environment; killed when the test ends. */
export function startProcess(env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'warn', ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void ended.then((how) => reject(new Error(`the server ended with ${how}: ${printed}`)));
  });
  base.catch(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, base, ended, output: () => printed };
}
