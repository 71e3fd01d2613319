import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, type Config } from '../core/config.ts';
import { openOperatorDatabase, type OperatorDatabase } from '../database/database.ts';
import { joinOrStartEmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { compareSchemaRelease, SERVER_RELEASE } from '../database/schema/release.ts';
import { withDatabasePreparationLock, migrate } from '../database/schema/migrate.ts';

type OpenedDatabase = {
  /** Database for operator commands, without timeouts. A server opens pools for its work in addition. */
  db: OperatorDatabase;
  url: string;
  /** Number of migrations applied. */
  migrated: number;
  /** Closes the connections, then stops the embedded PostgreSQL if it was started here. */
  close(): Promise<void>;
};

type Addressed = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'shards'>>;

type OpenOptions = {
  onProgress?: (line: string) => void;
  /** Uses the database of a running server, as commands do, instead of locking the data folder. */
  join?: boolean;
  /** Runs after the schema is up to date, while no other instance prepares the database. */
  prepare?: (db: OperatorDatabase) => Promise<void>;
};

/** Milliseconds the connections may take to close. */
const CLOSE_PATIENCE = 1_500;

/** Migrations and commands work sequentially; some read in parallel. */
const OPERATOR_CONNECTIONS = 3;

/** Oldest major version that supports all our SQL (rules/operation 3). */
export const MIN_POSTGRES_MAJOR_VERSION = 15;

/**
 * Opens the configured database, DATABASE_URL or the embedded one in DATA_DIR, and updates its schema. Several
 * instances may do so at once.
 * @throws ConfigError if DATABASE_URL leads to a PostgreSQL that is too old, or to the schema of a release that is too
 *   new
 * @throws DataFolderInUseError if another process holds the data folder's lock and `join` isn't set
 */
export async function openAndMigrateDatabase(
  config: Addressed,
  { onProgress = () => {}, join = false, prepare }: OpenOptions = {},
): Promise<OpenedDatabase> {
  const server = await findServer(config, join, onProgress);
  const { url } = server;
  let db: OperatorDatabase | undefined;
  const close = async () => {
    // A hanging statement must not keep the process alive: the embedded server ends it on shutdown, an external one
    // when the connection is gone.
    await Promise.race([db?.close(), sleep(CLOSE_PATIENCE, undefined, { ref: false })]);
    await server.stop();
  };
  try {
    const opened = await openOperatorDatabase(url, OPERATOR_CONNECTIONS, config.shards?.hints);
    db = opened;
    const tell = (applied: number) => {
      if (applied > 0) onProgress(`Applied ${applied} ${applied === 1 ? 'migration' : 'migrations'}`);
    };
    const [first, ...others] = config.shards?.urls ?? [];
    if (first !== undefined) {
      let migrated = await prepareShard(first);
      for (const each of others) migrated += await prepareShard(each);
      tell(migrated);
      await withDatabasePreparationLock(first, async () => prepare?.(opened));
      return { db: opened, url, migrated, close };
    }
    await mustBeRecent(opened);
    const migrated = await withDatabasePreparationLock(url, async () => {
      await assertSchemaFits(opened);
      const applied = await migrate(opened);
      tell(applied);
      await prepare?.(opened);
      return applied;
    });
    return { db: opened, url, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Updates the schema of a database behind a router, by its own address. Returns the number of migrations applied. */
async function prepareShard(url: string): Promise<number> {
  const db = await openOperatorDatabase(url, OPERATOR_CONNECTIONS);
  try {
    await mustBeRecent(db);
    return await withDatabasePreparationLock(url, async () => {
      await assertSchemaFits(db);
      return migrate(db);
    });
  } finally {
    await db.close();
  }
}

/** Opens the database for inspection, whatever its version and schema. Creates and changes nothing. */
export async function openDatabaseForInspection(config: Addressed): Promise<OpenedDatabase> {
  const server = await findServer(config, true, () => {});
  const db = await openOperatorDatabase(server.url, OPERATOR_CONNECTIONS, config.shards?.hints);
  return {
    db,
    url: server.url,
    migrated: 0,
    async close() {
      await Promise.race([db.close(), sleep(CLOSE_PATIENCE, undefined, { ref: false })]);
      await server.stop();
    },
  };
}

async function findServer(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  join: boolean,
  onProgress: (line: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() };
  if (join) return joinOrStartEmbeddedPostgres(dataDir);
  return startEmbeddedPostgres({ folder: dataDir, onProgress });
}

async function assertSchemaFits({ pool }: OperatorDatabase): Promise<void> {
  const schema = await compareSchemaRelease(pool);
  if (!schema?.isTooLate) return;
  throw new ConfigError(
    `DATABASE_URL: release ${schema.release} has upgraded this database, and this is ${SERVER_RELEASE}; run ${schema.oldest} or later, or restore a backup from before`,
  );
}

async function mustBeRecent({ pool }: OperatorDatabase): Promise<void> {
  const { rows } = await pool
    .query<{ major: number; version: string }>(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version`,
    )
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new ConfigError(`DATABASE_URL: the database cannot be reached (${reason}); start it, or fix the address`);
    });
  const [server] = rows;
  if (server && server.major < MIN_POSTGRES_MAJOR_VERSION) {
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL ${MIN_POSTGRES_MAJOR_VERSION} or later is needed; this one is ${server.version}`,
    );
  }
}
