import { expect, test } from 'vitest';
import { GLOBAL_ENTITIES, TENANT_ENTITIES } from '../src/database/schema/entities.ts';
import { countPendingMigrations } from '../src/database/schema/migrate.ts';
import { MIN_POSTGRES_MAJOR_VERSION } from '../src/app/open-database.ts';
import { applySqlObjects, listSqlObjectNames } from '../src/database/schema/sql-objects.ts';
import { DepartmentEntity } from '../src/features/departments/department.entity.ts';
import { freshDatabase } from './database.ts';
import { GLOBAL_TABLES, OUR_SCHEMAS } from './tables.ts';

test('the tests of the server run on the oldest PostgreSQL that it accepts', async () => {
  const db = await freshDatabase();
  const { rows } = await db.pool.query<{ server_version: string }>('show server_version');
  expect(rows[0]?.server_version).toMatch(new RegExp(`^${MIN_POSTGRES_MAJOR_VERSION}\\.`));
  await db.close();
});

test('the migrations make every table and column that the entities have, of the same type', async () => {
  const db = await freshDatabase();
  const difference = await db.orm.schema.getUpdateSchemaSQL({ dropTables: false, safe: false });
  const statements = difference
    .split('\n')
    .filter((line) => /create table|(add|drop) column|type |set not null|drop not null/.test(line));
  expect(statements).toEqual([]);
  expect(await countPendingMigrations(db.pool)).toBe(0);
  await db.close();
});

test('every table has its entity, and is tenant or global as its entity is', async () => {
  const db = await freshDatabase();
  const { rows } = await db.pool.query<{ name: string; tenant: boolean }>(
    `select t.relname as name,
       exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id') as tenant
     from pg_class t where t.relkind in ('r', 'p') and t.relnamespace in (select oid from pg_namespace where nspname in (${OUR_SCHEMAS}))
     order by 1`,
  );
  const named = (tenant: boolean) => rows.filter((table) => table.tenant === tenant).map(({ name }) => name);
  expect(named(true)).toEqual(TENANT_ENTITIES.map(({ meta }) => meta.tableName).toSorted());
  expect(named(false)).toEqual(GLOBAL_TABLES);
  await db.close();
});

/** Definitions of all functions and triggers, as the database has them. */
const DEFINITIONS = `
  select proname as name, pg_get_functiondef(oid) as definition from pg_proc
  where pronamespace = 'public'::regnamespace
  union all
  select format('%s on %s', tgname, tgrelid::regclass), format('%s, %s', pg_get_triggerdef(oid), tgenabled)
  from pg_trigger where not tgisinternal order by 1`;

test('each function and trigger of the database is the one of its file, and each file has one', async () => {
  const db = await freshDatabase();
  const read = async () => (await db.pool.query<{ name: string; definition: string }>(DEFINITIONS)).rows;
  const before = await read();
  expect(before).toHaveLength(listSqlObjectNames().length);
  await db.pool.query(`delete from sql_objects`);
  expect((await applySqlObjects(db.pool)).toSorted()).toEqual(listSqlObjectNames().toSorted());
  expect(await read()).toEqual(before);
  expect(await applySqlObjects(db.pool)).toEqual([]);
  await db.pool.query(`update sql_objects set hash = 'older' where name = 'tokens/guard_token.sql'`);
  expect(await applySqlObjects(db.pool)).toEqual(['tokens/guard_token.sql']);
  const named = before.map(({ name }) => name.split(' on ')[0]);
  for (const file of listSqlObjectNames()) expect(named).toContain(file.split('/')[1]?.split('.')[0]);
  await db.close();
});

test('a query through an entity is refused where no workspace was named', async () => {
  const db = await freshDatabase();
  await expect(db.em.fork().find(DepartmentEntity, {})).rejects.toThrow(/No arguments provided for filter 'workspace'/);
  await db.close();
});

// rules/operation 14
test('the release before still reads and writes the tables of no workspace under their old names', async () => {
  const db = await freshDatabase();
  const { rows } = await db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'directory' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    GLOBAL_ENTITIES.filter(({ meta }) => meta.schema === 'directory')
      .map(({ meta }) => meta.tableName)
      .toSorted(),
  );
  const since = ['passkeys', 'recovery_codes', 'sign_in_pauses'];
  for (const { name } of rows.filter((table) => !since.includes(table.name))) {
    await db.pool.query(`select from ${name} for update`);
  }
  const pause = (limits: number) =>
    db.pool.query(
      `insert into credential_pauses as p (credential, limited_at, limits, not_before) values ('key', now(), $1, now())
       on conflict (credential) do update set limits = p.limits + excluded.limits returning limits`,
      [limits],
    );
  await pause(1);
  expect((await pause(2)).rows).toEqual([{ limits: 3 }]);
  expect((await db.pool.query(`delete from credential_pauses where credential = 'key'`)).rowCount).toBe(1);
  await db.close();
});
