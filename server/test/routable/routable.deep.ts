// Long because it runs files of other tests again, behind a router.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openOperatorDatabase } from '../../src/database/database.ts';
import { freshDatabaseUrl } from '../database.ts';
import { makerFor } from '../make.ts';
import { startTestServer } from '../server.ts';
import { startRouter } from './router.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'training-routable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERVER = path.join(import.meta.dirname, '../..');

/** Tests of tenancy, locks, tokens, jobs, people, issuers and passkeys. */
const SUITES = {
  tenancy: ['test/tenancy.test.ts', 'test/workspaces-apart.test.ts'],
  locks: ['src/features/reviews/locks.test.ts', 'src/features/reviews/queue'],
  tokens: ['src/features/tokens'],
  jobs: ['src/features/ai/runner/long-answers.test.ts', 'src/features/webhooks/endpoints/endpoints.test.ts'],
  people: ['src/features/users'],
  issuers: ['src/features/issuers'],
  passkeys: ['src/auth/passkeys', 'src/auth/sign-in/sign-in-with-passkey.test.ts'],
};

const Routed = z.strictObject({
  byText: z.number(),
  byHint: z.number(),
  merged: z.number(),
  directory: z.number(),
  refused: z.array(z.string()),
});

// rules/operation 16
test.each(Object.entries(SUITES))(
  'tests of %s pass behind a router, which refuses no statement',
  (name, files) => {
    const file = path.join(folder, name);
    const vitest = path.join(SERVER, 'node_modules/vitest/vitest.mjs');
    const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--exclude', '**/*.deep.ts', ...files], {
      cwd: SERVER,
      encoding: 'utf8',
      env: { ...process.env, ROUTED_FILE: file, NO_COLOR: '1' },
      maxBuffer: 64 * 1024 ** 2,
    });
    expect(status, stdout.slice(-8_000)).toBe(0);
    const all = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => Routed.parse(JSON.parse(line)));
    const sum = (count: (routed: z.infer<typeof Routed>) => number) =>
      all.reduce((total, each) => total + count(each), 0);
    expect(sum(({ refused }) => refused.length)).toBe(0);
    const kinds = ['byText', 'byHint', 'merged', 'directory'] as const;
    const counts = kinds.map((kind) => [kind, sum((routed) => routed[kind])] as const);
    for (const [kind, count] of counts) expect(count, kind).toBeGreaterThan(0);
    console.info(name, Object.fromEntries(counts));
  },
  3_600_000,
);

/** Two databases behind a router, with workspaces in both. */
const urls = [await freshDatabaseUrl(), await freshDatabaseUrl()];
const placed = new Map<string, number>();
const router = await startRouter({ urls, databaseOf: (workspaceId) => placed.get(workspaceId) ?? 0 });
const databases = await Promise.all(urls.map((url) => openOperatorDatabase(url, 2)));
const makers = databases.map(makerFor);
const server = await startTestServer({
  databaseUrl: router.url,
  config: { shards: { urls, hints: true } },
  jobs: true,
});
afterAll(async () => {
  await Promise.all(databases.map((db) => db.close()));
  await router.close();
});

async function workspaceIn(database: number) {
  const workspace = await makers[database]!.workspace();
  placed.set(workspace.id, database);
  return workspace;
}

const email = 'in-both@example.com';

// rules/operation 16
test('one person and their tokens work in workspaces of two databases, each of whose rows are in its own', async () => {
  const workspaces = await Promise.all([0, 1, 1, 0].map(workspaceIn));
  for (const workspace of workspaces) {
    await makers[placed.get(workspace.id)!]!.user(workspace, { email, role: 'super_admin' });
  }
  const cookie = await server.signIn(email);
  const as = (workspace: { slug: string }) => server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug });
  const { memberships } = await as(workspaces[0]!).session.current.query();
  expect(memberships.map(({ workspace }) => workspace.slug).toSorted()).toEqual(
    workspaces.map(({ slug }) => slug).toSorted(),
  );
  for (const workspace of workspaces) {
    const admin = as(workspace);
    await admin.departments.create.mutate({ name: 'Night shift' });
    const { token } = await admin.tokens.create.mutate({ name: 'HR', scopes: ['users:read', 'users:write'] });
    const call = server.rest(token);
    const people = Array.from({ length: 5 }, (_, n) => ({ email: `person-${n}@example.com`, full_name: 'Ana' }));
    expect((await call('POST', '/api/v1/users/bulk', { users: people }, { 'idempotency-key': 'once' })).status).toBe(
      200,
    );
    expect((await call('GET', '/api/v1/users')).json.users).toHaveLength(6);
  }
  for (const workspace of workspaces) {
    const { pool } = databases[placed.get(workspace.id)!]!;
    const unsealed = async () => {
      const { rows } = await pool.query<{ events: number; sealed: number }>(
        `select (select count(*)::int from audit_events where workspace_id = $1) as events,
           (select count(*)::int from audit_chain where workspace_id = $1) as sealed`,
        [workspace.id],
      );
      return rows[0]!.events > 0 && rows[0]!.events - rows[0]!.sealed;
    };
    // The jobs of both databases run.
    await expect.poll(unsealed).toBe(0);
  }
  const other = as(workspaces[1]!);
  const added = await other.users.upsert.mutate({ email: 'admin@example.com', full_name: 'Bo', role: 'super_admin' });
  expect(added.id).toBeDefined();
  const leaving = async (workspace: (typeof workspaces)[number]) => {
    const by = await server.signIn('admin@example.com');
    await server
      .client({ cookie: by, [WORKSPACE_HEADER]: workspace.slug })
      .users.upsert.mutate({ email, deactivate: true });
  };
  for (const workspace of [workspaces[0]!, workspaces[2]!, workspaces[3]!]) {
    await as(workspace).users.upsert.mutate({ email: 'admin@example.com', full_name: 'Bo', role: 'super_admin' });
  }
  for (const [at, workspace] of workspaces.entries()) {
    await leaving(workspace);
    const asked = server.client({ cookie }).session.current.query();
    if (at < 3) expect((await asked).memberships).toHaveLength(3 - at);
    else await expect(asked).rejects.toMatchObject({ data: { httpStatus: 401 } });
  }
  expect(router.routed.refused).toEqual([]);
});

// rules/operation 16
test('no row of a workspace is in another database, nor one of what belongs to none outside the first', async () => {
  const { rows: tables } = await databases[0]!.pool.query<{ schema: string; name: string; tenant: boolean }>(
    `select table_schema as schema, table_name as name, bool_or(column_name = 'workspace_id') as tenant
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'directory') and table_type = 'BASE TABLE' group by 1, 2`,
  );
  for (const [database, { pool }] of databases.entries()) {
    const others = [...placed].filter(([, at]) => at !== database).map(([id]) => id);
    for (const { name } of tables.filter(({ tenant }) => tenant)) {
      const { rowCount } = await pool.query(`select from ${name} where workspace_id = any($1)`, [others]);
      expect([name, rowCount]).toEqual([name, 0]);
    }
  }
  const counts = async (database: number) => {
    const { rows } = await databases[database]!.pool.query<{ sessions: number; identities: number }>(
      `select (select count(*)::int from directory.auth_sessions) as sessions,
         (select count(*)::int from directory.identities) as identities`,
    );
    return rows[0];
  };
  expect(await counts(1)).toEqual({ sessions: 0, identities: 0 });
  expect((await counts(0))!.identities).toBe(2);
});

// rules/operation 16
test.each([
  ['select guard_token($1, $2)', 'hidden'],
  ['update users set full_name = $1 where email = $2', 'a write without a workspace'],
  ['select 1; select 2', 'several'],
  ['listen live', 'session'],
  ['set statement_timeout = 5', 'session'],
  ['select pg_advisory_lock(1)', 'session'],
  ['select count(*) from users', 'merged'],
  ['select 1 from users u join directory.identities i on i.email = u.email', 'mixes'],
])('a router refuses what it cannot route: %s', async (text, reason) => {
  const before = router.routed.refused.length;
  const client = new pg.Client({ connectionString: router.url });
  await client.connect();
  const values = text.includes('$') ? [null, null] : [];
  await expect(client.query(text, values)).rejects.toThrow(reason);
  await client.end();
  expect(router.routed.refused.splice(before)).toHaveLength(1);
});

// rules/operation 16
test('a transaction is refused what is of another database, or of none', async () => {
  const [here, there] = [await workspaceIn(0), await workspaceIn(1)];
  const asked = async (text: string, values: string[] = []) => {
    const client = new pg.Client({ connectionString: router.url });
    await client.connect();
    await client.query('begin');
    await client.query(`set local pgdog.sharding_key to '${here.id}'`);
    return client.query(text, values).finally(() => client.end());
  };
  const mine = await asked('select id from workspaces where id = $1', [here.id]);
  expect(mine.rows).toEqual([{ id: here.id }]);
  await expect(asked('select id from workspaces where id = $1', [there.id])).rejects.toThrow('several databases');
  await expect(asked('select 1 from directory.identities')).rejects.toThrow('mixes');
});
