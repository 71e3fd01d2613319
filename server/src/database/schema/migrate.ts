import pg from 'pg';
import { z } from 'zod';
import type { OperatorDatabase } from '../database.ts';
import { MIGRATIONS } from '../migration-list.ts';
import { compareSchemaRelease, saveSchemaRelease } from './release.ts';
import { hasTable } from './has-table.ts';
import { applySqlObjects } from './sql-objects.ts';
import { defineStatement, type StatementRunner } from '../statements/statement.ts';

/** Advisory lock that lets only one of several starting instances prepare the database (rules/operation 4). */
const PREPARE_LOCK = 7_203_118_442;

const BASELINE = '20261130-baseline';

/** Migrations that the baseline replaced: so many, which end in this one and made the same schema. */
const BEFORE_BASELINE = { count: 58, last: '20261130-drive-files-to-request' };

/** Remain in a database that lacks some of the migrations before the baseline. */
const TOO_OLD = ['20261121-foundation', '20261124-baseline'];

/** Returns true if a database has exactly the migrations that the baseline replaced, and so becomes one with it. */
export const isAdoptedByBaseline = (unknown: readonly string[]): boolean =>
  unknown.length === BEFORE_BASELINE.count && unknown.includes(BEFORE_BASELINE.last);

/** Runs `work` while no other instance runs its own; the lock goes with the connection, whatever happens. */
export async function withDatabasePreparationLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A waiting connection that breaks emits an error event, which would end the process without a listener.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Applies pending migrations and returns their number. Call it within `withDatabasePreparationLock`. */
export async function migrate({ orm, pool }: Pick<OperatorDatabase, 'orm' | 'pool'>): Promise<number> {
  let { unknown } = await compareMigrations(pool);
  if (isAdoptedByBaseline(unknown)) {
    await adoptBaseline(orm, unknown);
    unknown = [];
  }
  if (unknown.some((name) => TOO_OLD.includes(name))) {
    throw new Error(
      'This database was made by an unreleased version and can’t be upgraded. Set DATABASE_URL, or DATA_DIR, to an empty one.',
    );
  }
  const schema = await compareSchemaRelease(pool);
  const applied = await orm.migrator.up();
  // A later release that shares the database has later functions: leave these alone.
  if (unknown.length === 0 && !schema?.isLater) {
    await applySqlObjects(pool);
    await saveSchemaRelease(orm);
  }
  const { rows } = await pool.query<{ missing: boolean }>(
    `select to_regclass('graphile_worker.migrations') is null as missing`,
  );
  if (rows[0]?.missing) await migrateJobQueue(pool);
  return applied.length;
}

/** Turns a database with the migrations before the baseline into one with the baseline. */
async function adoptBaseline(orm: OperatorDatabase['orm'], replaced: readonly string[]): Promise<void> {
  const storage = orm.migrator.getStorage();
  // Finds the table before the transaction, which has only its own connection.
  await storage.executed();
  await orm.em.fork().transactional(async (em) => {
    const transaction = em.getTransactionContext();
    for (const name of replaced) await storage.unlogMigration({ name }, transaction);
    await storage.logMigration({ name: BASELINE }, transaction);
  });
}

/**
 * Updates graphile-worker's schema, whose SQL functions our writes call to enqueue jobs. Call it within
 * `withDatabasePreparationLock`.
 */
export async function migrateJobQueue(pool: pg.Pool): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
}

const APPLIED = defineStatement({
  name: 'applied-migrations',
  scope: 'global',
  row: z.strictObject({ name: z.string() }),
  sql: 'select name from migrations order by id',
});

/** Returns the migrations that the schema lacks, and those it has that this version doesn't know. */
export async function compareMigrations(
  on: StatementRunner,
): Promise<{ applied: number; pending: string[]; unknown: string[] }> {
  const names = MIGRATIONS.map(({ name }) => name);
  const applied = (await hasTable(on, 'migrations')) ? (await APPLIED.all(on)).map(({ name }) => name) : [];
  return {
    applied: applied.length,
    pending: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  };
}

const COUNT_APPLIED = defineStatement({
  name: 'count-applied-migrations',
  scope: 'global',
  row: z.strictObject({ applied: z.number() }),
  sql: 'select count(*)::int as applied from migrations where name = any(:names)',
});

/** Returns the number of migrations the schema lacks. */
export async function countPendingMigrations(on: StatementRunner): Promise<number> {
  const names = MIGRATIONS.map(({ name }) => name);
  const any = await hasTable(on, 'migrations');
  return any ? names.length - (await COUNT_APPLIED.one(on, { names })).applied : names.length;
}
