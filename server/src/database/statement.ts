import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import { checksAreOn } from './checks.ts';
import { assertActorGuarded, exemptFromActorGuard } from './guarded-writes.ts';
import { numbered, type Parameter, type ParametersOf } from './statement-parameters.ts';

/**
 * Whose rows a statement reads and writes: one workspace's, which it names as `:workspaceId`; none that belongs to a
 * workspace; or, declared as such, those of all workspaces. `test/statements.test.ts` compares it with the text.
 */
export type Scope = 'tenant' | 'global' | 'sweep';

/** What each connection prepares once, under its name; without a name it is not kept. */
export type Prepared = { name: string; text: string; values: unknown[] };

/** A pool, a connection, or the last place in a pipelined transaction. */
export interface Queryable {
  query<Row extends object>(query: Prepared): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/**
 * Where a statement runs. In the transaction of an entity manager it is planned anew, elsewhere it is prepared once.
 */
export type Runner = EntityManager | Queryable;

/** No second argument where the text names no parameter. */
type Arguments<Sql extends string> =
  ParametersOf<Sql> extends Record<string, never> ? [] : [parameters: ParametersOf<Sql>];

type Definition<Sql extends string, Row extends object> = {
  /** Unique among all statements: each connection prepares the text under it. */
  name: string;
  scope: Scope;
  /** With parameters as `:name`. Fragments are embedded as they are, parameters included. */
  sql: Sql;
  /**
   * Planned anew each time it runs, not prepared: for what seldom runs. A plan is kept from when its tables were empty,
   * and then may take the wrong one of their indexes.
   */
  seldom?: boolean;
  /**
   * Why a write need not hold who asks for it, where it stands in no transaction that does and takes nothing from
   * `HELD`.
   */
  unheld?: string;
  /** What a row holds, as `pg` gives it; absent where nothing is read but how many there are. */
  row?: z.ZodType<Row>;
};

export type Statement<Sql extends string = string, Row extends object = object> = {
  readonly name: string;
  readonly scope: Scope;
  /** With parameters by number, as PostgreSQL takes it. */
  readonly text: string;
  /** The parameters in the order of their numbers. */
  values(...given: Arguments<Sql>): Parameter[];
  all(on: Runner, ...given: Arguments<Sql>): Promise<Row[]>;
  first(on: Runner, ...given: Arguments<Sql>): Promise<Row | undefined>;
  /** For what always answers a row. */
  one(on: Runner, ...given: Arguments<Sql>): Promise<Row>;
  /** How many rows it answered or, where it answers none, changed. */
  run(on: Runner, ...given: Arguments<Sql>): Promise<number>;
};

/** A row that is an answer, as text for `preparedJson`. */
export const JsonRow = z.strictObject({ json: z.string() });

type Defined = { scope: Scope; text: string; unheld: string | undefined };

const defined = new Map<string, Defined>();

/** All statements of the modules that have been loaded, by name. */
export const definedStatements: ReadonlyMap<string, Defined> = defined;

/**
 * SQL that is written by hand. A call that misses one of its parameters, or names another, does not compile. Its rows
 * are checked against `row` in tests and development; in production they are what the text says.
 */
export function defineStatement<const Sql extends string, Row extends object = Record<never, never>>({
  name,
  scope,
  sql,
  row,
  seldom,
  unheld,
}: Definition<Sql, Row>): Statement<Sql, Row> {
  const { text, names } = numbered(sql);
  if (defined.has(name)) throw new Error(`There are two statements named ${name}: give one of them another name.`);
  if (scope === 'tenant' && !names.includes('workspaceId')) {
    throw new Error(`The statement ${name} names no :workspaceId: add the condition, or declare another scope.`);
  }
  defined.set(name, { scope, text, unheld });
  if (scope === 'global' || unheld !== undefined) exemptFromActorGuard(text);

  const values = (...[parameters = {}]: Readonly<Record<string, Parameter>>[]) =>
    names.map((each) => {
      const value = parameters[each];
      if (value === undefined) throw new Error(`The statement ${name} lacks its parameter ${each}.`);
      return value;
    });
  const execute = async (on: Runner, given: Arguments<Sql>) => {
    const result = await send<Row>(on, { name: seldom ? '' : name, text, values: values(...given) });
    if (row && checksAreOn()) for (const each of result.rows) row.parse(each);
    return result;
  };
  return {
    name,
    scope,
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

/** The only place that types rows without looking at them: `row` is what they are checked against. */
async function send<Row extends object>(on: Runner, query: Prepared) {
  if ('getKysely' in on) {
    const result = await on.getKysely().executeQuery<Row>(CompiledQuery.raw(query.text, query.values));
    return { rows: result.rows, count: Number(result.numAffectedRows ?? result.rows.length) };
  }
  assertActorGuarded(query.text);
  const { rows, rowCount } = await on.query<Row>(query);
  return { rows, count: rowCount ?? rows.length };
}
