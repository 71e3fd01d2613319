import pg from 'pg';
import {
  Configuration,
  MikroORM,
  EntityManager,
  PostgreSqlDriver,
  raw,
  type Options,
  type TransactionOptions,
} from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { GLOBAL_ENTITIES, TENANT_ENTITIES } from './schema/entities.ts';
import { runInSpan } from '../platform/tracing/spans.ts';
import { withNestedConnectionCheck } from './statements/nested-connection.ts';
import { MIGRATIONS } from './migration-list.ts';
import {
  CompiledQuery,
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
import { runsBackgroundWorkSql } from './statements/away.ts';
import { assertActorGuarded } from './statements/guarded-writes.ts';
import { withWorkspaceHint, shardHintSql, getHintedWorkspaceId } from './statements/shard-hint.ts';
import { WorkPool } from './statements/work-pool.ts';

/** date, timestamp, timestamptz and interval: MikroORM expects them as text and creates the dates itself. */
const AS_TEXT = new Set([1082, 1114, 1184, 1186]);

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    AS_TEXT.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format),
};

/** Creates MikroORM's dialect on a shared pool, whose connections it neither opens nor closes. */
function ormDialect(pool: pg.Pool): PostgresDialect {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const shared = {
    options: {},
    end: () => Promise.resolve(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? textual(client, pool);
      clients.set(client, known);
      return known;
    },
  };
  return new ReleasingDialect({ pool: shared }, pool instanceof WorkPool && pool.hints);
}

/**
 * Wraps a connection so that dates are returned as text, for MikroORM's queries only. What belongs to no workspace is
 * asked for where it is.
 */
function textual(client: pg.PoolClient, pool: pg.Pool): PostgresPoolClient {
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('Cursors are not used.');
    assertActorGuarded(sql);
    const directory = pool instanceof WorkPool && sql.includes('"directory".') ? pool.directory : undefined;
    return (directory ?? client).query({ text: sql, values: [...parameters], types });
  }
  return { query, release: () => client.release() };
}

class ReleasingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #hints: boolean;

  constructor(config: PostgresDialectConfig, hints: boolean) {
    super(config);
    this.#config = config;
    this.#hints = hints;
  }

  override createDriver(): Driver {
    return new ReleasingDriver(this.#config, this.#hints);
  }
}

/**
 * Releases connections when a transaction fails on a lost connection. Kysely releases a transaction's connection only
 * after a successful rollback, and never if `begin` fails. If the database becomes unavailable, each request in
 * progress would then cost the pool a connection for good. The pool discards a broken connection when it is released.
 */
class ReleasingDriver extends PostgresDriver {
  readonly #hints: boolean;

  constructor(config: PostgresDialectConfig, hints: boolean) {
    super(config);
    this.#hints = hints;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const workspaceId = this.#hints ? getHintedWorkspaceId() : undefined;
    try {
      const begun = super.beginTransaction(connection, settings);
      // Sent without waiting for the answer.
      const hint = workspaceId && connection.executeQuery(CompiledQuery.raw(shardHintSql(workspaceId)));
      await Promise.all([begun, hint]);
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

/** Entity manager that marks its transactions as holding a connection. */
class HoldingEntityManager extends EntityManager {
  override transactional<T>(work: (em: this) => T | Promise<T>, options?: TransactionOptions): Promise<T> {
    const transaction = () => super.transactional((em) => withNestedConnectionCheck(async () => work(em)), options);
    return withWorkspaceHint(this.#workspace(), () => runInSpan('transaction', {}, transaction));
  }

  override flush(): Promise<void> {
    return withWorkspaceHint(this.#workspace(), () => super.flush());
  }

  #workspace(): string | undefined {
    const given: { workspaceId?: string } | undefined = this.getFilterParams('workspace');
    return given?.workspaceId;
  }
}

function ormOptions(pool: pg.Pool): Options {
  return {
    entityManager: HoldingEntityManager,
    dbName: 'postgres',
    driverOptions: ormDialect(pool),
    entities: [...GLOBAL_ENTITIES, ...TENANT_ENTITIES],
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS,
      tableName: 'migrations',
      snapshot: false,
      transactional: true,
      allOrNothing: true,
    },
    // Foreign keys are composite and start with the workspace; the migrations create them.
    schemaGenerator: { createForeignKeyConstraints: false },
    // Enabled by default, and fails without a workspace, so no entity query can forget it.
    filters: {
      workspace: {
        cond: ({ workspaceId }: { workspaceId: string }) => ({ workspaceId }),
        entity: TENANT_ENTITIES.map((entity) => entity.meta.className),
        default: true,
      },
      workedOn: {
        cond: () => ({ [raw(runsBackgroundWorkSql('workspace_id'))]: [] }),
        entity: TENANT_ENTITIES.map((entity) => entity.meta.className),
        default: false,
      },
    },
    forceUtcTimezone: true,
    debug: false,
    logger: () => undefined,
  };
}

export function createOrm(pool: pg.Pool): Promise<MikroORM> {
  return MikroORM.init(ormOptions(pool));
}

/** Creates an entity manager on another pool without discovering the entities again. */
export function createEntityManagerOnPool(orm: MikroORM, pool: pg.Pool): Pick<EntityManager, 'fork'> {
  const driver = new Configuration<PostgreSqlDriver>({ driver: PostgreSqlDriver, ...ormOptions(pool) }).getDriver();
  driver.setMetadata(orm.getMetadata());
  return driver.createEntityManager();
}
