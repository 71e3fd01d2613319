import { expect, test } from 'vitest';
import { freshDatabaseUrl } from './database.ts';
import { startProcess } from './process.ts';

/** Loaded before the server: a signal makes a promise fail that nobody waits for. */
const FAILING = `process.on('SIGUSR2', () => { Promise.reject(new Error('Nobody waited for this')) })`;

test('a promise that fails and that nobody waited for is logged, and the server goes on', async () => {
  const { child, base, output } = startProcess({
    DATABASE_URL: await freshDatabaseUrl(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING)}`,
  });
  const address = await base;
  child.kill('SIGUSR2');
  await expect.poll(output).toMatch(/"level":50.*Error: Nobody waited for this\\n +at /);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(child.exitCode).toBe(null);
});
