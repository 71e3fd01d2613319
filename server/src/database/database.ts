import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { createOrm, entityManagerOn } from './orm.ts';
import { UNLIMITED, WorkPool, type Limits } from './work-pool.ts';

/** Where work is done: everything of one kind shares its connections. */
export type Database = {
  /** For transactions and entities; it is forked for each use. */
  em: Pick<EntityManager, 'fork'>;
  /** For reads that need no transaction, and for the libraries that bring their own queries. */
  pool: pg.Pool;
};

/** A database that has been opened for migrations and the operator's commands: nothing that runs there is limited. */
export type OpenDatabase = Database & { orm: MikroORM; close(): Promise<void> };

/** The kinds of work that a server does, each with connections of its own (rules/bounds 6). */
export type Pools = {
  requests: Database;
  streams: Database;
  jobs: Database;
  /** For `/readyz`, which must not wait behind others. */
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
 * Interactive work ends before whoever waits gives up: analytics of the largest workspaces takes seconds, a lock is
 * held for milliseconds.
 */
const REQUEST_LIMITS: Limits = {
  statement: 20 * SECOND,
  lock: 5 * SECOND,
  idleInTransaction: 20 * SECOND,
  answer: 30 * SECOND,
};

const STREAM_LIMITS: Limits = { statement: 10 * SECOND, lock: SECOND, idleInTransaction: SECOND, answer: 15 * SECOND };

/** Nobody waits for a job, but what it holds, requests may wait for. */
const JOB_LIMITS: Limits = {
  statement: 120 * SECOND,
  lock: 30 * SECOND,
  idleInTransaction: 30 * SECOND,
  answer: 150 * SECOND,
};

const HEALTH_LIMITS: Limits = { ...STREAM_LIMITS, statement: 3 * SECOND, answer: 3 * SECOND };

/**
 * The connections of a server, beside what `opened` has. They share what the ORM knows of the entities.
 * @param size How many connections requests have; jobs have 4/5 of them besides, and at least 8, of which each of their
 *   lanes keeps one to listen; event streams 3/10, health one.
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

/** How many connections a server keeps at most: those of its pools, and one to hear of changes. */
export const connectionsOfServer = (size: number): number =>
  size + atLeast(2, 0.3 * size) + atLeast(8, 0.8 * size) + 1 + 1;

const atLeast = (least: number, wanted: number) => Math.max(least, Math.ceil(wanted));
