import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { openOperatorDatabase } from '../../src/database/database.ts';
import { migrate, countPendingMigrations } from '../../src/database/schema/migrate.ts';
import { openKeyring } from '../../src/platform/encryption/keyring.ts';
import { freshDatabaseUrl } from '../database.ts';
import { startTestServer } from '../server.ts';
import { OUR_SCHEMAS } from '../tables.ts';
import { expectChainsToGoOn } from './audit-chains.ts';
import { isOurs, readContents } from './contents.ts';
import { dumps, restored } from './dumps.ts';
import { OWN_KEY, openedSecrets, SEALED_WITH } from './opened-secrets.ts';

/** Lists the parts of a database's schema, without the order of columns: a table that was altered has its own. */
async function schemaOf(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ part: string }>(`
    select format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, coalesce(domain_name, udt_name), is_nullable,
      column_default) as part from information_schema.columns where table_schema in (${OUR_SCHEMAS})
    union all select indexdef from pg_indexes where schemaname in (${OUR_SCHEMAS})
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace::regnamespace::text in (${OUR_SCHEMAS})
    union all select tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
  await client.end();
  // A condition that was dumped and read again comes back with more parentheses.
  return rows.map(({ part }) => part.replace(/[()]/g, '')).sort();
}

/** Selects what nothing may change afterwards. */
const PAST = 'select id, at, action, actor_kind, actor_name, subject_id, changes from audit_events order by id';

test('there is a database from before the baseline to carry over, with rows in all tables', () => {
  expect(dumps()).toContain('20261130-drive-files-to-request.sql.br');
});

test.each([
  ['lacks some migrations before the baseline', `delete from migrations where name like '%shifts'`],
  ['has others besides them', `insert into migrations (name) values ('20261130-of-a-branch')`],
])('a database that %s is refused, unchanged, with a message that says what to do', async (_, change) => {
  const db = await openOperatorDatabase(await restored('20261130-drive-files-to-request.sql.br'), 1);
  await db.pool.query(change);
  const read = async () => (await db.pool.query('select name from migrations order by id')).rows;
  const before = await read();
  await expect(migrate(db)).rejects.toThrow('Set DATABASE_URL, or DATA_DIR, to an empty one');
  expect(await read()).toEqual(before);
  await db.close();
});

describe.each(dumps())('the database of %s', async (dump) => {
  const url = await restored(dump);
  const before = await readContents(url);
  const db = await openOperatorDatabase(url, 2);
  const { rows: past } = await db.pool.query<object>(PAST);
  await migrate(db);
  afterAll(() => db.close());

  test('has rows in every table that it came with, and loses none on the way here', async () => {
    const after = await readContents(url);
    const tables = Object.entries(before).filter(([name]) => isOurs(name) && name !== 'public.migrations');
    for (const [table, { rows }] of tables) {
      expect(rows, table).toBeGreaterThan(0);
      expect(after[table]?.rows, table).toBeGreaterThanOrEqual(rows);
    }
    expect((await db.pool.query(PAST)).rows).toEqual(past);
  });

  test('gets the very schema that a new database has', async () => {
    expect(await countPendingMigrations(db.pool)).toBe(0);
    expect(await migrate(db)).toBe(0);
    expect(await schemaOf(url)).toEqual(await schemaOf(await freshDatabaseUrl()));
  });

  test('keeps its secrets, which the same keyring opens', async () => {
    const opened = await openedSecrets(db, openKeyring({ encryption: SEALED_WITH, dataDir: '/nowhere' }));
    for (const [table, secrets] of Object.entries(opened)) {
      if (`public.${table}` in before) expect(secrets, table).not.toEqual([]);
      for (const secret of secrets) expect(secret, table).toHaveProperty('text');
    }
    expect(opened.provider_keys).toEqual([{ text: OWN_KEY }]);
  });

  test('has an audit log that verifies, in which everything takes its place behind what has one', async () => {
    await expectChainsToGoOn(db);
  });

  test('goes on: people sign in, read and write what was there, and the audit log grows', async () => {
    const server = await startTestServer({ databaseUrl: url });
    const { rows } = await db.pool.query<{ id: string; slug: string; name: string; email: string }>(
      `select w.id, w.slug, w.name, u.email from workspaces w join users u on u.workspace_id = w.id
       where w.slug = 'demo' and u.role = 'super_admin' and u.is_active order by u.created_at limit 1`,
    );
    const workspace = rows[0]!;
    const admin = server.client({ cookie: await server.signIn(workspace.email), 'x-workspace': workspace.slug });
    const { courses } = await admin.courses.list.query({});
    expect(courses.length).toBeGreaterThan(6);
    const { call } = await server.api(['catalog:read', 'users:read', 'users:write', 'analytics:read'], workspace);
    for (const path of ['catalog', 'users', 'analytics']) {
      expect(await call('GET', `/api/v1/${path}`), path).toMatchObject({ status: 200 });
    }
    const made = await call('POST', '/api/v1/users', { email: 'later@example.com', full_name: 'Later' });
    expect(made.status).toBe(201);
    const after = await readContents(url);
    expect(after['public.audit_events']!.rows).toBeGreaterThan(before['public.audit_events']!.rows);
    const queue = await admin.reviews.queue.query({});
    expect(queue.total).toBeGreaterThan(0);
  });
});
