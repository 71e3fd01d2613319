import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { CONNECT_PATIENCE } from './dialect.ts';
import { createOrm } from './orm.ts';
import type { Runner } from './statement.ts';

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

/** SQL that each connection prepares once, under its name. */
export type Statement = { name: string; text: string };

/** What runs SQL in an open transaction: an entity manager or, where no entities are needed, the bare connection. */
export type Transaction = EntityManager | pg.ClientBase;

/** One statement, prepared once on each connection. The rows are what the SQL says: its caller names their type. */
export async function read<Row extends object>(
  { pool }: Database,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const result = await pool.query<Row>({ ...statement, values });
  return result.rows;
}

/**
 * One statement within a transaction, prepared where it has a name and runs on a bare connection. How times come
 * depends on what runs it: let the SQL build JSON where they matter.
 */
export async function execute<Row extends object>(
  transaction: Runner,
  statement: Statement | string,
  values: unknown[],
): Promise<Row[]> {
  const { name = '', text } = typeof statement === 'string' ? { text: statement } : statement;
  if ('getKysely' in transaction) {
    const { rows } = await transaction.getKysely().executeQuery<Row>(CompiledQuery.raw(text, values));
    return rows;
  }
  const { rows } = await transaction.query<Row>({ name, text, values });
  return rows;
}
