import { expect, test, vi } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { migrate } from '../../database/schema/migrate.ts';

// rules/operation 9, rules/api 2
test('an instance is not ready before its database is migrated, though it lives', async () => {
  const server = await startTestServer({ databaseUrl: await freshDatabaseUrl({ empty: true }) });
  const call = server.rest();
  expect(await call('GET', '/readyz')).toMatchObject({ status: 503, json: { code: 'unavailable' } });
  expect((await call('GET', '/readyz')).json.detail).toContain('wtp migrate');
  expect(await call('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'alive' } });
  await migrate(server.db);
  expect(await call('GET', '/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } });
});

// rules/operation 9 and 10
test('an instance that is about to stop is not ready, answers what still comes, and keeps no connection', async () => {
  const stopping = await startTestServer();
  const ready = await fetch(`${stopping.base}/readyz`);
  expect([ready.status, ready.headers.get('connection')]).toEqual([200, 'keep-alive']);
  const drained = stopping.drain();
  const later = await fetch(`${stopping.base}/readyz`);
  expect([later.status, later.headers.get('connection')]).toEqual([503, 'close']);
  const alive = await fetch(`${stopping.base}/healthz`);
  expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
  await drained;
});

// rules/operation 9
test('this machine is told which database answers, and others only that it is ready', async () => {
  const server = await startTestServer();
  const here = await (await fetch(`${server.base}/readyz`)).json();
  expect(here).toEqual({
    status: 'ready',
    database: { node: null, role: 'primary', timeline: expect.any(Number), waits: false, standbys: [] },
  });
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  expect(await (await fetch(`${server.base}/readyz`, { headers })).json()).toEqual({ status: 'ready' });
});

// rules/operation 9
test('many calls at once try only once or twice whether the database takes writes', async () => {
  const server = await startTestServer();
  const query = vi.spyOn(server.pools.shards[0]!.health.pool, 'query');
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.base}/readyz`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const tried = query.mock.calls.filter(([asked]) => Reflect.get(Object(asked), 'name') === 'why-unwritable');
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.length).toBeLessThanOrEqual(2);
});
