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

/** date, timestamp, timestamptz and interval: MikroORM wants their text and makes the dates itself. */
const AS_TEXT = new Set([1082, 1114, 1184, 1186]);

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    AS_TEXT.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format),
};

/** What MikroORM runs on: connections of a pool that it shares, and neither makes nor closes. */
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

/** The connection with dates as text, for these queries only. */
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
