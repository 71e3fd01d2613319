import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { startStandIn } from '../../../test/replica/stand-in.ts';
import { startTestServer } from '../../../test/server.ts';
import { defineStatement, streamRows, type Statement } from '../statements/statement.ts';
import { shareNextCall } from '../../platform/concurrency/share-calls.ts';
import { NO_TIMEOUTS } from '../statements/work-pool.ts';
import { Replica } from './replica.ts';

const Where = z.strictObject({ place: z.string() });
const WHERE = defineStatement({
  name: 'test-where-replica',
  scope: 'global',
  replica: true,
  row: Where,
  sql: 'select test_where_it_runs() as place from pg_sleep(:seconds::float8)',
});
const ELSEWHERE = defineStatement({
  name: 'test-where-primary',
  scope: 'global',
  row: Where,
  sql: 'select test_where_it_runs() as place',
});
const ROWS = defineStatement({
  name: 'test-where-rows',
  scope: 'global',
  replica: true,
  row: Where,
  sql: 'select test_where_it_runs() as place from generate_series(1, :rows::integer)',
});

const BEHIND = '0/1';
const REACHED = null;
const FAR_AHEAD = 'FFFFFFFF/0';

const metricsOf = async (base: string) => (await fetch(`${base}/metrics`)).text();

const NUMBERS = defineStatement({
  name: 'test-numbers',
  scope: 'global',
  replica: true,
  row: z.strictObject({ n: z.number() }),
  sql: 'select n - 1 as n from generate_series(1, :rows::integer) n',
});

/** A server with stand-ins for replicas, once they are used. */
async function serverWith(replicas: number, mostLag = 100) {
  const databaseUrl = await freshDatabaseUrl();
  const standIns = [];
  for (let n = 0; n < replicas; n++) standIns.push(await startStandIn(databaseUrl));
  const urls = standIns.map(({ url }) => url);
  const server = await startTestServer({ databaseUrl, config: { replicas: { urls, mostLag } } });
  const known = server.pools.replicas!;
  const reasons = () => known.states.map(({ reason }) => reason ?? 'used');
  await expect.poll(reasons).toEqual(urls.map(() => 'used'));
  const { pool } = server.pools.requests;
  const where = async (seconds = 0) => (await WHERE.one(pool, { seconds })).place;
  return { server, pool, known, reasons, where, standIns, standIn: standIns[0]! };
}

// rules/operation 15
test('a declared read is on a replica; all else, and what is in a transaction, is on the primary', async () => {
  const { server, pool, where } = await serverWith(1);
  expect(await where()).toBe('replica');
  expect((await ELSEWHERE.one(pool)).place).toBe('primary');
  const { em } = server.pools.requests;
  expect((await em.fork().transactional((inside) => WHERE.one(inside, { seconds: 0 }))).place).toBe('primary');
  const client = await pool.connect();
  expect((await WHERE.one(client, { seconds: 0 })).place).toBe('primary');
  client.release();
  expect((await WHERE.one(server.pools.jobs.pool, { seconds: 0 })).place).toBe('primary');
});

test('without replicas, a declared read is a read like any other', async () => {
  const databaseUrl = await freshDatabaseUrl();
  await startStandIn(databaseUrl);
  const { pools } = await startTestServer({ databaseUrl });
  expect((await WHERE.one(pools.requests.pool, { seconds: 0 })).place).toBe('primary');
  expect(pools.replicas).toBeUndefined();
});

test('a statement that writes is not defined as one for replicas', () => {
  const name = 'test-writing-replica';
  expect(() =>
    defineStatement({ name, scope: 'global', replica: true, sql: 'delete from directory.identities' }),
  ).toThrow('test-writing-replica writes');
});

// rules/operation 15
test('a read waits for a replica that is behind, and not longer than set: then the primary answers', async () => {
  const { where, standIn, known, reasons } = await serverWith(1, 300);
  await standIn.say({ lsn: BEHIND });
  const began = performance.now();
  expect(await where()).toBe('primary');
  expect(performance.now() - began).toBeGreaterThan(250);
  const waiting = where();
  await sleep(50);
  await standIn.say({ lsn: REACHED });
  expect(await waiting).toBe('replica');
  await standIn.say({ lsn: BEHIND });
  await expect.poll(reasons).toEqual([expect.stringMatching(/^it is \d+ ms behind$/)]);
  expect(known.states[0]!.lag).toBeGreaterThan(300);
  const asked = performance.now();
  expect(await where()).toBe('primary');
  expect(performance.now() - asked, 'nobody waits for one that is too far behind').toBeLessThan(250);
  await standIn.say({ lsn: REACHED });
  await expect.poll(() => where()).toBe('replica');
});

test.each([
  ['a primary', { is_standby: false }, 'it is not a standby'],
  ['another database', { identity: 'template1' }, 'it is no copy of the primary’s database'],
  ['a standby of a primary that was replaced', { timeline: 7 }, 'it has not followed the new primary yet'],
])('%s is not used as a replica, however far it is', async (_what, says, reason) => {
  const { standIn, reasons, where } = await serverWith(1);
  await standIn.end();
  await expect.poll(reasons).toEqual([expect.stringContaining('cannot be reached')]);
  await standIn.say(says);
  await standIn.startAgain();
  await expect.poll(reasons).toEqual([reason]);
  expect(await where()).toBe('primary');
});

test('the connection that reads confirms the position itself, whatever another one said', async () => {
  const { standIn, where } = await serverWith(1, 5_000);
  // Again, because it may be asked in between: then it is waited for.
  const readOnceSaid = async () => {
    await standIn.say({ lsn: FAR_AHEAD });
    await sleep(600);
    await standIn.say({ lsn: BEHIND });
    const began = performance.now();
    expect(await where()).toBe('primary');
    return performance.now() - began;
  };
  await expect.poll(readOnceSaid, { timeout: 30_000 }).toBeLessThan(1_000);
});

test('a read that gives way to what the replica replays is answered by the primary', async () => {
  const { standIn, where } = await serverWith(1);
  await standIn.say({ conflicts: true });
  expect(await where()).toBe('primary');
  await standIn.say({ conflicts: false });
  expect(await where(), 'the replica is still used').toBe('replica');
});

test('a read that takes longer than its limit fails as on the primary, and is not tried again', async () => {
  const databaseUrl = await freshDatabaseUrl();
  const standIn = await startStandIn(databaseUrl);
  const replicas = { urls: [standIn.url], mostLag: 100 };
  const { pools } = await startTestServer({ databaseUrl, config: { replicas }, limits: { statement: 400 } });
  await expect.poll(() => pools.replicas!.states[0]!.reason).toBeUndefined();
  const slow = WHERE.one(pools.requests.pool, { seconds: 5 });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect(pools.replicas!.answered.primary).toBe(0);
});

// rules/operation 15
test('a replica that dies or hangs is left out within a second, its reads are answered, and it comes back', async () => {
  const { standIn, where, reasons } = await serverWith(1);
  for (const [dies, returns] of [
    [standIn.end, standIn.startAgain],
    [standIn.hang, () => standIn.wakeUp()],
  ] as const) {
    const reading = [1.5, 1.5, 0].map((seconds) => where(seconds));
    await sleep(100);
    const began = performance.now();
    await dies();
    const [long] = await Promise.all([Promise.race([reading[0], sleep(1_000, 'late')]), where()]);
    expect(long, 'a read in progress goes to the primary at once').not.toBe('replica');
    await expect.poll(reasons, { interval: 20 }).toEqual([expect.stringContaining('cannot be reached')]);
    expect(performance.now() - began).toBeLessThan(1_100);
    expect(await Promise.all(reading)).toEqual(['primary', 'primary', expect.any(String)]);
    await returns();
    await expect.poll(() => where()).toBe('replica');
  }
});

test('of two replicas, the one that has caught up answers', async () => {
  const { standIns, where, reasons } = await serverWith(2, 5_000);
  await standIns[0]!.say({ lsn: BEHIND });
  await sleep(600);
  const began = performance.now();
  for (let n = 0; n < 5; n++) await expect.poll(() => where()).toBe('replica');
  expect(performance.now() - began).toBeLessThan(2_000);
  await standIns[0]!.end();
  await expect.poll(reasons).toEqual([expect.stringContaining('cannot be reached'), 'used']);
  expect(await where()).toBe('replica');
});

test('rows are streamed from a replica, or from the primary if it can’t begin', async () => {
  const { pool, standIn } = await serverWith(1);
  const all = async () => {
    const places = new Map<string, number>();
    for await (const { place } of streamRows(pool, ROWS, { rows: 10 }, 4)) {
      places.set(place, (places.get(place) ?? 0) + 1);
    }
    return Object.fromEntries(places);
  };
  expect(await all()).toEqual({ replica: 10 });
  await standIn.say({ conflicts: true });
  expect(await all()).toEqual({ primary: 10 });
  await standIn.say({ conflicts: false, lsn: BEHIND });
  expect(await all()).toEqual({ primary: 10 });
});

test('a stream whose replica dies continues on the primary if its rows are the same there, and else breaks off', async () => {
  const { pool, standIn, where } = await serverWith(1);
  const rowsOf = async <Row extends object>(statement: Statement<string, Row>) => {
    await expect.poll(() => where()).toBe('replica');
    const rows: Row[] = [];
    for await (const row of streamRows(pool, statement, { rows: 10 }, 4)) {
      if (rows.push(row) === 2) await standIn.end();
    }
    return rows;
  };
  expect(await rowsOf(NUMBERS)).toEqual(Array.from({ length: 10 }, (_, n) => ({ n })));
  await standIn.startAgain();
  await expect(rowsOf(ROWS)).rejects.toThrow('Connection terminated');
});

// rules/operation 15
test('what people and systems read at length is on a replica, and who asks is known from the primary', async () => {
  const { server, known } = await serverWith(1);
  const { workspace, call, token } = await server.api(['catalog:read', 'analytics:read']);
  const admin = await server.as('super_admin', workspace);
  const { id } = await server.make.user(workspace, { fullName: 'Ana Lima' });
  const reads: [string, () => Promise<unknown>, number][] = [
    ['search', () => admin.search.find.query({ query: 'ana' }), 4],
    ['audit log', () => admin.audit.lines.query({}), 1],
    ['audit list', () => admin.audit.list.query({}), 1],
    ['catalog', () => call('GET', '/api/v1/catalog'), 1],
    ['analytics', () => call('GET', '/api/v1/analytics'), 1],
    ['trend', () => admin.analytics.trend.query({}), 1],
    ['concerns', () => admin.analytics.concerns.query({ list: 'overdue' }), 1],
    ['users, which are no such read', () => admin.users.list.query({}), 0],
  ];
  for (const [what, read, statements] of reads) {
    const before = known.answered.replica;
    await read();
    expect([what, known.answered.replica - before]).toEqual([what, statements]);
  }
  expect(known.answered.primary).toBe(0);
  expect(id).toBeDefined();
  await admin.tokens.revoke.mutate({ id: token.id });
  expect((await call('GET', '/api/v1/catalog')).status).toBe(401);
});

// rules/operation 9
test('/readyz and the metrics tell each replica, and readiness needs none', async () => {
  const { server, standIn, where } = await serverWith(1);
  await where();
  const ready = () => server.rest()('GET', '/readyz');
  expect(await ready()).toMatchObject({
    status: 200,
    json: { status: 'ready', replicas: [{ used: true, lag_ms: expect.any(Number) }] },
  });
  expect(await metricsOf(server.base)).toContain(`database_replica_used{replica="${standIn.name}"} 1`);
  expect(await metricsOf(server.base)).toContain('database_replica_reads_total{answered_by="replica"} 1');
  await standIn.end();
  await expect.poll(async () => (await ready()).json.replicas[0].used).toBe(false);
  expect((await ready()).status).toBe(200);
  expect(await metricsOf(server.base)).toContain(`database_replica_used{replica="${standIn.name}"} 0`);
});

test('calls are shared by those who asked before they began', async () => {
  const ends: (() => void)[] = [];
  let calls = 0;
  const ask = shareNextCall(async () => {
    const call = ++calls;
    await new Promise<void>((resolve) => ends.push(resolve));
    if (call === 2) throw new Error('failed');
    return call;
  });
  const first = ask();
  await sleep(1);
  const later = [ask(), ask()];
  expect(calls).toBe(1);
  ends[0]!();
  expect(await first).toBe(1);
  await expect.poll(() => calls).toBe(2);
  const last = ask();
  ends[1]!();
  for (const each of later) await expect(each).rejects.toThrow('failed');
  await expect.poll(() => calls).toBe(3);
  ends[2]!();
  expect(await last).toBe(3);
});

test('the name of a replica has no password in it, however it is written', () => {
  const named = (url: string) => new Replica({ url, size: 1, limits: NO_TIMEOUTS }).name;
  expect(named('postgresql://me:pa/ss@replica-1/training')).toBe('replica-1/training');
  expect(named('postgresql://replica-1:5433/training?sslmode=require')).toBe('replica-1:5433/training');
});
