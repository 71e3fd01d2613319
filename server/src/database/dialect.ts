import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';

/** date, timestamp, timestamptz and interval: MikroORM wants their text and makes the dates itself. */
const AS_TEXT = new Set([1082, 1114, 1184, 1186]);

/** How long a connection may take to come about, in milliseconds. */
export const CONNECT_PATIENCE = 5_000;

/** The connections that MikroORM's transactions run on. */
export function ormDialect(connectionString: string, max: number): PostgresDialect {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      AS_TEXT.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format),
  };
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    application_name: 'training',
    connectionTimeoutMillis: CONNECT_PATIENCE,
  });
  pool.on('error', () => undefined);
  // A connection that breaks within a transaction says so by an event too, to whoever holds it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new ReleasingDialect({ pool });
}

class ReleasingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ReleasingDriver(this.#config);
  }
}

/**
 * Kysely gives a transaction's connection back once its rollback has succeeded, and where its `begin` fails never. On
 * a connection that is gone both do, and each request in flight when the database goes away would cost the pool a
 * connection for good. The pool throws a broken connection away when it gets it back.
 */
class ReleasingDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      // The driver hands out its own connections only; Kysely types them less narrowly here.
      await this.releaseConnection(connection as Parameters<PostgresDriver['releaseConnection']>[0]);
      throw error;
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The database has undone the transaction by itself when the connection broke.
    }
  }
}
