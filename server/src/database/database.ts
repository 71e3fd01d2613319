import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { createOrm, createEntityManagerOnPool } from './orm.ts';
import { Replicas } from './replicas/replicas.ts';
import { NO_TIMEOUTS, WorkPool, type PoolTimeouts, type WorkPoolOptions } from './statements/work-pool.ts';

/** Database access for one kind of work, which shares a pool of connections. */
export type Database = {
  /** Creates entity managers for transactions and entities; fork it for each use. */
  em: Pick<EntityManager, 'fork'>;
  /** Pool for reads without a transaction, and for libraries with their own queries. */
  pool: pg.Pool;
};

/** Database opened for migrations and operator commands, without timeouts. */
export type OperatorDatabase = Database & { orm: MikroORM; close(): Promise<void> };

/** One of the databases, by its own address: each has its own jobs and changes. */
export type Shard = {
  url: string;
  jobs: Database;
  /** Pool for `/readyz`, which must not wait for other work. */
  health: Pick<Database, 'pool'>;
};

/** Database access per kind of work of a server, each with its own connections (rules/bounds 6). */
export type DatabasesByKindOfWork = {
  requests: Database;
  streams: Database;
  /** For jobs that concern the workspaces of all databases. */
  jobs: Database;
  /** The only database, or all behind the router. */
  shards: readonly Shard[];
  /** Absent without DATABASE_READ_URL. */
  replicas: Replicas | undefined;
  close(): Promise<void>;
};

/** Replicas' addresses, and for how many milliseconds a read waits for one. */
export type ReplicaSettings = { urls: readonly string[]; mostLag: number };

/**
 * Databases behind a router, which DATABASE_URL leads to (rules/operation 16).
 * @property urls Their own addresses, for jobs, changes and migrations; none without a router. The first one holds what
 *   belongs to no workspace.
 */
export type ShardSettings = { urls: string[]; hints: boolean };

type PoolOptions = {
  url: string;
  size: number;
  limits?: Partial<PoolTimeouts>;
  replicas?: ReplicaSettings;
  shards?: ShardSettings;
};

export async function openOperatorDatabase(url: string, size: number, hints = false): Promise<OperatorDatabase> {
  const pool = new WorkPool({ url, size, name: 'training-operator', limits: NO_TIMEOUTS, hints });
  const orm = await createOrm(pool);
  return { em: orm.em, orm, pool, close: () => pool.end() };
}

const SECOND = 1_000;

/**
 * Timeouts of interactive work, shorter than its callers' patience: analytics of the largest workspaces takes seconds,
 * and locks are held for milliseconds.
 */
const REQUEST_LIMITS: PoolTimeouts = {
  statement: 20 * SECOND,
  lock: 5 * SECOND,
  idleInTransaction: 20 * SECOND,
  answer: 30 * SECOND,
};

const STREAM_LIMITS: PoolTimeouts = {
  statement: 10 * SECOND,
  lock: SECOND,
  idleInTransaction: SECOND,
  answer: 15 * SECOND,
};

/** Timeouts of jobs. No one waits for a job itself, but requests may wait for its locks. */
const JOB_LIMITS: PoolTimeouts = {
  statement: 120 * SECOND,
  lock: 30 * SECOND,
  idleInTransaction: 30 * SECOND,
  answer: 150 * SECOND,
};

const HEALTH_LIMITS: PoolTimeouts = { ...STREAM_LIMITS, statement: 3 * SECOND, answer: 3 * SECOND };

/** Opens the replicas for a command that checks them and reads nothing. */
export function openReplicasForCheck(url: string, settings: ReplicaSettings): Replicas {
  const primary = new WorkPool({ url, size: 1, name: 'training-operator', limits: HEALTH_LIMITS });
  return new Replicas({ ...settings, url, primary, size: 1, limits: HEALTH_LIMITS });
}

/**
 * Opens the pools of a server, in addition to the one in `opened`. They share the ORM's entity metadata.
 * @param options `size` is the number of connections for requests, on the primary and on each replica. Jobs get 4/5
 *   of it in addition, and at least 8, because each job lane keeps one connection to listen; event streams get 3/10,
 *   health checks one.
 */
export function openPools({ orm }: Pick<OperatorDatabase, 'orm'>, options: PoolOptions): DatabasesByKindOfWork {
  const { url, size, shards = { urls: [], hints: false } } = options;
  const { hints } = shards;
  const settings = options.replicas?.urls.length ? options.replicas : undefined;
  const limits = { ...REQUEST_LIMITS, ...options.limits };
  const all: WorkPool[] = [];
  const open = (given: Pick<WorkPoolOptions, 'url' | 'size' | 'name' | 'limits' | 'hints'>): WorkPool => {
    const pool = new WorkPool(given);
    all.push(pool);
    return pool;
  };
  const on = (pool: WorkPool): Database => ({ pool, em: createEntityManagerOnPool(orm, pool) });
  const forJobs = { size: atLeast(8, 0.8 * size), name: 'training-jobs', limits: JOB_LIMITS };
  const requests = open({ url, size, name: 'training', limits, hints });
  const streams = open({ url, size: atLeast(2, 0.3 * size), name: 'training-streams', limits: STREAM_LIMITS, hints });
  const jobs = on(open({ url, ...forJobs, hints }));
  const shard = (address: string): Shard => {
    const health = open({ url: address, size: 1, name: 'training-health', limits: HEALTH_LIMITS });
    if (shards.urls.length === 0) return { url: address, jobs, health: { pool: health } };
    const own = open({ url: address, ...forJobs });
    own.directory = jobs.pool;
    return { url: address, jobs: on(own), health: { pool: health } };
  };
  const replicas = settings && new Replicas({ ...settings, url, primary: requests, size, limits });
  if (replicas) requests.replicas = replicas;
  return {
    requests: on(requests),
    streams: on(streams),
    jobs,
    shards: (shards.urls.length > 0 ? shards.urls : [url]).map(shard),
    replicas,
    async close() {
      await replicas?.close();
      await Promise.all(all.map((pool) => pool.end()));
    },
  };
}

/**
 * Maximum number of a server's connections to the primary: those of its pools, one that listens for changes and, with
 * replicas, one that asks for the position.
 */
export const computeMaxConnectionsToPrimary = (size: number, hasReplicas = false): number =>
  size + atLeast(2, 0.3 * size) + atLeast(8, 0.8 * size) + 1 + 1 + (hasReplicas ? 1 : 0);

const atLeast = (least: number, wanted: number) => Math.max(least, Math.ceil(wanted));
