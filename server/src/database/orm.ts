import {
  Configuration,
  MikroORM,
  EntityManager,
  PostgreSqlDriver,
  type Options,
  type TransactionOptions,
} from '@mikro-orm/postgresql';
import type pg from 'pg';
import { Migrator } from '@mikro-orm/migrations';
import { ormDialect } from './statements/dialect.ts';
import { GLOBAL_ENTITIES, TENANT_ENTITIES } from './schema/entities.ts';
import { withinTransaction } from './statements/nested-connection.ts';
import { MIGRATIONS } from './migration-list.ts';

/** Entity manager that marks its transactions as holding a connection. */
class HoldingEntityManager extends EntityManager {
  override transactional<T>(work: (em: this) => T | Promise<T>, options?: TransactionOptions): Promise<T> {
    return super.transactional((em) => withinTransaction(async () => work(em)), options);
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
export function entityManagerOn(orm: MikroORM, pool: pg.Pool): Pick<EntityManager, 'fork'> {
  const driver = new Configuration<PostgreSqlDriver>({ driver: PostgreSqlDriver, ...ormOptions(pool) }).getDriver();
  driver.setMetadata(orm.getMetadata());
  return driver.createEntityManager();
}
