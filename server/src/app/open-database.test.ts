import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../test/database.ts';
import { ConfigError } from '../core/config.ts';
import { openAndMigrateDatabase } from './open-database.ts';

/** Creates a database that reports another version: its own function precedes PostgreSQL's. */
async function databaseThatSays(number: string, version: string): Promise<string> {
  const url = await freshDatabaseUrl({ empty: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create schema another;
    create function another.current_setting(name text) returns text language sql
      return case name when 'server_version_num' then '${number}' when 'server_version' then '${version}' end;
    do $$ begin
      execute format('alter database %I set search_path to another, pg_catalog, public', current_database());
    end $$`);
  await client.end();
  return url;
}

const open = (databaseUrl: string) => openAndMigrateDatabase({ databaseUrl, dataDir: '/nowhere' });

// rules/operation 3
test.each([
  ['140019', '14.19 (Debian 14.19-1)'],
  ['90624', '9.6.24'],
])('PostgreSQL %s is refused before anything is written, and named', async (number, version) => {
  const url = await databaseThatSays(number, version);
  await expect(open(url)).rejects.toThrow(ConfigError);
  await expect(open(url)).rejects.toThrow(`PostgreSQL 15 or later is needed; this one is ${version}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select from pg_catalog.pg_tables where schemaname = 'public'`);
  await client.end();
  expect(rows).toHaveLength(0);
});

// rules/operation 3
test('PostgreSQL 15 is taken', async () => {
  const opened = await open(await databaseThatSays('150000', '15.0'));
  expect(opened.migrated).toBeGreaterThan(0);
  await opened.close();
});

test('a database that cannot be reached is told as a wrong setting', async () => {
  await expect(open('postgresql://nobody@127.0.0.1:9/nothing')).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED/);
});
