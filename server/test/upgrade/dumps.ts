import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { freshDatabaseUrl } from '../database.ts';

/** Databases of former releases, each named by the last migration that it had. */
export const DUMPS = path.join(import.meta.dirname, 'dumps');

export const dumps = (): string[] => readdirSync(DUMPS).filter((name) => name.endsWith('.sql.gz'));

/** A database as a former release has left it. */
export async function restored(dump: string): Promise<string> {
  const url = await freshDatabaseUrl({ empty: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(gunzipSync(readFileSync(path.join(DUMPS, dump))).toString());
  } finally {
    await client.end();
  }
  return url;
}
