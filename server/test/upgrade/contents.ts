import pg from 'pg';
import { OUR_SCHEMAS } from '../tables.ts';

/** Of every table of a database how many rows it has, and one hash of them all; keyed by schema and name. */
export type Contents = Record<string, { rows: number; hash: string }>;

/** The tables of the server itself; graphile-worker's hold what waits for a moment. */
export const isOurs = (table: string) => /^(public|directory)\./.test(table);

export async function readContents(databaseUrl: string): Promise<Contents> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select n.nspname || '.' || t.relname as name from pg_class t join pg_namespace n on n.oid = t.relnamespace
       where t.relkind = 'r' and n.nspname in (${OUR_SCHEMAS}, 'graphile_worker') order by 1`,
    );
    const contents: Contents = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ rows: number; hash: string }>(
        `select count(*)::integer as rows,
           md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text) collate "C"), '')) as hash
         from ${name} t`,
      );
      contents[name] = rows[0]!;
    }
    return contents;
  } finally {
    await client.end();
  }
}
