import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import { isSqlResultValidationEnabled } from './validation.ts';
import { addStatement, definedStatements, type StatementScope } from './defined-statements.ts';
import { assertActorGuarded, exemptSqlFromActorGuard, doesSqlWrite } from './guarded-writes.ts';
import { toNumberedParameters, type StatementParameterValue, type ParametersOf } from './statement-parameters.ts';
import { openTransaction, isWorkspaceVisibleToRouter } from './shard-hint.ts';
import { beginWorkOn, WorkPool, type BegunWork, type ReplicaReads } from './work-pool.ts';
import type pg from 'pg';

/** Statement that each connection prepares once, under its name. Without a name it isn't prepared. */
export type PreparedStatement = { name: string; text: string; values: unknown[] };

/** A pool, a connection, or the last slot of a pipelined transaction. */
export interface Queryable {
  query<Row extends object>(query: PreparedStatement): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/**
 * Target of a statement. In the transaction of an entity manager it is planned each time, elsewhere it is prepared
 * once.
 */
export type StatementRunner = EntityManager | Queryable;

/** No second argument if the text has no parameters. */
type Arguments<Sql extends string> =
  ParametersOf<Sql> extends Record<string, never> ? [] : [parameters: ParametersOf<Sql>];

type Definition<Sql extends string, Row extends object> = {
  /** Unique among all statements: each connection prepares the text under it. */
  name: string;
  scope: StatementScope;
  /** Text with parameters as `:name`. Fragments are embedded unchanged, including their parameters. */
  sql: Sql;
  /**
   * Plans the statement each time instead of preparing it; for rare statements. A prepared plan may date from when its
   * tables were empty, and use the wrong index.
   */
  unprepared?: boolean;
  /**
   * Runs on a replica if the operator has any; for expensive reads. In a transaction, it runs there. Never for tokens,
   * sessions, locks and limits.
   */
  replica?: boolean;
  /**
   * Reason why a write needn't lock the caller if it is neither in a transaction that does nor uses `ACTOR_GUARD_CTE`.
   */
  unguarded?: string;
  /** Schema of a row as `pg` returns it; absent if only the row count is used. */
  row?: z.ZodType<Row>;
};

export type Statement<Sql extends string = string, Row extends object = object> = {
  readonly name: string;
  readonly scope: StatementScope;
  readonly replica: boolean;
  /** Text with numbered parameters for PostgreSQL. */
  readonly text: string;
  /** Returns the parameters in the order of their numbers. */
  values(...given: Arguments<Sql>): StatementParameterValue[];
  all(on: StatementRunner, ...given: Arguments<Sql>): Promise<Row[]>;
  first(on: StatementRunner, ...given: Arguments<Sql>): Promise<Row | undefined>;
  /** Returns the row of a statement that always returns one. */
  one(on: StatementRunner, ...given: Arguments<Sql>): Promise<Row>;
  /** Returns the number of rows returned or, without any, changed. */
  run(on: StatementRunner, ...given: Arguments<Sql>): Promise<number>;
};

/** Row with a response as JSON text, for `createPreparedJson`. */
export const JsonRow = z.strictObject({ json: z.string() });

/**
 * Defines a handwritten SQL statement. Calls with missing or unknown parameters don't compile. Rows are validated
 * against `row` in tests and development, but not in production.
 */
export function defineStatement<const Sql extends string, Row extends object = Record<never, never>>({
  name,
  scope,
  sql,
  row,
  unprepared,
  unguarded,
  replica = false,
}: Definition<Sql, Row>): Statement<Sql, Row> {
  const { text, names } = toNumberedParameters(sql);
  if (definedStatements.has(name))
    throw new Error(`There are two statements named ${name}: give one of them another name.`);
  if (scope === 'tenant' && !names.includes('workspaceId')) {
    throw new Error(`The statement ${name} names no :workspaceId: add the condition, or declare another scope.`);
  }
  if (replica && doesSqlWrite(text)) throw new Error(`The statement ${name} writes, which no replica can.`);
  const isDirectory = scope === 'global' && /\bdirectory\./.test(text);
  const isShown = isWorkspaceVisibleToRouter(text, names);
  addStatement(name, { scope, text, names, unguarded, replica, showsWorkspace: isShown });
  if (scope === 'global' || unguarded !== undefined) exemptSqlFromActorGuard(text);

  const values = (...[parameters = {}]: Readonly<Record<string, StatementParameterValue>>[]) =>
    names.map((each) => {
      const value = parameters[each];
      if (value === undefined) throw new Error(`The statement ${name} lacks its parameter ${each}.`);
      return value;
    });
  const execute = async (on: StatementRunner, given: Arguments<Sql>) => {
    const query = { name: unprepared ? '' : name, text, values: values(...given) };
    const result = await sendTo<Row>(on, query, {
      replicas: replica ? replicasOf(on) : undefined,
      isDirectory,
      hinted: scope === 'tenant' && !isShown ? given[0]?.['workspaceId' as never] : undefined,
    });
    if (row && isSqlResultValidationEnabled()) for (const each of result.rows) row.parse(each);
    return result;
  };
  return {
    name,
    scope,
    replica,
    text,
    values,
    all: async (on, ...given) => (await execute(on, given)).rows,
    first: async (on, ...given) => (await execute(on, given)).rows[0],
    async one(on, ...given) {
      const [found] = (await execute(on, given)).rows;
      if (!found) throw new Error(`The statement ${name} answered no row.`);
      return found;
    },
    run: async (on, ...given) => (await execute(on, given)).count,
  };
}

/** Returns the replicas of a pool that has any; undefined for transactions. */
const replicasOf = (on: StatementRunner | pg.Pool): ReplicaReads | undefined =>
  on instanceof WorkPool ? on.replicas : undefined;

/** Runs the query. It is the only place that types rows without checking them; callers validate them against `row`. */
async function send<Row extends object>(on: StatementRunner, query: PreparedStatement) {
  if ('getKysely' in on) {
    const result = await on.getKysely().executeQuery<Row>(CompiledQuery.raw(query.text, query.values));
    return { rows: result.rows, count: Number(result.numAffectedRows ?? result.rows.length) };
  }
  assertActorGuarded(query.text);
  const { rows, rowCount } = await on.query<Row>(query);
  return { rows, count: rowCount ?? rows.length };
}

type Way = { replicas: ReplicaReads | undefined; isDirectory: boolean; hinted: unknown };

/** Runs the query where it belongs: in the directory, on a replica, or after a hint of its workspace. */
function sendTo<Row extends object>(
  on: StatementRunner,
  query: PreparedStatement,
  { replicas, isDirectory, hinted }: Way,
) {
  if (isDirectory && on instanceof WorkPool && on.directory) return send<Row>(on.directory, query);
  if (replicas) return sendOnce<Row>(replicas, query);
  return hinted !== undefined && on instanceof WorkPool && on.hints
    ? sendHinted<Row>(on, query, hinted)
    : send<Row>(on, query);
}

/** Runs the query in a transaction of its own that begins with the hint, all in one packet. */
async function sendHinted<Row extends object>(pool: WorkPool, query: PreparedStatement, hinted: unknown) {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const { stream } = client.connection;
    stream.cork();
    const begun = openTransaction(client, { hinted });
    const answered = send<Row>(client, query);
    // After an error, PostgreSQL rolls back instead.
    const ended = client.query('commit');
    stream.uncork();
    const [, , committed] = await Promise.allSettled([begun, answered, ended]);
    isBroken = committed.status === 'rejected';
    await begun;
    return await answered;
  } finally {
    client.release(isBroken);
  }
}

async function sendOnce<Row extends object>(replicas: ReplicaReads, query: PreparedStatement) {
  const { client, result } = await replicas.begin((on) => send<Row>(on, query));
  client.release();
  return result;
}

/**
 * Streams the rows of one snapshot in batches, for responses too long for memory. Uses a connection until all rows are
 * read or `return` is called, so the consumer must not be slow. If a replica is lost meanwhile, the primary continues,
 * provided that the rows so far are the same there.
 * @param atOnce Rows per batch.
 */
export async function* streamRows<Row extends object>(
  pool: pg.Pool,
  statement: Statement<string, Row>,
  parameters: Readonly<Record<string, StatementParameterValue>>,
  atOnce: number,
): AsyncGenerator<Row, void> {
  const isHinted = statement.scope === 'tenant' && pool instanceof WorkPool && pool.hints;
  const start = async (client: pg.PoolClient) => {
    // All rows are needed, so PostgreSQL must optimise for all of them, not for the first ones.
    const begun = openTransaction(client, {
      mode: 'begin read only',
      settings: ['cursor_tuple_fraction = 1'],
      hinted: isHinted ? parameters.workspaceId : undefined,
    });
    const text = `declare streamed no scroll cursor for ${statement.text}`;
    const declared = client.query({ text, values: statement.values(parameters) });
    const fetched = fetchRows<Row>(client, atOnce);
    try {
      return (await Promise.all([begun, declared, fetched]))[2];
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  };
  const replicas = statement.replica ? replicasOf(pool) : undefined;
  if (!replicas) return yield* remainingRows(await beginWorkOn(pool, start), atOnce);
  const begun = await replicas.begin(start);
  const sent: string[] = [];
  try {
    for await (const row of remainingRows(begun, atOnce)) {
      if (begun.replica) sent.push(hash(JSON.stringify(row)));
      yield row;
    }
  } catch (error) {
    if (!begun.replica || !replicas.isLost(error)) throw error;
    for await (const row of remainingRows(await beginWorkOn(pool, start), atOnce)) {
      const before = sent.shift();
      if (before === undefined) yield row;
      else if (before !== hash(JSON.stringify(row))) throw error;
    }
    if (sent.length > 0) throw error;
  }
}

const hash = (text: string): string => createHash('sha1').update(text).digest('base64');

/** Yields the rows of a cursor whose first batch has been fetched, and gives its connection back. */
async function* remainingRows<Row extends object>({ client, result }: BegunWork<Row[]>, atOnce: number) {
  let broken = false;
  try {
    for (let rows = result; ; rows = await fetchRows<Row>(client, atOnce)) {
      yield* rows;
      if (rows.length < atOnce) return;
    }
  } finally {
    await client.query('rollback').catch(() => (broken = true));
    client.release(broken);
  }
}

async function fetchRows<Row extends object>(client: pg.PoolClient, most: number): Promise<Row[]> {
  return (await client.query<Row>(`fetch ${most} from streamed`)).rows;
}
