import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, type Config } from '../config.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { withPrepareLock, migrate } from './migrate.ts';

export type OpenedDatabase = {
  /** For what the operator does, without limits; a server opens the pools of its work besides. */
  db: OpenDatabase;
  url: string;
  /** How many migrations had to be applied. */
  migrated: number;
  /** Closes the connections, then stops the embedded PostgreSQL where it was started here. */
  close(): Promise<void>;
};

export type OpenOptions = {
  onProgress?: (line: string) => void;
  /** Joins the database of a server that runs beside us, as a command does, instead of owning the data folder. */
  join?: boolean;
  /** Runs once the schema is up to date, while no other instance does the same. */
  prepare?: (db: OpenDatabase) => Promise<void>;
};

/** How long the connections may take to close, in milliseconds. */
const CLOSE_PATIENCE = 1_500;

/** Migrations and commands do one thing after the other, and some read beside it. */
const OPERATOR_CONNECTIONS = 3;

/** The first major version that has all that our SQL uses (rules/operation 3). */
export const OLDEST_POSTGRES = 15;

/**
 * Opens the database that the settings name, DATABASE_URL or the embedded one of DATA_DIR, and brings its schema up to
 * date. Any number of instances may do so at once.
 * @throws ConfigError when DATABASE_URL leads to a PostgreSQL that is too old
 * @throws DataFolderInUse when another process holds the data folder, and `join` is not set
 */
export async function openConfigured(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { onProgress = () => {}, join = false, prepare }: OpenOptions = {},
): Promise<OpenedDatabase> {
  const server = await findServer(config, join, onProgress);
  const { url } = server;
  let db: OpenDatabase | undefined;
  const close = async () => {
    // A statement that hangs must not keep the process: the embedded server ends it, another one once we are gone.
    await Promise.race([db?.close(), sleep(CLOSE_PATIENCE, undefined, { ref: false })]);
    await server.stop();
  };
  try {
    const opened = await openDatabase(url, OPERATOR_CONNECTIONS);
    db = opened;
    await mustBeRecent(opened);
    const migrated = await withPrepareLock(url, async () => {
      const applied = await migrate(opened);
      if (applied > 0) onProgress(`Applied ${applied} ${applied === 1 ? 'migration' : 'migrations'}`);
      await prepare?.(opened);
      return applied;
    });
    return { db: opened, url, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the database as it is, whatever its version and its schema, to look at it. Nothing is made or changed. */
export async function openUntouched(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenedDatabase> {
  const server = await findServer(config, true, () => {});
  const db = await openDatabase(server.url, OPERATOR_CONNECTIONS);
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
  if (join) return borrowEmbeddedPostgres(dataDir);
  return startEmbeddedPostgres({ folder: dataDir, onProgress });
}

async function mustBeRecent({ pool }: OpenDatabase): Promise<void> {
  const { rows } = await pool
    .query<{ major: number; version: string }>(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version`,
    )
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new ConfigError(`DATABASE_URL: the database cannot be reached (${reason}); start it, or fix the address`);
    });
  const [server] = rows;
  if (server && server.major < OLDEST_POSTGRES) {
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL ${OLDEST_POSTGRES} or later is needed; this one is ${server.version}`,
    );
  }
}
