import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openOperatorDatabase, type OperatorDatabase } from '../src/database/database.ts';
import { databaseUrl } from './global-setup.ts';

const made = new Set<string>();

/** A new database, migrated unless `empty`; it is dropped after the test file. */
export async function freshDatabaseUrl({ empty = false } = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(`create database ${name} ${empty ? '' : 'template template_migrated strategy file_copy'}`);
    made.add(name);
  } finally {
    await client.end();
  }
  return databaseUrl(inject('postgresUrl'), name);
}

/** Drops what the file has made, once it has closed what it opened. */
export async function dropDatabases(): Promise<void> {
  if (made.size === 0) return;
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  for (const name of made) await client.query(`drop database if exists ${name} with (force)`);
  made.clear();
  await client.end();
}

/** A fresh migrated database, closed by whoever opened it. */
export async function freshDatabase(): Promise<OperatorDatabase> {
  return openOperatorDatabase(await freshDatabaseUrl(), 5);
}

/** A connection of one's own, for what must happen beside the server; closed when the test ends. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
