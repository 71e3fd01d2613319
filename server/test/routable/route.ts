import { OF_WORKSPACE, parsed, type ParsedStatement } from './parsed-statement.ts';

/** A statement that the router can't send anywhere, as PgDog couldn't. */
export class Unroutable extends Error {}

/** Transaction of a client. `begin` and settings wait until it is known which database they are for. */
export type Transaction = {
  waiting: string[];
  database?: number;
  /** True once it has touched what belongs to no workspace. */
  isDirectory?: boolean;
};

/** Tables that each database has for itself. */
const OF_DATABASE = ['migrations', 'schema_release', 'sql_objects'];

/** Database that holds what belongs to no workspace. */
export const DIRECTORY = 0;

const SESSION = /^pg_(try_)?advisory_(?!xact)|^pg_listening_channels$/;
/** Functions that change rows of a workspace, or lock something, where no condition says of which one. */
const HIDING = new Set([...OF_WORKSPACE, 'add_job']);

const known = new Map<string, ParsedStatement>();

export function read(text: string): ParsedStatement {
  let found = known.get(text);
  if (!found) known.set(text, (found = parsed(text)));
  return found;
}

type Asked = {
  text: string;
  valueOf: (parameter: number) => string | null;
  databaseOf: (workspaceId: string) => number;
  transaction: Transaction | undefined;
};

/**
 * Returns the database of a statement, or `all` for a read whose rows are merged, by PgDog's rules: by the column of
 * the workspace in conditions and in values, by the schema, or by the hint of the transaction.
 * @throws Unroutable
 */
export function route({ text, valueOf, databaseOf, transaction }: Asked): number | 'all' {
  const statement = read(text);
  const { kinds, directory, tables, functions, writes } = statement;
  if (kinds.length !== 1) throw new Unroutable('several statements in one text');
  if (functions.some((name) => SESSION.test(name)) || /Listen|Discard|Prepare|Create/.test(kinds[0]!)) {
    throw new Unroutable('it leaves a state in the session');
  }
  if (directory.length > 0 && tables.length > 0)
    throw new Unroutable('it mixes what belongs to a workspace and to none');
  const seen = statement.keys
    .filter(({ isSeen }) => isSeen)
    .map((key) => ('parameter' in key ? valueOf(key.parameter) : key.value))
    .filter((id) => id !== null);
  const databases = [...new Set(seen.map(databaseOf))];
  if (transaction) return inTransaction(transaction, statement, databases);
  if (directory.length > 0) return DIRECTORY;
  if (databases.length > 1) throw new Unroutable('workspaces of several databases');
  const hides = functions.some((name) => HIDING.has(name) || name.includes('advisory'));
  if (databases.length === 0 && hides) throw new Unroutable('the workspace is hidden in a function');
  // A common table expression that writes, or several rows, would be cut into pieces.
  if (writes && (kinds[0] === 'SelectStmt' || / values \(.*\), ?\(/s.test(text))) {
    throw new Unroutable('a write of several parts without a transaction');
  }
  if (databases[0] !== undefined) return databases[0];
  if (tables.every((table) => OF_DATABASE.includes(table))) return DIRECTORY;
  if (writes) throw new Unroutable('a write without a workspace');
  if (!isMergeable(text)) throw new Unroutable('rows of several databases that cannot be merged');
  return 'all';
}

function inTransaction(transaction: Transaction, statement: ParsedStatement, databases: number[]): number {
  const { directory, tables, functions } = statement;
  const isDirectory = directory.length > 0;
  if (transaction.database === undefined) {
    if (isDirectory) transaction.database = DIRECTORY;
    else transaction.database = databases[0];
    if (transaction.database === undefined) throw new Unroutable('a transaction that says no workspace');
    transaction.isDirectory = isDirectory;
  }
  const touches = tables.length > 0 || functions.some((name) => HIDING.has(name));
  if (isDirectory ? !transaction.isDirectory : touches && transaction.isDirectory) {
    throw new Unroutable('a transaction that mixes what belongs to a workspace and to none');
  }
  if (databases.some((each) => each !== transaction.database))
    throw new Unroutable('a transaction of several databases');
  return transaction.database;
}

const UNMERGEABLE =
  /\b(group by|order by|having|over \(|with |union|for (no key )?(update|share)|(count|sum|avg|min|max|\w+_agg)\()/i;

/** Reads that PgDog merges and whose rows need no order, sum or group. */
const isMergeable = (text: string): boolean => !UNMERGEABLE.test(text);
