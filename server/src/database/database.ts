import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { CONNECT_PATIENCE } from './dialect.ts';
import { createOrm } from './orm.ts';

export type Database = {
  orm: MikroORM;
  /** For reads that need no transaction, and for the libraries that bring their own queries. */
  pool: pg.Pool;
  close(): Promise<void>;
};

/** @param patience How long an answer to one of the pool's statements may take, in milliseconds; 0 is for ever. */
export async function openDatabase(url: string, poolSize: number, patience = 0): Promise<Database> {
  const connectionString = inUtc(url);
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    application_name: 'training',
    connectionTimeoutMillis: CONNECT_PATIENCE,
    query_timeout: patience,
    // What is asked without waiting for the answer before is sent at once; see `inPipeline`.
    pipeline: true,
  });
  // A connection that the database drops is an event, and one without a listener ends the process.
  pool.on('error', () => undefined);
  // The same while somebody holds it; whoever does learns of it from the statement that fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const orm = await createOrm(connectionString, poolSize);
  return {
    orm,
    pool,
    async close() {
      await Promise.all([orm.close(true), pool.end()]);
    },
  };
}

/**
 * The same address with sessions in UTC: what PostgreSQL makes of a day, and of a time without an offset, must not
 * depend on how the database or the operator's role is set up. Options that the address gives already stay.
 */
function inUtc(url: string): string {
  const [address, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('options', [...parameters.getAll('options'), '-c TimeZone=UTC'].join(' '));
  return `${address}?${parameters.toString()}`;
}
