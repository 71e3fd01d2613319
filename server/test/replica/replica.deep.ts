// Long because all its tests need the same primary and standbys, which take seconds to make.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { storeScale } from '../../seeds/scale/store-scale.ts';
import type { AppRouter } from '../../src/app/router.ts';
import { definedStatements } from '../../src/database/statements/defined-statements.ts';
import { defineStatement } from '../../src/database/statements/statement.ts';
import { evidenceOn } from '../../src/features/evidence/evidence-fixture.ts';
import { connect } from '../database.ts';
import { startTestServer } from '../server.ts';
import { answeredBy, startReplicated, usedBy } from './replicated.ts';

const READS = Number(process.env.REPLICA_READS ?? 500);
const KILLS = Number(process.env.REPLICA_KILLS ?? 2);
const AT_ONCE = 6;

const replicated = await startReplicated(2);
const { databaseUrl, urls, standbys } = replicated;

/** Server in this process: signs people in, and makes what the tests need. */
const beside = await startTestServer({ databaseUrl });
const { make } = beside;

const random = (most: number) => Math.floor(Math.random() * most);
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)]!;

/** A person's calls of a server process. */
const clientOf = (base: string, cookie: string, slug: string) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${base}/api/trpc`, headers: { origin: base, cookie, [WORKSPACE_HEADER]: slug } })],
  });

async function rest(base: string, token: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(base + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

const usedEverywhere = (bases: string[]) =>
  expect.poll(async () => (await Promise.all(bases.map(usedBy))).flat(), { timeout: 60_000 }).not.toContain(false);

/** Makes each standby fall behind and catch up at random, until the returned function is called. */
async function lagAtRandom(): Promise<() => Promise<void>> {
  let stops = false;
  const running = urls.map(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (!stops) {
      await client.query('select pg_wal_replay_pause()');
      await sleep(random(400));
      await client.query('select pg_wal_replay_resume()');
      await sleep(random(400));
    }
    await client.end();
  });
  return async () => {
    stops = true;
    await Promise.all(running);
  };
}

/** Values that readers see of something that only grows: no less than any write or read showed that ended before. */
class Register {
  /** Number of writes that have begun. */
  begun = 0;
  #least = 0;

  async write(work: () => Promise<unknown>): Promise<void> {
    const wanted = ++this.begun;
    await work();
    this.#least = Math.max(this.#least, wanted);
  }

  async read(what: string, work: () => Promise<number>): Promise<void> {
    const least = this.#least;
    const seen = await work();
    expect(seen, `${what}: a read showed less than was known before`).toBeGreaterThanOrEqual(least);
    expect(seen).toBeLessThanOrEqual(this.begun);
    this.#least = Math.max(this.#least, seen);
  }
}

// rules/operation 15
test(`${READS} reads through two servers, of replicas that fall behind at random: each shows all that anybody wrote or saw before`, async () => {
  const servers = [await replicated.start(), await replicated.start()];
  const bases = servers.map(({ base }) => base);
  await usedEverywhere(bases);
  const workspace = await make.workspace();
  const scopes = ['users:write', 'catalog:read'] as const;
  const tokens = [await make.token(workspace, [...scopes]), await make.token(workspace, [...scopes])];
  const signedIn = async (role: Role, departmentId?: string) =>
    beside.signIn((await make.user(workspace, { role, ...(departmentId && { departmentId }) })).email);
  const people = [await signedIn('super_admin'), await signedIn('super_admin')];
  const trainer = await signedIn('trainer', (await make.department(workspace)).id);
  const anyClient = () => clientOf(oneOf(bases), oneOf(people), workspace.slug);
  const anyRest = (method: string, path: string, body?: unknown) =>
    rest(oneOf(bases), oneOf(tokens).token, method, path, body);
  const upsert = (n: number) =>
    anyRest('POST', '/api/v1/users', { email: 'counter@example.com', full_name: `Counter ${n}` });
  await upsert(0);

  const names = new Register();
  const events = new Register();
  const courses = new Register();
  const reads: (() => Promise<void>)[] = [
    () =>
      names.read('search', async () => {
        const found = await anyClient().search.find.query({ query: 'counter' });
        return Number(found.people[0]!.full_name.split(' ')[1]);
      }),
    () =>
      events.read(
        'audit log',
        async () => (await anyClient().audit.list.query({ action: 'user.updated', limit: 1 })).total,
      ),
    () => courses.read('catalog', async () => JSON.parse((await anyRest('GET', '/api/v1/catalog')).text).length),
  ];
  const stopLagging = await lagAtRandom();
  onTestFinished(stopLagging);
  let left = READS;
  let isRead = false;
  const reading = Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) await oneOf(reads)();
  });
  const writing = (async () => {
    while (!isRead) {
      await names.write(() => events.write(async () => expect((await upsert(names.begun)).status).toBe(200)));
      // One's own write, at once.
      await oneOf(reads.slice(0, 2))();
      await courses.write(() =>
        clientOf(oneOf(bases), trainer, workspace.slug).courses.create.mutate({ title: 'Course', emoji: '📦' }),
      );
      await reads[2]!();
      await sleep(random(100));
    }
  })();
  const ended = Promise.all(reading).finally(() => (isRead = true));
  await Promise.all([ended, writing]);
  const answered = await Promise.all(bases.map(answeredBy));
  console.log(`answered: ${JSON.stringify(answered)}, writes: ${names.begun + courses.begun}`);
  for (const { replica, primary } of answered) {
    expect(replica).toBeGreaterThan(0);
    expect(primary).toBeGreaterThan(0);
  }
}, 600_000);

// rules/operation 15, rules/tokens 7
test('a token is refused by every server once its revocation has been answered, however far the replicas are behind', async () => {
  const servers = [await replicated.start(), await replicated.start()];
  const bases = servers.map(({ base }) => base);
  await usedEverywhere(bases);
  const workspace = await make.workspace();
  const admin = beside.client({
    cookie: await beside.signIn((await make.user(workspace, { role: 'super_admin' })).email),
    [WORKSPACE_HEADER]: workspace.slug,
  });
  const stopLagging = await lagAtRandom();
  onTestFinished(stopLagging);
  let served = 0;
  for (let n = 0; n < Math.max(5, READS / 100); n++) {
    const { id, token } = await make.token(workspace, ['analytics:read']);
    let isRevoked = false;
    let refused = 0;
    const readers = Array.from({ length: AT_ONCE }, async () => {
      while (refused < 20) {
        const mustFail = isRevoked;
        const { status } = await rest(oneOf(bases), token, 'GET', '/api/v1/analytics');
        if (mustFail) expect(status, 'a revoked token was served').toBe(401);
        if (status === 401) refused++;
        else served++;
      }
    });
    await sleep(random(300));
    await admin.tokens.revoke.mutate({ id });
    isRevoked = true;
    await Promise.all(readers);
  }
  expect(served).toBeGreaterThan(0);
}, 600_000);

// rules/operation 15
test(`a replica that is killed is left out within a second, no request fails, and it comes back (${KILLS} times)`, async () => {
  const servers = [await replicated.start(), await replicated.start()];
  const bases = servers.map(({ base }) => base);
  await usedEverywhere(bases);
  const workspace = await make.workspace();
  const { token } = await make.token(workspace, ['analytics:read']);
  const cookie = await beside.signIn((await make.user(workspace, { role: 'super_admin' })).email);
  let stops = false;
  let slowest = 0;
  let count = 0;
  const reading = Array.from({ length: AT_ONCE }, async (_, n) => {
    const base = bases[n % 2]!;
    const client = clientOf(base, cookie, workspace.slug);
    while (!stops) {
      const began = performance.now();
      if (n % 3 === 0) expect((await rest(base, token, 'GET', '/api/v1/analytics')).status).toBe(200);
      else await client.search.find.query({ query: 'someone' });
      slowest = Math.max(slowest, performance.now() - began);
      count++;
    }
  });
  const leftOutAfter: number[] = [];
  const killing = (async () => {
    for (let n = 0; n < KILLS; n++) {
      const killed = n % 2;
      const killedAt = performance.now();
      onTestFinished(() => standbys[killed]!.start());
      await standbys[killed]!.kill();
      await Promise.all(
        bases.map(async (base) => {
          while ((await usedBy(base))[killed]) await sleep(10);
          leftOutAfter.push(performance.now() - killedAt);
        }),
      );
      await sleep(500);
      await standbys[killed]!.start();
      await usedEverywhere(bases);
    }
  })();
  await Promise.race([killing, Promise.all(reading)]).finally(() => (stops = true));
  await Promise.all(reading);
  await killing;
  const most = Math.max(...leftOutAfter);
  console.log(
    `${count} requests, the slowest ${Math.round(slowest)} ms; left out after ${Math.round(most)} ms at most`,
  );
  expect(most).toBeLessThan(1_000);
}, 600_000);

const READ_AUDIT = defineStatement({
  name: 'test-read-audit',
  scope: 'tenant',
  replica: true,
  sql: 'select count(*) from audit_events where workspace_id = :workspaceId',
});

const SLOW_COUNT = defineStatement({
  name: 'test-slow-count',
  scope: 'global',
  replica: true,
  row: z.strictObject({ count: z.number(), standby: z.boolean() }),
  sql: `select count(*)::int as count, pg_is_in_recovery() as standby from courses, pg_sleep(1.5)`,
});

test('a read that PostgreSQL cancels for what the standby has to replay is answered by the primary', async () => {
  const server = await startTestServer({ databaseUrl, config: { replicas: { urls, mostLag: 1_000 } } });
  const { replicas, requests } = server.pools;
  await expect
    .poll(() => replicas!.states.map(({ reason }) => reason), { timeout: 30_000 })
    .toEqual([undefined, undefined]);
  const reading = SLOW_COUNT.one(requests.pool);
  await sleep(500);
  const client = await connect(databaseUrl);
  // Its lock is replayed, and does not wait longer than `max_standby_streaming_delay`.
  await client.query('begin; lock table courses in access exclusive mode; commit');
  expect(await reading).toMatchObject({ standby: false });
  expect(replicas!.answered).toEqual({ replica: 0, primary: 1 });
  await expect.poll(async () => (await SLOW_COUNT.one(requests.pool)).standby, { timeout: 30_000 }).toBe(true);
});

// rules/operation 15
test('a replica that is always a little behind is used and waited for, and one that is further behind is not', async () => {
  const delayed = await connect(urls[0]!);
  const delay = async (milliseconds: number) => {
    await delayed.query(`alter system set recovery_min_apply_delay = ${milliseconds}`);
    await delayed.query('select pg_reload_conf()');
  };
  await delay(40);
  onTestFinished(() => delay(0));
  const patient = await startTestServer({ databaseUrl, config: { replicas: { urls: [urls[0]!], mostLag: 300 } } });
  const hasty = await startTestServer({ databaseUrl, config: { replicas: { urls: [urls[0]!], mostLag: 10 } } });
  const workspace = await make.workspace();
  const read = ({ pools }: typeof patient) => READ_AUDIT.run(pools.requests.pool, { workspaceId: workspace.id });
  let stops = false;
  const writing = (async () => {
    for (let n = 0; !stops; n++)
      await beside.db.pool.query('update workspaces set name = $1 where id = $2', [`${n}`, workspace.id]);
  })();
  onTestFinished(async () => {
    stops = true;
    await writing;
  });
  await expect.poll(() => patient.pools.replicas!.states[0]!.reason, { timeout: 30_000 }).toBeUndefined();
  await expect.poll(() => hasty.pools.replicas!.states[0]!.reason).toMatch(/ms behind$/);
  for (let n = 0; n < 30; n++) await Promise.all([read(patient), read(hasty)]);
  const [there] = patient.pools.replicas!.states;
  expect(patient.pools.replicas!.answered.replica).toBeGreaterThan(25);
  expect(there!.lag).toBeGreaterThan(20);
  expect(hasty.pools.replicas!.answered).toEqual({ replica: 0, primary: 30 });
});

// rules/operation 15
test('whatever may be read from a standby is the same there as on the primary, and nothing of it writes', async () => {
  const server = await startTestServer({ databaseUrl, config: { replicas: { urls, mostLag: 5_000 } } });
  const { replicas } = server.pools;
  await expect
    .poll(() => replicas!.states.map(({ reason }) => reason), { timeout: 30_000 })
    .toEqual([undefined, undefined]);
  const size = { courses: 4, modules: 5, users: 300, progress: 2_000 };
  const { workspace } = await storeScale(beside.db, { workspaceSlug: 'compared', ...size });
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const headers = { cookie: await beside.signIn(email), [WORKSPACE_HEADER]: workspace.slug };
  const { token } = await make.token(workspace, ['catalog:read', 'analytics:read']);
  const { rows: modules } = await beside.db.pool.query<{ id: string }>(
    'select id from modules where workspace_id = $1',
    [workspace.id],
  );
  const module_id = modules[0]!.id;
  const evidence = await evidenceOn(beside).completed();
  const auditor = await make.user(evidence.workspace, { role: 'auditor' });
  const ofAuditor = { cookie: await beside.signIn(auditor.email), [WORKSPACE_HEADER]: evidence.workspace.slug };
  const file = async (base: string, path: string, of = headers) => {
    const response = await fetch(`${base}/api/workspaces/${of[WORKSPACE_HEADER]}${path}`, { headers: of });
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
  };
  const hashed = (text: string) => {
    const [, timed = text] = /^\{"generated_at" ?: ?"[^"]+"(.*)$/s.exec(text) ?? [];
    return createHash('sha256').update(timed).digest('hex');
  };
  type Asked = { base: string; client: ReturnType<typeof beside.client> };
  const reads: Record<string, (asked: Asked) => Promise<unknown>> = {
    search: ({ client }) => client.search.find.query({ query: 'an' }),
    lines: ({ client }) => client.audit.lines.query({ limit: 50 }),
    audit: ({ client }) => client.audit.list.query({}),
    catalog: async ({ base }) => (await rest(base, token, 'GET', '/api/v1/catalog')).text,
    analytics: async ({ base }) => hashed((await rest(base, token, 'GET', '/api/v1/analytics?include=modules')).text),
    whole: async ({ base }) => hashed((await rest(base, token, 'GET', '/api/v1/analytics')).text),
    breakdown: ({ client }) => client.analytics.breakdown.query({}),
    trend: async ({ client }) =>
      (await client.analytics.trend.query({})).points.map((point) => ({ ...point, at: null })),
    items: ({ client }) => client.analytics.items.query({ module_id }),
    concerns: ({ client }) => client.analytics.concerns.query({ list: 'overdue', order: 'person' }),
    people: ({ base }) => file(base, '/people'),
    modules: ({ base }) => file(base, '/analytics/modules'),
    learners: ({ base }) => file(base, '/analytics/learners'),
    grades: ({ base }) => file(base, '/grading-report/rows'),
    certificate: ({ base }) => file(base, `/certificates/${evidence.enrollment.id}`, ofAuditor),
    pack: async ({ base }) => (await file(base, '/evidence-pack', ofAuditor)).status,
  };
  for (const [what, read] of Object.entries(reads)) {
    const before = { ...replicas!.answered };
    const there = await read({ base: server.base, client: server.client(headers) });
    expect([what, there]).toEqual([what, await read({ base: beside.base, client: beside.client(headers) })]);
    expect([what, replicas!.answered.replica > before.replica, replicas!.answered.primary]).toEqual([what, true, 0]);
  }
  const standby = await connect(urls[0]!);
  for (const [name, { text, replica }] of definedStatements) {
    if (!replica || name.startsWith('test-')) continue;
    await standby.query(`prepare looked_at as ${text}`);
    const { rows } = await standby.query<{ n: number }>(
      'select cardinality(parameter_types) as n from pg_prepared_statements',
    );
    const nulls = Array.from({ length: rows[0]!.n }, () => 'null').join(', ');
    await standby.query(`execute looked_at${nulls && `(${nulls})`}`);
    await standby.query('deallocate looked_at');
  }
}, 120_000);

test('a standby that becomes a primary is used no more, and one that stays behind with another history neither', async () => {
  const server = await startTestServer({ databaseUrl, config: { replicas: { urls, mostLag: 1_000 } } });
  const reasons = () => server.pools.replicas!.states.map(({ reason }) => reason);
  await expect.poll(reasons, { timeout: 30_000 }).toEqual([undefined, undefined]);
  const promoted = await connect(urls[1]!);
  await promoted.query('select pg_promote()');
  await expect.poll(reasons).toEqual([undefined, 'it is not a standby']);
  // As after a failover: the old primary's standby is ahead by its numbers, and knows nothing of what is new.
  const after = await startTestServer({
    databaseUrl: urls[1]!,
    config: { replicas: { urls: [urls[0]!], mostLag: 1_000 } },
  });
  const reason = () => after.pools.replicas!.states[0]!.reason;
  await expect.poll(reason).toBe('it has not followed the new primary yet');
});
