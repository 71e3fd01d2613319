import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect } from '../../../../test/database.ts';
import { KEYRING, startTestServer, type TestServer } from '../../../../test/server.ts';
import { commandsWith } from '../../../../test/wtp.ts';
import { listMovedTables, databaseObjectNameOfMove } from './moved-tables.ts';
import { MoveDatabaseConnection } from './move-database-connection.ts';

const ORIGIN = 'https://eu.example.org';
const PERSON = { email: 'new@example.com', full_name: 'New', role: 'learner' };

async function twoInstallations() {
  const [here, there] = [await startTestServer(), await startTestServer()];
  const workspace = await here.make.createdWorkspace();
  await here.make.user(workspace, { role: 'super_admin' });
  const { token } = await here.make.token(workspace, ['users:read', 'users:write']);
  return { here, there, workspace, token, ...moving(here, there, workspace.slug) };
}

function moving(from: TestServer, to: TestServer, slug: string, origin = ORIGIN) {
  const commands = commandsWith({ DATABASE_URL: from.databaseUrl, ...KEYRING });
  const words = ['workspace', 'move', slug, '--to', to.databaseUrl, '--origin', origin];
  return {
    commands,
    move: (...more: string[]) => commands.json([...words, ...more]),
    /** The last line of what a refused command says. */
    refused: async (...more: string[]) => {
      const { code, stdout, stderr } = await commands.wtp([...words, ...more]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      return stderr.trimEnd().split('\n').at(-1);
    },
  };
}

/** All rows of the workspace that move, as text. */
async function contents(server: TestServer, workspaceId: string): Promise<string[]> {
  const side = await MoveDatabaseConnection.open(server.databaseUrl);
  try {
    const all: string[] = [];
    for (const { name, columns } of await listMovedTables(side)) {
      const rows = await side.rows<{ row: string }>(
        `select row(${columns.join(', ')})::text as row from ${name} where workspace_id = $1`,
        [workspaceId],
      );
      all.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return all.toSorted();
  } finally {
    await side.close();
  }
}

/** Names of what a move leaves in a database while it is under way. */
async function traces({ db: { pool } }: TestServer, workspaceId: string): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select 'trigger' as what from pg_trigger where tgname like $1 || '%'
     union select 'schema' from pg_namespace where nspname = $1 union select 'publication' from pg_publication where pubname = $1
     union select 'subscription' from pg_subscription where subname = $1
     union select 'slot' from pg_replication_slots where slot_name = $1`,
    [databaseObjectNameOfMove(workspaceId)],
  );
  return rows.map(({ what }) => what).toSorted();
}

// rules/workspaces 7, rules/workspaces 8
test('a workspace moves: its rows are equal there, its tokens and jobs work there, and here they learn the new address', async () => {
  const { here, there, workspace, token, move, commands } = await twoInstallations();
  const other = await here.make.createdWorkspace();
  await here.make.user(other);
  expect(await here.rest(token)('POST', '/api/v1/users', PERSON)).toMatchObject({ status: 201 });
  await here.db.pool.query(
    `select graphile_worker.add_job('send_invitation', json_build_object('workspace_id', id), job_key := slug, priority := 3,
       run_at := now() + interval '1 day') from workspaces where id = any($1)`,
    [[workspace.id, other.id]],
  );
  await here.db.pool.query(
    `select graphile_worker.add_job('send_invitation', json_build_object('workspace_id', $1::text), job_key := 'dead', priority := 4);`,
    [workspace.id],
  );
  await here.db.pool.query(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'dead'`);
  const before = await contents(here, workspace.id);
  expect(before.length).toBeGreaterThan(8);

  const moved = await move();

  expect(moved).toMatchObject({ step: 'finished', origin: ORIGIN, progress: { held: expect.any(Number) } });
  expect(await contents(there, workspace.id)).toEqual(before);
  expect((await there.rest(token)('GET', '/api/v1/users')).json.users).toHaveLength(2);
  expect((await there.rest(token)('POST', '/api/v1/users', { ...PERSON, email: 'b@example.com' })).status).toBe(201);
  const jobs = `select key, priority, attempts = max_attempts as dead from graphile_worker.jobs where key is not null order by priority`;
  expect((await there.db.pool.query(jobs)).rows).toEqual([
    { key: workspace.slug, priority: 3, dead: false },
    { key: 'dead', priority: 4, dead: true },
  ]);

  const asked = await here.rest(token)('GET', '/api/v1/users');
  expect(asked).toMatchObject({ status: 421, json: { code: 'workspace_moved' } });
  expect(await contents(here, workspace.id)).toEqual([]);
  expect((await here.db.pool.query(jobs)).rows).toEqual([{ key: other.slug, priority: 3, dead: false }]);
  expect((await here.db.pool.query('select slug from workspaces')).rows).toEqual([{ slug: other.slug }]);
  expect([await traces(here, workspace.id), await traces(there, workspace.id)]).toEqual([[], []]);
  const verified = await commandsWith({ DATABASE_URL: there.databaseUrl, ...KEYRING }).json([
    'audit',
    'verify',
    '--workspace',
    workspace.slug,
  ]);
  expect(verified).toMatchObject({ valid: true });
  expect(await commands.json(['workspace', 'move', workspace.slug, '--status'])).toEqual(moved);

  const back = moving(there, here, workspace.slug, 'https://us.example.org');
  expect(await back.move()).toMatchObject({ step: 'finished' });
  expect((await here.rest(token)('GET', '/api/v1/users')).json.users).toHaveLength(3);
  expect((await there.rest(token)('GET', '/api/v1/users')).status).toBe(421);
});

const step = async ({ db: { pool } }: TestServer) =>
  (await pool.query<{ step: string }>('select step from workspace_moves')).rows[0]?.step;

/** Waits until the move compares rows. A writer that begins before it does holds it up. */
const comparing = ({ db: { pool } }: TestServer) =>
  expect
    .poll(
      async () =>
        (await pool.query(`select from workspace_moves where step = 'checking' and progress ? 'compared'`)).rowCount,
      { interval: 5 },
    )
    .toBe(1);

const DEPARTMENT = `insert into departments (workspace_id, id, name, created_at) values ($1, gen_random_uuid(), $2, now())`;

test(
  'a write that began before the switch is kept, and one that comes later is refused with the new address',
  { tags: ['deep'] },
  async () => {
    const { here, there, workspace, token, move, refused } = await twoInstallations();
    const writer = await connect(here.databaseUrl);
    const leaving = move();
    await comparing(here);
    await writer.query('begin');
    await writer.query(DEPARTMENT, [workspace.id, 'Kept']);
    await expect.poll(() => step(here)).toBe('leaving');
    expect(await refused('--abort')).toMatch('Another command is moving this workspace');
    expect((await here.rest(token)('POST', '/api/v1/users', PERSON)).status).toBe(201);
    await writer.query('commit');
    await leaving;
    const kept = await there.db.pool.query('select name from departments where workspace_id = $1', [workspace.id]);
    expect(kept.rows).toEqual([{ name: 'Kept' }]);
    expect((await there.rest(token)('GET', '/api/v1/users')).json.users).toHaveLength(2);
    expect((await here.rest(token)('POST', '/api/v1/users', PERSON)).status).toBe(421);
    expect(await refused('--abort')).toMatch(`moved to ${ORIGIN} already`);
  },
);

test('a job that runs delays the switch, so that it doesn’t run there again', { tags: ['deep'] }, async () => {
  const { here, there, workspace, move } = await twoInstallations();
  const add = `select graphile_worker.add_job('send_invitation', json_build_object('workspace_id', $1::text))`;
  await here.db.pool.query(add, [workspace.id]);
  await here.db.pool.query('update graphile_worker._private_jobs set locked_at = now(), attempts = 1');
  const leaving = move();
  await expect.poll(() => step(here), { interval: 5 }).toBe('leaving');
  await here.db.pool.query(add, [workspace.id]);
  await sleep(1_000);
  expect(await step(here)).toBe('leaving');
  await here.db.pool.query('delete from graphile_worker._private_jobs where locked_at is not null');
  expect(await leaving).toMatchObject({ step: 'finished' });
  expect((await there.db.pool.query('select attempts from graphile_worker.jobs')).rows).toEqual([{ attempts: 0 }]);
});

test(
  'a write that has locked the workspace’s row, and changes it only later, delays the switch and is kept',
  { tags: ['deep'] },
  async () => {
    const { here, there, workspace, move } = await twoInstallations();
    const writer = await connect(here.databaseUrl);
    const leaving = move();
    await comparing(here);
    await writer.query('begin');
    await writer.query('select from workspaces where id = $1 for no key update', [workspace.id]);
    await expect.poll(() => step(here)).toBe('leaving');
    await sleep(1_500);
    await writer.query(DEPARTMENT, [workspace.id, 'Kept']);
    await writer.query('commit');
    expect(await leaving).toMatchObject({ step: 'finished', progress: { held: expect.any(Number) } });
    const kept = await there.db.pool.query('select name from departments where workspace_id = $1', [workspace.id]);
    expect(kept.rows).toEqual([{ name: 'Kept' }]);
  },
);

test('what can’t work is refused with what to do, before anything is written', { tags: ['deep'] }, async () => {
  const { here, there, workspace, move, refused, commands } = await twoInstallations();
  const words = ['workspace', 'move', workspace.slug];
  expect(await commands.failure(words)).toMatch('--to: ');
  expect(await commands.failure([...words, '--to', there.databaseUrl])).toMatch('--origin: Give');
  expect(await refused('--origin', 'https://eu.example.org/console')).toMatch('--origin: Must have no path');
  expect(await refused('--to', 'mysql://there')).toMatch('--to: Must be the URL of a database');
  expect(await refused('--to', 'postgresql://127.0.0.1:1/nowhere')).toMatch('--to: The database can’t be reached');
  expect(await refused('--to', here.databaseUrl)).toMatch('This is the database that the workspace is in');
  expect(
    await commands.failure(['workspace', 'move', 'nobody', '--to', there.databaseUrl, '--origin', ORIGIN]),
  ).toMatch('There is no workspace “nobody”');
  expect(await refused('--abort')).toMatch('This workspace isn’t moving');

  await there.make.workspace({ slug: workspace.slug });
  expect(await refused()).toMatch(`It has a workspace ${workspace.slug} already`);
  await there.db.pool.query(`update workspaces set slug = 'another'`);

  await there.db.pool.query(`update schema_release set release = '0.0.9'`);
  expect(await refused()).toMatch(
    /Its release is 0\.0\.9, and that of this installation .*Upgrade the older one first/,
  );
  await there.db.pool.query('update schema_release set release = s.release from (select $1::text as release) s', [
    (await here.db.pool.query('select release from schema_release')).rows[0].release,
  ]);

  await there.db.pool.query('alter table departments add column color text');
  expect(await refused()).toMatch('Its tables differ from those of this installation');
  await there.db.pool.query('alter table departments drop column color');

  await here.db.pool.query(
    `insert into directory.encryption_keys (id, check_value, created_at) values ('test', '\\x01', now())`,
  );
  expect(await refused()).toMatch('doesn’t know the encryption key test');
  await there.db.pool.query(
    `insert into directory.encryption_keys (id, check_value, created_at) values ('test', '\\x01', now())`,
  );
  expect((await here.db.pool.query('select from workspace_moves')).rowCount).toBe(0);
  expect((await there.db.pool.query('select from workspace_moves')).rowCount).toBe(0);
  expect(await commands.json([...words, '--status'])).toEqual({ slug: workspace.slug, step: null });

  expect(await refused('--from', 'postgresql://127.0.0.1:1/nowhere')).toMatch('--from: The other database can’t reach');
  expect(await move('--abort')).toEqual({ slug: workspace.slug, aborted: true });
  expect([await traces(here, workspace.id), await traces(there, workspace.id)]).toEqual([[], []]);
  expect(await contents(there, workspace.id)).toEqual([]);
  expect((await there.db.pool.query('select from workspace_moves')).rowCount).toBe(0);
  expect(await move()).toMatchObject({ step: 'finished' });
});

test('tables that only grow refuse the removal row by row, so that the rows of a workspace that left can go', async () => {
  const { db } = await startTestServer();
  const { rows } = await db.pool.query<{ name: string; byRow: boolean }>(
    `select tgname as name, tgtype & 1 = 1 as "byRow" from pg_trigger where tgenabled = 'A' and tgtype & 8 = 8`,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ byRow }) => !byRow)).toEqual([]);
});

test(
  'a row that differs there stops the move before the switch; aborted, it leaves all as it was',
  { tags: ['deep'] },
  async () => {
    const { here, there, workspace, token, move, refused } = await twoInstallations();
    const before = await contents(here, workspace.id);
    await there.db.pool.query(`
    create function test_change() returns trigger language plpgsql as $$ begin new.full_name := 'Else'; return new; end $$;
    create trigger test_change before insert on users for each row execute function test_change();
    alter table users enable always trigger test_change`);
    expect(await refused()).toMatch(/1 row differs between the databases, the first in users: /);
    expect((await there.rest(token)('GET', '/api/v1/users')).status).toBe(503);
    expect(await move('--status')).toMatchObject({ step: 'checking', progress: { copied: expect.any(Number) } });

    expect(await move('--abort')).toEqual({ slug: workspace.slug, aborted: true });
    expect(await contents(here, workspace.id)).toEqual(before);
    expect(await contents(there, workspace.id)).toEqual([]);
    expect([await traces(here, workspace.id), await traces(there, workspace.id)]).toEqual([[], []]);
    expect((await here.rest(token)('POST', '/api/v1/users', PERSON)).status).toBe(201);
    expect((await there.rest(token)('GET', '/api/v1/users')).status).toBe(401);

    await there.db.pool.query('drop function test_change() cascade');
    expect(await move()).toMatchObject({ step: 'finished' });
  },
);
