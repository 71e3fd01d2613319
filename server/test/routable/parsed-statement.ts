import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** The workspace as a statement names it: by the number of a parameter, or by a value in its text. */
export type Key = { parameter: number } | { value: string };

/** `isSeen`: a router finds it, in a condition or in values, but not in what a function is given. */
type Found = Key & { isSeen: boolean };

export type ParsedStatement = {
  /** Kind of each statement of the text, such as `SelectStmt`. */
  kinds: string[];
  keys: Found[];
  /** Tables that belong to no workspace. */
  directory: string[];
  /** Tables of the workspaces. */
  tables: string[];
  functions: string[];
  writes: boolean;
  /** Setting that a `set` changes. */
  setting?: { name: string; value: string; isLocal: boolean };
};

// oxlint-disable-next-line typescript/no-explicit-any -- The parser's nodes are JSON of PostgreSQL's own structs.
type Node = any;

const COLUMN = 'workspace_id';
const ROOT = 'workspaces';

/** Functions of the database that are given the workspace as their first argument, and look up rows by it. */
export const OF_WORKSPACE: readonly string[] = [
  'apply_assignments',
  'assignments_lock',
  'guard_token',
  'guard_user',
  'make_room_for_cycle',
  'missing_modules',
  'must_be_here',
  'owe_again',
  'people_of',
  'people_to_reassign',
  'plan_assignments',
  'recompute_cycles',
];

const LOCKS = /^pg_(try_)?advisory/;

/** Reads a text like PgDog, by PostgreSQL's own parser. @throws if it is no SQL */
export function parsed(text: string): ParsedStatement {
  const { stmts = [] } = parseSync(text) as Node;
  const kinds = stmts.map(({ stmt }: Node) => Object.keys(stmt)[0]);
  const found: ParsedStatement = { kinds, keys: [], directory: [], tables: [], functions: [], writes: false };
  const setting = stmts[0]?.stmt.VariableSetStmt;
  if (setting) {
    const value = setting.args?.[0]?.A_Const;
    const given = value?.sval?.sval ?? value?.ival?.ival ?? '';
    found.setting = { name: setting.name, value: String(given), isLocal: setting.is_local === true };
  }
  const named = new Set<string>();
  const roots = new Set<string>();
  visit(stmts, (kind, node) => {
    if (kind === 'CommonTableExpr') named.add(node.ctename);
    if (kind === 'RangeVar' && node.relname === ROOT) roots.add(node.alias?.aliasname ?? ROOT);
  });
  visit(stmts, (kind, node) => {
    if (kind === 'RangeVar') noteTable(found, node, named);
    if (kind === 'A_Expr') noteCondition(found, node, roots);
    if (kind === 'FuncCall') noteCall(found, node);
    if (/^(Insert|Update|Delete|Merge)Stmt$/.test(kind)) {
      found.writes = true;
      noteTable(found, node.relation, named);
    }
    if (kind === 'InsertStmt') noteInsert(found, node);
  });
  return found;
}

function visit(node: Node, note: (kind: string, node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, note);
  else if (node && typeof node === 'object') {
    for (const [kind, below] of Object.entries(node)) {
      note(kind, below);
      visit(below, note);
    }
  }
}

function noteTable(found: ParsedStatement, { schemaname, relname }: Node, named: ReadonlySet<string>): void {
  if (schemaname === 'directory') found.directory.push(relname);
  else if (!schemaname && !named.has(relname) && !relname.startsWith('pg_')) found.tables.push(relname);
}

/** The value that an expression gives, through casts. */
function keyOf(node: Node): Key | undefined {
  if (node?.TypeCast) return keyOf(node.TypeCast.arg);
  if (node?.ParamRef) return { parameter: node.ParamRef.number };
  const value = node?.A_Const?.sval?.sval;
  return typeof value === 'string' ? { value } : undefined;
}

function noteCondition(found: ParsedStatement, { kind, name, lexpr, rexpr }: Node, roots: ReadonlySet<string>): void {
  const isEqual = kind === 'AEXPR_OP' && name?.[0]?.String?.sval === '=';
  if (!isEqual && kind !== 'AEXPR_IN') return;
  for (const [column, other] of [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ]) {
    const path = column?.ColumnRef?.fields?.map((field: Node) => field.String?.sval) ?? [];
    const last = path.at(-1);
    const isRoot =
      last === 'id' && (path.length > 1 ? roots.has(path[0]) : roots.size === 1 && found.tables.length <= 1);
    if (last !== COLUMN && !isRoot) continue;
    const items = kind === 'AEXPR_IN' ? (other?.List?.items ?? []) : [other];
    for (const item of items) add(found, keyOf(item), true);
  }
}

function noteInsert(found: ParsedStatement, { relation, cols = [], selectStmt }: Node): void {
  const column = relation.relname === ROOT ? 'id' : COLUMN;
  const at = cols.findIndex(({ ResTarget }: Node) => ResTarget.name === column);
  const select = selectStmt?.SelectStmt;
  if (at < 0 || !select) return;
  for (const row of select.valuesLists ?? []) add(found, keyOf(row.List.items[at]), true);
  add(found, keyOf(select.targetList?.[at]?.ResTarget.val), false);
}

function noteCall(found: ParsedStatement, { funcname, args = [] }: Node): void {
  const name = funcname.at(-1).String.sval;
  found.functions.push(name);
  if (OF_WORKSPACE.includes(name)) add(found, keyOf(args[0]), false);
  // A lock's key begins with the workspace.
  const [first] = LOCKS.test(name) ? parameters(args) : [];
  if (first !== undefined) add(found, { parameter: first }, false);
  if (name !== 'json_build_object') return;
  const at = args.findIndex((arg: Node) => arg.A_Const?.sval?.sval === COLUMN);
  if (at >= 0) add(found, keyOf(args[at + 1]), false);
}

function parameters(node: Node): number[] {
  const numbers: number[] = [];
  visit(node, (kind, below) => kind === 'ParamRef' && numbers.push(below.number));
  return numbers;
}

function add(found: ParsedStatement, key: Key | undefined, isSeen: boolean): void {
  if (key) found.keys.push({ ...key, isSeen });
}
