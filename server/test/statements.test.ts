import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWrite } from '../src/database/held-writes.ts';
import { definedStatements, type Scope } from '../src/database/statement.ts';
import { freshDatabaseUrl } from './database.ts';
import { GLOBAL_TABLES } from './tables.ts';

const SOURCES = path.join(import.meta.dirname, '../src');
const sources = globSync('**/*.ts', { cwd: SOURCES })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(SOURCES, file), 'utf8') }));

/** The workspaces themselves: whoever reads or locks a workspace's rows may read or lock its own. */
const ROOT = 'workspaces';

let client: pg.Client;
beforeAll(async () => {
  for (const { file, text } of sources) {
    if (text.includes('defineStatement({')) await import(path.join(SOURCES, file));
  }
  client = new pg.Client({ connectionString: await freshDatabaseUrl() });
  await client.connect();
  // The plan for any workspace: one for a given value would leave the condition out where there are no rows.
  await client.query('set plan_cache_mode = force_generic_plan');
});
afterAll(() => client.end());

type Plan = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; Plans?: Plan[]; [field: string]: unknown };

/** Each place of a plan that reads or writes a table, with the conditions under which it does. */
function* places(plan: Plan): Generator<{ table: string; written: boolean; condition: string }> {
  const table = plan['Relation Name'];
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Join Filter'].map((name) => plan[name]);
  if (table)
    yield { table, written: plan['Node Type'] === 'ModifyTable', condition: conditions.filter(Boolean).join(' ') };
  for (const below of plan.Plans ?? []) yield* places(below);
}

async function placesOf(text: string) {
  await client.query(`prepare looked_at as ${text}`);
  try {
    const { rows: prepared } = await client.query<{ n: number }>(
      `select cardinality(parameter_types) as n from pg_prepared_statements where name = 'looked_at'`,
    );
    const nulls = Array.from({ length: prepared[0]?.n ?? 0 }, () => 'null').join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json, verbose) execute looked_at${nulls && `(${nulls})`}`,
    );
    return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => [...places(Plan)]);
  } finally {
    await client.query('deallocate looked_at');
  }
}

/** PostgreSQL's own tables are nobody's. */
const isTenant = (table: string) => !GLOBAL_TABLES.includes(table) && !table.startsWith('pg_');

/** What is wrong with a statement of this scope, in words; empty where it keeps to it. */
function strays(scope: Scope, found: Awaited<ReturnType<typeof placesOf>>): string[] {
  const tables = new Set(found.map(({ table }) => table));
  const others = [...tables].filter((table) => !isTenant(table) && table !== ROOT);
  if (scope === 'global') return [...tables].filter(isTenant).map((table) => `it is global and touches ${table}`);
  const mixed = others.map((table) => `it touches ${table}, which belongs to no workspace`);
  if (scope === 'sweep') return mixed;
  const open = found
    .filter(({ table, written, condition }) => isTenant(table) && !written && !/\bworkspace_id\b/.test(condition))
    .map(({ table, condition }) => `it reads ${table} of all workspaces: ${condition || 'without a condition'}`);
  const roots = found
    .filter(({ table, written, condition }) => table === ROOT && !written && !/\bid = /.test(condition))
    .map(() => 'it reads workspaces but by their id');
  return [...mixed, ...open, ...roots];
}

test('each statement touches what its scope says, and a workspace’s reads each table by its workspace', async () => {
  const wrong: Record<string, string[]> = {};
  for (const [name, { scope, text }] of definedStatements) {
    // Of a test file that this process has run before, which makes a table of its own.
    if (/\btest_\w+/.test(text)) continue;
    const found = strays(scope, await placesOf(text));
    if (found.length > 0) wrong[name] = found;
  }
  expect(wrong).toEqual({});
  expect(definedStatements.size).toBeGreaterThan(0);
});

test.each<[Scope, string, string]>([
  ['tenant', 'select 1 from users where email = $1', 'it reads users of all workspaces'],
  [
    'tenant',
    'select 1 from users u join courses c on c.id = u.id where u.workspace_id = $1',
    'it reads courses of all',
  ],
  [
    'tenant',
    'select 1 from users u, identities i where u.workspace_id = $1 and i.email = u.email',
    'it touches identities',
  ],
  ['tenant', 'select 1 from workspaces where slug = $1', 'it reads workspaces but by their id'],
  [
    'tenant',
    'with gone as (delete from users where id = $1 returning id) select id from gone',
    'it reads users of all',
  ],
  ['sweep', 'select 1 from users u join identities i on i.email = u.email', 'it touches identities'],
  ['global', 'select 1 from identities i join users u on u.email = i.email', 'it is global and touches users'],
])('a %s statement is refused: %s', async (scope, text, complaint) => {
  expect(strays(scope, await placesOf(text)).join('\n')).toContain(complaint);
});

test('what says that it need not hold who asks does write, and to a workspace', () => {
  const declared = [...definedStatements].filter(([name, { unheld }]) => unheld && !name.startsWith('test-'));
  expect(declared.map(([name]) => name).toSorted()).toEqual([
    'add-ai-file-part',
    'add-recording-part',
    'apply-assignment-batch',
    'discard-ai-file',
    'discard-recording',
    'end-turn-of-chat',
    'record-ai-call',
    'take-turn-of-chat',
  ]);
  for (const [name, { scope, text, unheld }] of declared) {
    expect([name, scope, isWrite(text), unheld]).toEqual([name, 'tenant', true, expect.stringMatching(/^.{20,}\.$/)]);
  }
});

/** Who else may hand SQL to the database besides migrations, and why it cannot be a statement. */
const OTHERWISE: Record<string, string> = {
  'database/dialect.ts': 'Hands on what the ORM asks.',
  'database/statement.ts': 'This is where statements run.',
  'database/stream-rows.ts': 'A cursor of a statement.',
  'database/transaction.ts': 'Begin, commit and rollback.',
  'database/migrate.ts': 'Runs before there are tables.',
  'database/open.ts': 'Runs before there are tables.',
  'platform/live.ts': 'LISTEN, on a connection that is kept for it.',
};

test('nothing but a statement hands SQL to the database', () => {
  const sends =
    /\b(pool|client|connection|em|manager)\s*\.(query|execute|raw)\b|executeQuery|getKysely\(|createQueryBuilder/;
  const found = sources
    .filter(({ file }) => !/^database\/migrations\/|-fixture\.ts$/.test(file))
    .filter(({ text }) => sends.test(text))
    .map(({ file }) => file);
  expect(found.toSorted()).toEqual(Object.keys(OTHERWISE).toSorted());
});
