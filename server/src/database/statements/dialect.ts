import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresCursor,
  type PostgresDialectConfig,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { assertActorGuarded } from './guarded-writes.ts';

/** date, timestamp, timestamptz and interval: MikroORM expects them as text and creates the dates itself. */
const AS_TEXT = new Set([1082, 1114, 1184, 1186]);

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    AS_TEXT.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format),
};

/** Creates MikroORM's dialect on a shared pool, whose connections it neither opens nor closes. */
export function ormDialect(pool: pg.Pool): PostgresDialect {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const shared = {
    options: {},
    end: () => Promise.resolve(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? textual(client);
      clients.set(client, known);
      return known;
    },
  };
  return new ReleasingDialect({ pool: shared });
}

/** Wraps a connection so that dates are returned as text, for MikroORM's queries only. */
function textual(client: pg.PoolClient): PostgresPoolClient {
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('Cursors are not used.');
    assertActorGuarded(sql);
    return client.query({ text: sql, values: [...parameters], types });
  }
  return { query, release: () => client.release() };
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
 * Releases connections when a transaction fails on a lost connection. Kysely releases a transaction's connection only
 * after a successful rollback, and never if `begin` fails. If the database becomes unavailable, each request in
 * progress would then cost the pool a connection for good. The pool discards a broken connection when it is released.
 */
class ReleasingDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      // The driver hands out only its own connections; Kysely's type here is wider.
      await this.releaseConnection(connection as Parameters<PostgresDriver['releaseConnection']>[0]);
      throw error;
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The database rolled the transaction back when the connection broke.
    }
  }
}
