import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { tamper } from '../../../test/tamper.ts';

/** Creates a database with a time zone nine hours ahead of UTC, as an operator may have configured. */
async function databaseInTokyo(): Promise<string> {
  const url = await freshDatabaseUrl();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `do $$ begin execute format('alter database %I set timezone to ''Asia/Tokyo''', current_database()); end $$`,
  );
  await client.end();
  return url;
}

const server = await startTestServer({ databaseUrl: await databaseInTokyo() });

test('a day of the audit log is one of UTC, whatever the time zone of the database', async () => {
  const workspace = await server.make.workspace();
  const admin = await server.as('super_admin', workspace);
  await tamper(server.db.pool, 'delete from audit_events where workspace_id = $1', [workspace.id]);
  for (const [name, at] of [
    ['the last of the first', '2026-03-01T23:59:59.999Z'],
    ['the first of the second', '2026-03-02T00:00:00.000Z'],
    ['the first of the third', '2026-03-03T00:00:00.000Z'],
  ]) {
    await server.db.pool.query(
      `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_name)
       values ($1, gen_random_uuid(), $2, 'user.created', 'system', 'Test', 'user', $3)`,
      [workspace.id, at, name],
    );
  }
  const { events } = await admin.audit.list.query({ from: '2026-03-02', to: '2026-03-03' });
  expect(events.map(({ subject }) => subject.name)).toEqual(['the first of the second']);
});

test('both pools read and write in UTC, whatever the time zone of the database', async () => {
  const zone = { name: 'zone', text: `select current_setting('TimeZone') as zone` };
  const { rows } = await server.db.pool.query(zone.text);
  expect(rows).toEqual([{ zone: 'UTC' }]);
  expect(await server.db.em.fork().execute(zone.text)).toEqual([{ zone: 'UTC' }]);
});
