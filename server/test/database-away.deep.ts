import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openOperatorDatabase } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { migrate } from '../src/database/schema/migrate.ts';
import { connect, freshDatabaseUrl } from './database.ts';
import { startTestServer } from './server.ts';

// rules/api 15
test('a database that goes away is 503 problem+json, and when it is back everything works', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let postgres = await startEmbeddedPostgres({ folder });
  const db = await openOperatorDatabase(postgres.url, 2);
  await migrate(db);
  await db.close();
  const server = await startTestServer({ databaseUrl: postgres.url, keepOpen: true });
  const { call } = await server.api(['users:read', 'users:write', 'intake:create']);
  const create = (n: number) => call('POST', '/api/v1/users', { email: `u${n}@example.com`, full_name: `U ${n}` });
  expect((await create(0)).status).toBe(201);
  // Requests are under way all the time: some are cut off in the middle of their transaction.
  let running = true;
  const seen = new Map<number, number>();
  const load = Array.from({ length: 6 }, async (_, worker) => {
    for (let i = 0; running; i++) {
      const answer = await create(1 + worker + i * 6);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500) expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
  });
  await expect.poll(() => seen.get(201) ?? 0).toBeGreaterThan(20);
  await postgres.stop();
  await expect.poll(() => seen.get(503) ?? 0).toBeGreaterThan(20);
  expect((await fetch(`${server.base}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
  postgres = await startEmbeddedPostgres({ folder });
  onTestFinished(() => postgres.stop());
  const before = seen.get(201)!;
  await expect.poll(() => seen.get(201)!).toBeGreaterThan(before + 20);
  running = false;
  await Promise.all(load);
  expect([...seen.keys()].filter((status) => status !== 201 && status !== 503 && status !== 200)).toEqual([]);
  // Nothing is half-written: each user has its audit row, and the counts are what they count.
  const { rows } = await server.db.pool.query(
    `select (select count(*) from users) as users, (select count(*) from audit_events where action = 'user.created') as logged,
       (select sum(people) from user_counts) as counted`,
  );
  expect(rows[0].users).toBe(rows[0].logged);
  expect(rows[0].users).toBe(rows[0].counted);
  await server.close();
});

// rules/api 15
test('a database that refuses connections is 503, and fine again when it takes them', async () => {
  const server = await startTestServer();
  const { call } = await server.api(['users:read', 'users:write']);
  const name = new URL(server.databaseUrl.replace('///', '//x/').replace('@/', '@x/')).pathname.slice(1);
  const beside = await connect(await freshDatabaseUrl());
  await beside.query(`alter database ${name} allow_connections false`);
  await beside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  for (const answer of [
    await call('GET', '/api/v1/users'),
    await call('POST', '/api/v1/users', { email: 'a@example.com', full_name: 'A' }),
    await call('GET', '/readyz'),
  ]) {
    expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBeTruthy();
  }
  await beside.query(`alter database ${name} allow_connections true`);
  expect((await call('GET', '/api/v1/users')).status).toBe(200);
});

test('a request that the database leaves waiting is 503 after a while, and holds nobody up', async () => {
  const server = await startTestServer({ limits: { answer: 2_000, lock: 0 } });
  const { call } = await server.api(['users:read']);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table api_tokens in access exclusive mode');
  const hanging = call('GET', '/api/v1/users');
  expect(await hanging).toMatchObject({ status: 503, json: { code: 'unavailable' } });
  await beside.query('rollback');
  expect((await call('GET', '/api/v1/users')).status).toBe(200);
});
