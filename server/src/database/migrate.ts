import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Database } from './database.ts';

/** Any number of instances may start at once: this lock lets one of them prepare the database (rules/operation 4). */
const PREPARE_LOCK = 7_203_118_442;

/** Runs `work` while no other instance runs its own; the lock goes with the connection, whatever happens. */
export async function withPrepareLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A connection that breaks while it waits says so by an event, and one without a listener ends the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Applies what is missing and says how many migrations that were. Call it within `withPrepareLock`. */
export async function migrate({ orm, pool }: Pick<Database, 'orm' | 'pool'>): Promise<number> {
  const applied = await orm.migrator.up();
  const { rows } = await pool.query<{ missing: boolean }>(
    `select to_regclass('graphile_worker.migrations') is null as missing`,
  );
  if (rows[0]?.missing) await migrateJobs(pool);
  return applied.length;
}

/**
 * Brings the schema of graphile-worker up to date: writes enqueue their later work by its SQL. Call it within
 * `withPrepareLock`.
 */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
}

export async function pendingMigrations(orm: MikroORM): Promise<number> {
  const pending = await orm.migrator.getPending();
  return pending.length;
}
