import pg from 'pg';
import { bindToSpan, isTracing } from '../../platform/tracing/spans.ts';
import { findNestedConnectionProblem } from './nested-connection.ts';
import { traceQueries } from './trace-queries.ts';

/**
 * Cuts a connection on which PostgreSQL has owed an answer for `most` milliseconds without giving any, as if the
 * network was lost; its queries fail then. `query_timeout` of `pg` does the same at twice the cost of a query: it has a
 * timer for each, and its callback keeps the result alive until the next collection of all memory.
 */
function cutUnanswered({ connection }: pg.PoolClient, most: number): void {
  let owed = 0;
  let since = 0;
  let isWatched = false;
  const watch = (within: number) => {
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      const left = since + most - performance.now();
      if (owed === 0) return;
      if (left > 0) watch(left);
      else connection.stream.destroy();
    }, within).unref();
  };
  // Each message of these two kinds is answered with one `ReadyForQuery`, after results and errors alike.
  for (const kind of ['query', 'sync'] as const) {
    const send = connection[kind];
    Reflect.set(connection, kind, (...given: unknown[]) => {
      if (owed++ === 0) since = performance.now();
      if (!isWatched) watch(most);
      return Reflect.apply(send, connection, given);
    });
  }
  connection.on('readyForQuery', () => {
    owed--;
    since = performance.now();
  });
}

type Connected = Parameters<pg.Pool['connect']>[0];

const CONNECT_PATIENCE = 5_000;

/** Timeouts set in PostgreSQL, in milliseconds; 0 means none. */
export type PoolTimeouts = {
  statement: number;
  lock: number;
  idleInTransaction: number;
  /** Maximum time for a response; after it, the connection counts as dead. */
  answer: number;
};

/**
 * Number of tables for which PostgreSQL tries all join orders; further tables are joined in the order of the text. All
 * tables have the workspace as a column, so each could be joined with each: planning a statement with eleven tables
 * took 50 ms at the default of eight; at six it takes 5 ms.
 */
const JOINED_AT_ONCE = 6;

export const NO_TIMEOUTS: PoolTimeouts = { statement: 0, lock: 0, idleInTransaction: 0, answer: 0 };

/** A connection on which work has begun, and its first result. */
export type BegunWork<T> = {
  client: pg.PoolClient;
  result: T;
  /** True if it is a connection to a replica. */
  replica?: boolean;
};

/** Begins work that goes on with the connection. If `first` fails, it must leave no transaction open. */
export async function beginWorkOn<T>(pool: pg.Pool, first: (on: pg.PoolClient) => Promise<T>): Promise<BegunWork<T>> {
  const client = await pool.connect();
  try {
    return { client, result: await first(client) };
  } catch (error) {
    client.release();
    throw error;
  }
}

/** Begins reads that declare `replica`, on a replica or, if none can answer, on the primary. */
export type ReplicaReads = {
  begin<T>(first: (on: pg.PoolClient) => Promise<T>): Promise<BegunWork<T>>;
  /** Returns true if a read failed for a reason that only the replica has. */
  isLost(error: unknown): boolean;
};

export type WorkPoolOptions = {
  url: string;
  size: number;
  /** Name of the connections in PostgreSQL's own views. */
  name: string;
  limits: PoolTimeouts;
  /** Milliseconds to wait for a connection to be opened or become free. */
  patience?: number;
  /** Tells a router the workspace of each transaction. */
  hints?: boolean;
};

/** Pool of connections for one kind of work. They are opened on demand and closed when idle. */
export class WorkPool extends pg.Pool {
  /** Set if the database has replicas. */
  replicas?: ReplicaReads;
  /** True if a router is told the workspace of each transaction. */
  readonly hints: boolean;
  /** Where what belongs to no workspace is, if it isn't in this database. */
  directory?: pg.Pool;

  constructor({ url, size, name, limits, patience = CONNECT_PATIENCE, hints = false }: WorkPoolOptions) {
    super({
      connectionString: withSettings(url, limits),
      max: size,
      application_name: name,
      connectionTimeoutMillis: patience,
      // Queries are sent without waiting for the previous response; see `inPipelinedTransaction`.
      pipeline: true,
    });
    this.hints = hints;
    // A dropped connection emits an error event, which would end the process without a listener.
    this.on('error', () => undefined);
    // Same for a connection in use; its user gets the error from the failing statement.
    this.on('connect', (client) => {
      client.on('error', () => undefined);
      if (limits.answer > 0) cutUnanswered(client, limits.answer);
      if (isTracing()) traceQueries(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const refused = findNestedConnectionProblem();
    if (refused && callback) return callback(refused, undefined, () => undefined);
    if (refused) return Promise.reject(refused);
    return callback ? super.connect(bindToSpan(callback)) : super.connect();
  }
}

/**
 * Adds session settings to the address, which saves a statement: timeouts, and what must not depend on the
 * configuration of the database or the operator's role. Days and times without an offset are UTC. Plans are those that
 * were measured: with the limit of join orders, PostgreSQL's own cost of a random page, and without just-in-time
 * compilation, which takes longer than our longest statements.
 * Existing options of the address are kept and come after the timeouts.
 */
function withSettings(url: string, { statement, lock, idleInTransaction }: PoolTimeouts): string {
  const settings = Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    join_collapse_limit: JOINED_AT_ONCE,
  }).filter(([, value]) => value > 0);
  const [address, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(
    'options',
    [
      ...settings.map(([setting, value]) => `-c ${setting}=${value}`),
      '-c jit=off -c random_page_cost=4',
      ...parameters.getAll('options'),
      '-c TimeZone=UTC',
    ].join(' '),
  );
  return `${address}?${parameters.toString()}`;
}
