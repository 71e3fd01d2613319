import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { COMPILE_CACHE } from '../../server/test/compile-cache.ts';
import { freePort } from '../../server/test/free-port.ts';
import { openOperator, type Operator } from './operator.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** How long a first start may take, with its database and the demo workspace, in milliseconds. */
const START_TIMEOUT = 180_000;

export interface TestServer extends Omit<Operator, 'close'> {
  origin: string;
  stop(): Promise<void>;
}

/** Names the folder that was made for all. */
const MADE_FOLDER = 'E2E_MADE_FOLDER';

/** What this shell says about providers of AI and drives has no business in a test. */
const OF_PROVIDERS = /^(ANTHROPIC|OPENAI|GOOGLE|AZURE_OPENAI|DEEPGRAM|AI|LARK|FEISHU|DRIVE)_/;

/**
 * The real server on a free port, with a data folder of its own, the demo workspace, and `settings` besides. The folder
 * is a copy of the one that was made for all.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'training-e2e-'));
  const made = process.env[MADE_FOLDER];
  if (made !== undefined) await cp(made, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const running = await run(dataDir, settings);
  const operator = await openOperator(running.env, running.origin);
  return {
    ...operator,
    origin: running.origin,
    async stop() {
      await operator.close();
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Makes the folder that each server begins with, before the first test: a database and a demo workspace take longer to
 * make than most tests. What is written to a copy outlives nobody, so that nothing waits for the disk.
 */
export async function makeFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'training-e2e-made-'));
  const running = await run(folder, {});
  await running.stop();
  for (const name of await readdir(folder)) {
    if (!name.startsWith('postgres-')) continue;
    await appendFile(path.join(folder, name, 'postgresql.conf'), 'fsync = off\nfull_page_writes = off\n');
  }
  process.env[MADE_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

async function run(dataDir: string, settings: Record<string, string>) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_PROVIDERS.test(name))),
    ...COMPILE_CACHE,
    ...settings,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PUBLIC_URL: '',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['server/dist/main.js'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The server did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { env, origin, stop };
}

async function isReady(origin: string) {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
