import { AppError } from '../../../core/errors.ts';
import { databaseObjectNameOfMove, type MovedTable } from './moved-tables.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';

/** Rows hashed together, about. */
const BUCKET = 1_000;

const MOST_BUCKETS = 65_536;

const hashOf = (columns: readonly string[], alias = 't') =>
  `sha256(convert_to(row(${columns.map((name) => `${alias}.${name}`).join(', ')})::text, 'UTF8'))`;

const keyColumns = ({ key }: MovedTable) => key.map(({ name }) => name);

/** SQL for the rows of a table with the hash of their content and the bucket of their key. */
const hashed = (table: MovedTable, bucketsParameter: string) => `
  select jsonb_build_array(${keyColumns(table)
    .map((name) => `t.${name}`)
    .join(', ')})::text as key, ${hashOf(table.columns)} as hash,
    (get_byte(k, 0) * 256 + get_byte(k, 1)) % ${bucketsParameter} as bucket
  from ${table.name} t cross join lateral (select ${hashOf(keyColumns(table))} as k) of_key
  where t.workspace_id = $1`;

type Sides = { source: MoveDatabaseConnection; destination: MoveDatabaseConnection; workspaceId: string };

/** Keys of rows to compare, by table. */
type Keys = Map<string, Set<string>>;

/** Rows of a workspace that differ between the sides, or may, because they were changed meanwhile. */
export class MovedRowsComparison {
  readonly #sides: Sides;
  readonly #tables: MovedTable[];
  /** Keys to look at again. */
  #pending: Keys = new Map();

  constructor(sides: Sides, tables: MovedTable[]) {
    this.#sides = sides;
    this.#tables = tables;
  }

  get pending(): number {
    return [...this.#pending.values()].reduce((sum, keys) => sum + keys.size, 0);
  }

  /** Compares all rows, at whatever moment each side is read. What differs is looked at again. */
  async compareAll(onTable: (rows: number) => Promise<void>): Promise<void> {
    const { source, destination, workspaceId } = this.#sides;
    await source.run(`delete from ${databaseObjectNameOfMove(workspaceId)}.changes`);
    this.#pending = new Map();
    for (const table of this.#tables) {
      const { rows } = await source.one<{ rows: number }>(
        `select count(*)::int as rows from ${table.name} where workspace_id = $1`,
        [workspaceId],
      );
      const buckets = Math.min(Math.ceil(rows / BUCKET) + 1, MOST_BUCKETS);
      const sql = `select bucket, encode(sha256(string_agg(hash, ''::bytea order by hash)), 'hex') as hash
        from (${hashed(table, '$2::int')}) h group by bucket`;
      const read = async (side: MoveDatabaseConnection) => {
        const found = await side.rows<{ bucket: number; hash: string }>(sql, [workspaceId, buckets]);
        return new Map(found.map(({ bucket, hash }) => [bucket, hash]));
      };
      const [here, there] = await Promise.all([read(source), read(destination)]);
      const differing = unequal(here, there);
      if (differing.length > 0) await this.#lookInto(table, buckets, differing);
      await onTable(rows);
    }
  }

  async #lookInto(table: MovedTable, buckets: number, differing: number[]): Promise<void> {
    const { source, destination, workspaceId } = this.#sides;
    const sql = `select key, encode(hash, 'hex') as hash from (${hashed(table, '$2::int')}) h where bucket = any($3)`;
    const read = async (side: MoveDatabaseConnection) => {
      const found = await side.rows<{ key: string; hash: string }>(sql, [workspaceId, buckets, differing]);
      return new Map(found.map(({ key, hash }) => [key, hash]));
    };
    const [here, there] = await Promise.all([read(source), read(destination)]);
    this.#add(unequal(here, there).map((key) => ({ table: table.name, key })));
  }

  /** Adds the rows changed since the last call. Those of running transactions come with a later one. */
  async noteChanges(): Promise<Keys> {
    const { source, workspaceId } = this.#sides;
    const changes = await source.rows<{ table: string; key: string }>(
      `delete from ${databaseObjectNameOfMove(workspaceId)}.changes returning "table", key::text as key`,
    );
    const noted: Keys = new Map();
    for (const { table, key } of changes) noted.set(table, (noted.get(table) ?? new Set()).add(key));
    this.#add(changes);
    return noted;
  }

  /**
   * Compares the pending rows once the destination has caught up. Rows that were changed meanwhile stay pending.
   * @throws AppError `invalid_request` if others differ
   */
  async comparePending(): Promise<void> {
    const compared = this.#pending;
    this.#pending = new Map();
    const differing: { table: string; key: string }[] = [];
    for (const table of this.#tables) {
      const keys = [...(compared.get(table.name) ?? [])];
      if (keys.length === 0) continue;
      for (const key of await this.#differing(table, keys)) differing.push({ table: table.name, key });
    }
    const changed = await this.noteChanges();
    const wrong = differing.filter(({ table, key }) => !changed.get(table)?.has(key));
    const [first] = wrong;
    if (!first) return;
    throw new AppError(
      'invalid_request',
      `${wrong.length} ${wrong.length === 1 ? 'row differs' : 'rows differ'} between the databases, the first in ` +
        `${first.table}: ${first.key}. Nothing was switched. Abort the move, find who writes there, and begin anew.`,
    );
  }

  async #differing(table: MovedTable, keys: string[]): Promise<string[]> {
    const on = table.key
      .map(({ name, type }, index) => `t.${name} = (k.key::jsonb ->> ${index})::${type}`)
      .join(' and ');
    const sql = `select k.key,
        case when t.workspace_id is not null then encode(${hashOf(table.columns)}, 'hex') end as hash
      from unnest($1::text[]) as k (key) left join ${table.name} t on ${on}`;
    const read = async (side: MoveDatabaseConnection) => {
      const found = await side.rows<{ key: string; hash: string | null }>(sql, [keys]);
      return new Map(found.map(({ key, hash }) => [key, hash]));
    };
    const [here, there] = await Promise.all([read(this.#sides.source), read(this.#sides.destination)]);
    return unequal(here, there);
  }

  #add(rows: readonly { table: string; key: string }[]): void {
    for (const { table, key } of rows) this.#pending.set(table, (this.#pending.get(table) ?? new Set()).add(key));
  }
}

function unequal<Key>(here: ReadonlyMap<Key, string | null>, there: ReadonlyMap<Key, string | null>): Key[] {
  return [...new Set([...here.keys(), ...there.keys()])].filter((key) => here.get(key) !== there.get(key));
}
