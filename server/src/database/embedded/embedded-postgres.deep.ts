import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joinOrStartEmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findRunningPostmasterPid } from './postgres-process.ts';

let folder: string;
let running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'embedded-postgres-test-'));
});

afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  running = [];
  await expect.poll(() => findRunningPostmasterPid(cluster())).toBeUndefined();
  rmSync(folder, { recursive: true, force: true });
});

test('what was written is still there after a stop, which leaves no process behind', async () => {
  const first = await startEmbeddedPostgres({ folder });
  await query(first.url, 'create table notes (text text)');
  await query(first.url, "insert into notes values ('kept')");

  const asked = performance.now();
  await first.stop();
  expect(performance.now() - asked).toBeLessThan(10_000);
  expect(findRunningPostmasterPid(cluster())).toBeUndefined();

  const second = await startEmbeddedPostgres({ folder });
  expect(await query(second.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
  await second.stop();
});

test('kill -9 of the server takes its database down, and the next start recovers', async () => {
  const server = await startServer();
  await query(server.url, 'create table notes (text text)');
  const orphan = findRunningPostmasterPid(cluster());
  expect(orphan).toBeDefined();
  await end(server.child, 'SIGKILL');

  const next = await startEmbeddedPostgres({ folder });
  expect(findRunningPostmasterPid(cluster())).not.toBe(orphan);
  expect(await query(next.url, 'select text from notes')).toEqual([]);
  await next.stop();
});

test('kill -9 of PostgreSQL itself brings up another one', async () => {
  const database = await startEmbeddedPostgres({ folder });
  const killed = findRunningPostmasterPid(cluster());
  if (killed) process.kill(killed, 'SIGKILL');
  await expect.poll(() => query(database.url, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }]);
  expect(findRunningPostmasterPid(cluster())).not.toBe(killed);
  await database.stop();
});

test('PostgreSQL that cannot start again for a while, as on a full disk, is started once it can', async () => {
  const said: string[] = [];
  const database = await startEmbeddedPostgres({ folder, onProgress: (line) => said.push(line) });
  const configuration = path.join(cluster(), 'postgresql.conf');
  renameSync(configuration, `${configuration}.away`);
  const killed = findRunningPostmasterPid(cluster());
  if (killed) process.kill(killed, 'SIGKILL');
  await expect.poll(() => said.filter((line) => line.includes('tried again')).length).toBeGreaterThan(1);
  renameSync(`${configuration}.away`, configuration);
  await expect.poll(() => query(database.url, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }]);
  await database.stop();
});

test('a second start on the same folder is refused, and the first keeps answering', async () => {
  const server = await startServer();
  const refused = expect(startEmbeddedPostgres({ folder })).rejects;
  await refused.toMatchObject({ name: 'DataFolderInUseError', folder, pid: server.child.pid });
  await refused.toThrow(/DATA_DIR.*DATABASE_URL/);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of two that start at the same moment, also after a crash, exactly one wins', async () => {
  for (let round = 0; round < 2; round++) {
    const results = await Promise.allSettled([startServer(), startServer()]);
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(lost).toEqual([expect.stringContaining('DataFolderInUseError')]);
    expect(won).toHaveLength(1);
    for (const server of won) await end(server.child, 'SIGKILL');
  }
});

test('a command uses the running server, or starts a database for the moment', async () => {
  expect(await findRunningPostgres(folder)).toBeUndefined();
  const borrowed = await joinOrStartEmbeddedPostgres(folder);
  expect(await findRunningPostgres(folder)).toBeUndefined();

  const server = startServer();
  await query(borrowed.url, 'create table notes (text text)');
  await borrowed.stop();

  const { url } = await server;
  const beside = await joinOrStartEmbeddedPostgres(folder);
  expect(beside.url).toBe(url);
  await beside.stop();
  expect(await query(url, 'select text from notes')).toEqual([]);
});

test('a data folder deep under a 0700 parent works', async () => {
  chmodSync(folder, 0o700);
  const deep = path.join(folder, 'x'.repeat(120), 'data');
  mkdirSync(deep, { recursive: true });
  const database = await startEmbeddedPostgres({ folder: deep, flags: ['-c', 'fsync=off'] });
  expect(await query(database.url, 'show fsync')).toEqual([{ fsync: 'off' }]);
  await database.stop();
});

function cluster() {
  return path.join(folder, readdirSync(folder).find((name) => /^postgres-\d+$/.test(name)) ?? 'none');
}

async function query(url: string, sql: string) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return rows;
}

/** Starts a Node process that keeps the database open. Rejects with the process's output if it exits first. */
async function startServer() {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    const { url } = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const url = await Promise.race([
    once(child.stdout, 'data').then(([line]) => String(line).trim()),
    once(child, 'close').then(() => Promise.reject(new Error(errors))),
  ]);
  return { child, url };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
