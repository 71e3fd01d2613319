import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { createOrm, entityManagerOn } from './orm.ts';
import { UNLIMITED, WorkPool, type Limits } from './statements/work-pool.ts';

/** Database access for one kind of work, which shares a pool of connections. */
export type Database = {
  /** Creates entity managers for transactions and entities; fork it for each use. */
  em: Pick<EntityManager, 'fork'>;
  /** Pool for reads without a transaction, and for libraries with their own queries. */
  pool: pg.Pool;
};

/** Database opened for migrations and operator commands, without timeouts. */
export type OpenDatabase = Database & { orm: MikroORM; close(): Promise<void> };

/** Database access per kind of work of a server, each with its own connections (rules/bounds 6). */
export type Pools = {
  requests: Database;
  streams: Database;
  jobs: Database;
  /** Pool for `/readyz`, which must not wait for other work. */
  health: Pick<Database, 'pool'>;
  close(): Promise<void>;
};

export async function openDatabase(url: string, size: number): Promise<OpenDatabase> {
  const pool = new WorkPool({ url, size, name: 'training-operator', limits: UNLIMITED });
  const orm = await createOrm(pool);
  return { em: orm.em, orm, pool, close: () => pool.end() };
}

const SECOND = 1_000;

/**
 * Timeouts of interactive work, shorter than its callers' patience: analytics of the largest workspaces takes seconds,
 * and locks are held for milliseconds.
 */
const REQUEST_LIMITS: Limits = {
  statement: 20 * SECOND,
  lock: 5 * SECOND,
  idleInTransaction: 20 * SECOND,
  answer: 30 * SECOND,
};

const STREAM_LIMITS: Limits = { statement: 10 * SECOND, lock: SECOND, idleInTransaction: SECOND, answer: 15 * SECOND };

/** Timeouts of jobs. No one waits for a job itself, but requests may wait for its locks. */
const JOB_LIMITS: Limits = {
  statement: 120 * SECOND,
  lock: 30 * SECOND,
  idleInTransaction: 30 * SECOND,
  answer: 150 * SECOND,
};

const HEALTH_LIMITS: Limits = { ...STREAM_LIMITS, statement: 3 * SECOND, answer: 3 * SECOND };

/**
 * Opens the pools of a server, in addition to the one in `opened`. They share the ORM's entity metadata.
 * @param size Number of connections for requests. Jobs get 4/5 of it in addition, and at least 8, because each job lane
 *   keeps one connection to listen; event streams get 3/10, health checks one.
 */
export function openPools(
  { orm }: Pick<OpenDatabase, 'orm'>,
  url: string,
  size: number,
  requestLimits: Partial<Limits> = {},
): Pools {
  const limits = { ...REQUEST_LIMITS, ...requestLimits };
  const on = (pool: WorkPool): Database => ({ pool, em: entityManagerOn(orm, pool) });
  const requests = new WorkPool({ url, size, name: 'training', limits });
  const streams = new WorkPool({ url, size: atLeast(2, 0.3 * size), name: 'training-streams', limits: STREAM_LIMITS });
  const jobs = new WorkPool({ url, size: atLeast(8, 0.8 * size), name: 'training-jobs', limits: JOB_LIMITS });
  const health = new WorkPool({ url, size: 1, name: 'training-health', limits: HEALTH_LIMITS });
  return {
    requests: on(requests),
    streams: on(streams),
    jobs: on(jobs),
    health: { pool: health },
    async close() {
      await Promise.all([requests, streams, jobs, health].map((pool) => pool.end()));
    },
  };
}

/** Maximum number of connections of a server: those of its pools, and one that listens for changes. */
export const connectionsOfServer = (size: number): number =>
  size + atLeast(2, 0.3 * size) + atLeast(8, 0.8 * size) + 1 + 1;

const atLeast = (least: number, wanted: number) => Math.max(least, Math.ceil(wanted));
