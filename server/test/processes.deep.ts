// Long because its tests start, stop and kill whole server processes, by helpers that all of them need.
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openOperatorDatabase } from '../src/database/database.ts';
import { connect, freshDatabaseUrl } from './database.ts';
import { makerFor } from './make.ts';
import { startProcess, type ServerProcess } from './process.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One that is in use, so that no demo workspace is made at the start. */
async function usedDatabaseUrl(): Promise<string> {
  const url = await freshDatabaseUrl();
  const db = await openOperatorDatabase(url, 1);
  await makerFor(db).workspace();
  await db.close();
  return url;
}

/** Returns the lines that a server has written, each of which has to be a JSON object. */
function linesOf(server: ServerProcess): { msg?: string; level?: number; origin?: string }[] {
  const Line = z.looseObject({
    msg: z.string().optional(),
    level: z.number().optional(),
    origin: z.string().optional(),
  });
  const lines = server.output().split('\n').filter(Boolean);
  return lines.map((line) => Line.parse(JSON.parse(line)));
}

async function tokenFor(databaseUrl: string, scopes: ('users:read' | 'users:write' | 'intake:create')[]) {
  const db = await openOperatorDatabase(databaseUrl, 2);
  const make = makerFor(db);
  const workspace = await make.workspace({ slug: `w${Date.now()}` });
  const token = await make.token(workspace, scopes);
  await db.close();
  return {
    workspace,
    ...token,
    headers: { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' },
  };
}

// rules/operation 4
test('three instances started at once on an empty database all come up, with one demo workspace', async () => {
  const url = await freshDatabaseUrl({ empty: true });
  const instances = Array.from({ length: 3 }, () => startProcess({ DATABASE_URL: url, DATABASE_POOL_SIZE: '3' }));
  const bases = await Promise.all(instances.map(({ base }) => base));
  for (const base of bases) expect((await fetch(`${base}/readyz`)).status).toBe(200);
  const client = await connect(url);
  expect((await client.query('select slug from workspaces')).rows).toEqual([{ slug: 'demo' }]);
});

/** A socket that listens on the address, in this process until the one that it is passed to has it. */
async function listeningOn(address: string) {
  const listening = createServer().listen(0, address);
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const { _handle } = listening as unknown as { _handle: { fd: number } };
  return { fd: _handle.fd, release: () => listening.close() };
}

// rules/operation 5
test('what systemd passes is judged by where it listens: for all to reach it takes SMTP_URL, and prints no link', async () => {
  const url = await freshDatabaseUrl();
  const db = await openOperatorDatabase(url, 1);
  const make = makerFor(db);
  await make.user(await make.workspace({ slug: 'demo' }), { role: 'super_admin' });
  await db.close();
  const start = async (address: string, env: Record<string, string> = {}) => {
    const { fd, release } = await listeningOn(address);
    const started = startProcess({ DATABASE_URL: url, ...env }, fd);
    release();
    return started;
  };
  const refused = await start('0.0.0.0');
  expect(await Promise.race([refused.ended, refused.base])).toBe(1);
  expect(refused.output()).toMatch(
    /^SMTP_URL: needed where the socket that was passed \(0\.0\.0\.0\) is not loopback/m,
  );
  expect(refused.output()).not.toContain('token=');

  const open = await start('0.0.0.0', { SMTP_URL: 'smtp://127.0.0.1:9' });
  expect((await fetch(`${await open.base}/healthz`)).status).toBe(200);
  expect(open.output()).not.toContain('token=');

  const local = await start('127.0.0.1', { HOST: '0.0.0.0' });
  expect((await fetch(`${await local.base}/healthz`)).status).toBe(200);
  await expect.poll(local.output).toContain('token=');
});

test('SIGTERM lets the request under way finish, then the process ends with 0', async () => {
  const url = await usedDatabaseUrl();
  const { child, base, ended } = startProcess({ DATABASE_URL: url });
  const address = await base;
  const { headers } = await tokenFor(url, ['users:write']);
  const beside = await connect(url);
  await beside.query('begin');
  await beside.query('lock table users in access exclusive mode');
  const body = JSON.stringify({ email: 'slow@example.com', full_name: 'Slow' });
  const slow = fetch(`${address}/api/v1/users`, { method: 'POST', headers, body });
  await expect.poll(async () => (await beside.query(`select 1 from pg_locks where not granted`)).rowCount).toBe(1);
  child.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${address}/healthz`).then(
        () => 'answers',
        () => 'refuses',
      ),
    )
    .toBe('refuses');
  await beside.query('commit');
  expect((await slow).status).toBe(201);
  expect(await ended).toBe(0);
});

// rules/operation 10
test('SIGTERM closes a connection that is kept alive behind its next answer, and not before', async () => {
  const { child, base, ended } = startProcess({ DATABASE_URL: await usedDatabaseUrl() });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const address = await base;
  const sockets = new Set<unknown>();
  const ask = async () => {
    const asking = request(`${address}/readyz`, { agent }).end();
    asking.on('socket', (socket) => sockets.add(socket));
    const [answer]: IncomingMessage[] = await once(asking, 'response');
    answer!.resume();
    await once(answer!, 'end');
    return answer!.headers.connection;
  };
  expect(await ask()).toBe('keep-alive');
  child.kill('SIGTERM');
  while ((await ask()) === 'keep-alive');
  expect(sockets.size).toBe(1);
  expect(await ended).toBe(0);
});

// rules/operation 10
test('SIGTERM ends the process within 10 s although a request hangs', async () => {
  const url = await usedDatabaseUrl();
  const { child, base, ended } = startProcess({ DATABASE_URL: url });
  const address = await base;
  const { headers } = await tokenFor(url, ['users:write']);
  const beside = await connect(url);
  await beside.query('begin');
  await beside.query('lock table users in access exclusive mode');
  const body = JSON.stringify({ email: 'hangs@example.com', full_name: 'Hangs' });
  const hanging = fetch(`${address}/api/v1/users`, { method: 'POST', headers, body }).catch(() => undefined);
  await expect.poll(async () => (await beside.query(`select 1 from pg_locks where not granted`)).rowCount).toBe(1);
  const started = Date.now();
  child.kill('SIGTERM');
  await ended;
  expect(Date.now() - started).toBeLessThan(10_000);
  await hanging;
});

test('the embedded database keeps what is there through SIGTERM and kill -9', async () => {
  const DATA_DIR = temporaryFolder();
  const ids = new Set<string>();
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGTERM'] as const) {
    const { child, base, ended, output } = startProcess({ DATA_DIR });
    const address = await base;
    const link = new URL(/Sign in +(\S+)/.exec(output())![1]!);
    const signedIn = await fetch(`${address}/api/auth-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ token: link.searchParams.get('token') }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';', 1)[0]!;
    const session = await fetch(`${address}/api/trpc/session.current`, { headers: { cookie } });
    ids.add(/"slug":"demo"/.exec(await session.text())![0]);
    const page = await fetch(`${address}/api/trpc/users.list?input={}`, { headers: { cookie, 'x-workspace': 'demo' } });
    ids.add(/"users":\[\{"id":"([^"]+)"/.exec(await page.text())![1]!);
    child.kill(signal);
    await ended;
  }
  expect(ids.size).toBe(2);
});

test('a second instance on the same data folder says so and exits, harming nothing', async () => {
  const DATA_DIR = temporaryFolder();
  const first = startProcess({ DATA_DIR });
  const base = await first.base;
  const second = startProcess({ DATA_DIR });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(DATA_DIR);
  expect(second.output()).not.toMatch(/\n\s+at /);
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
});

test('connections that the database ends just after the first start do not end the process', async () => {
  const url = await freshDatabaseUrl({ empty: true });
  const { base, child } = startProcess({ DATABASE_URL: url });
  const address = await base;
  const beside = await connect(url);
  // The job runner comes up after the server listens: whatever it is doing then, it loses its connection.
  for (let round = 0; round < 60; round++) {
    await beside.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await sleep(20);
  }
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
  expect(child.exitCode).toBeNull();
});

test('a busy port is one clear line', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void holder.close());
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as { port: number };
  const instance = startProcess({ DATABASE_URL: await usedDatabaseUrl(), PORT: String(port) });
  expect(await instance.ended).toBe(1);
  expect(instance.output().trim().split('\n').at(-1)).toBe(
    `Port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another one.`,
  );
});

// rules/operation 2
test('a wrong setting is named, one line each', async () => {
  const instance = startProcess({ PORT: 'eighty', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' });
  expect(await instance.ended).toBe(1);
  expect(instance.output()).toMatch(/^PORT: .*\nDATABASE_URL: .*\nLOG_LEVEL: .*\n$/);
});

test('a database that cannot be reached at the start is one clear line', async () => {
  const instance = startProcess({ DATABASE_URL: 'postgresql://app@127.0.0.1:1/nothing' });
  expect(await instance.ended).toBe(1);
  expect(instance.output()).toMatch(/^DATABASE_URL: .*\n$/);
});

test('a write repeated with its Idempotency-Key after kill -9 is there exactly once', async () => {
  const url = await freshDatabaseUrl();
  const { workspace, headers } = await tokenFor(url, ['intake:create']);
  const client = await connect(url);
  const push = (base: string, n: number) =>
    fetch(`${base}/api/v1/intake`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `key-${n}` },
      body: JSON.stringify({ content: `Text ${n}`, source_name: 'Wiki' }),
    }).then(
      (response) => response.status,
      () => 0,
    );
  let done = 0;
  for (let round = 0; round < 3; round++) {
    const { child, base, ended } = startProcess({ DATABASE_URL: url, RATE_LIMIT_WRITES_PER_MINUTE: '0' });
    const address = await base;
    const kill = round < 2 ? setTimeout(() => child.kill('SIGKILL'), 50 + round * 40) : undefined;
    // Each text is pushed until it has an answer; the ones that the kill cut off are pushed again in the next round.
    while (done < 150) {
      const statuses = await Promise.all([0, 1, 2, 3].map((k) => push(address, done + k)));
      if (statuses.includes(0)) break;
      expect(statuses.every((status) => status === 201)).toBe(true);
      done += 4;
    }
    if (kill) await ended;
  }
  expect(done).toBeGreaterThanOrEqual(150);
  const { rows } = await client.query(
    `select count(*)::integer as n, count(distinct content)::integer as texts,
       (select count(*)::integer from audit_events where workspace_id = $1 and action = 'suggestion.created') as logged
     from suggestions where workspace_id = $1`,
    [workspace.id],
  );
  expect(rows[0]).toEqual({ n: done, texts: done, logged: done });
});

test('where a program reads its output, every line of it is JSON, from the first start to the stop', async () => {
  const folder = temporaryFolder();
  const server = startProcess({ DATA_DIR: folder, OUTPUT: 'json', LOG_LEVEL: 'info' });
  await expect.poll(server.output, { timeout: 60_000 }).toContain('"Listening"');
  const { origin } = linesOf(server).find(({ msg }) => msg === 'Listening') ?? {};
  await fetch(`${String(origin)}/api/token`);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const said = linesOf(server).map(({ msg }) => msg);
  expect(said).toEqual(expect.arrayContaining([expect.stringMatching(/^Made the demo workspace/), 'Stopping …']));
  // Whoever reads logs could sign in with a link.
  expect(server.output()).not.toContain('token=');

  const refused = startProcess({ DATA_DIR: folder, OUTPUT: 'json', PORT: 'none' });
  expect(await refused.ended).toBe(1);
  expect(linesOf(refused)).toMatchObject([{ level: 60, msg: expect.stringContaining('PORT: Must be a whole number') }]);
});

test('what Node and systemd have to say is JSON, too, and an error that nobody caught is the last line', async () => {
  const says = `setTimeout(() => process.emitWarning('An odd thing'), 500);
    process.on('SIGUSR2', () => setImmediate(() => { throw new Error('Nobody caught it'); }));`;
  const server = startProcess({
    DATABASE_URL: await usedDatabaseUrl(),
    OUTPUT: 'json',
    LOG_LEVEL: 'info',
    NOTIFY_SOCKET: '/nonexistent/socket',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(says)}`,
  });
  await expect.poll(() => server.output()).toContain('systemd was not told');
  await expect.poll(() => server.output()).toContain('An odd thing');
  server.child.kill('SIGUSR2');
  expect(await server.ended).not.toBe(0);
  const lines = linesOf(server);
  expect(lines.at(-1)).toMatchObject({ level: 60, msg: expect.stringContaining('Nobody caught it') });
  expect(lines.filter(({ msg }) => msg?.includes('An odd thing'))).toHaveLength(1);
});

test('the log has a line for each request under its id, and no secret in any', async () => {
  const url = await freshDatabaseUrl();
  const { base, output, child, ended } = startProcess({ DATABASE_URL: url, LOG_LEVEL: 'trace' });
  const address = await base;
  const { token, headers } = await tokenFor(url, ['users:read', 'users:write']);
  const link = new URL(/Sign in +(\S+)/.exec(output())![1]!);
  const linkToken = link.searchParams.get('token')!;
  const signedIn = await fetch(`${address}/api/auth-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ token: linkToken }),
  });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0]?.split('=')[1] ?? 'none';
  const refused = await fetch(`${address}/api/v1/users?limit=0&role=${token}`, { headers });
  await fetch(`${address}/api/v1/users`, { method: 'POST', headers, body: '{"email":"secret-mail@example.com"' });
  const problem = (await refused.json()) as { request_id: string };
  child.kill('SIGTERM');
  await ended;
  const log = output().replaceAll(link.href, '');
  const line = log.split('\n').find((text) => text.includes(problem.request_id));
  expect(JSON.parse(line!)).toMatchObject({ method: 'GET', url: '/api/v1/users', status: 400 });
  for (const secret of [token, token.slice(4), linkToken, cookie, 'secret-mail']) expect(log).not.toContain(secret);
});
