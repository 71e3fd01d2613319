import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doesSqlWrite } from '../src/database/statements/guarded-writes.ts';
import { definedStatements, type StatementScope } from '../src/database/statements/defined-statements.ts';
import { freshDatabaseUrl } from './database.ts';
import { GLOBAL_TABLES } from './tables.ts';

const SOURCES = path.join(import.meta.dirname, '../src');
const sources = globSync('**/*.ts', { cwd: SOURCES })
  .filter((file) => !/\.(test|deep)\.ts$/.test(file))
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

/** Workspaces that are elsewhere: each cross-tenant statement reads the list once and leaves them out. */
const MOVES = 'workspace_moves';

/** A place of a plan that reads or writes a table, with the conditions under which it does, its own and in joins. */
type Place = { table: string; alias: string; written: boolean; condition: string; joined: string };

type Plan = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; Plans?: Plan[]; [field: string]: unknown };

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter'];

function* places(plan: Plan, above = ''): Generator<Place> {
  const table = plan['Relation Name'];
  const condition = CONDITIONS.map((name) => plan[name])
    .filter((value) => typeof value === 'string')
    .join(' ');
  const joined = `${above} ${condition}`;
  if (table) {
    yield { table, alias: plan.Alias ?? table, written: plan['Node Type'] === 'ModifyTable', condition, joined };
  }
  for (const below of plan.Plans ?? []) yield* places(below, joined);
}

async function placesOf(text: string): Promise<Place[]> {
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

/** Sweeps that read several tables, or one twice, without tying them to each other, and why no row meets another's. */
const SIDE_BY_SIDE: Record<string, string> = {
  'count-due-work': 'Counts beside each other.',
  'doctor-jobs': 'Counts beside each other.',
  'find-due-mails': 'Goes on from one workspace to the next.',
  'workspaces-with-unnumbered-events': 'Goes on from one workspace to the next.',
};

/**
 * Returns the tenants' tables that a cross-tenant statement reads without tying them to a row of the same workspace,
 * besides the one it begins with: in the plan, or in the text where the plan looks it up in a hash, which says no
 * condition.
 */
function untied(text: string, found: Place[]): string[] {
  const read = found.filter(({ table, written }) => ![ROOT, MOVES].includes(table) && isTenant(table) && !written);
  const loose = read.filter(({ alias, joined }) => {
    const own = String.raw`\b${alias.replace(/_\d+$/, '')}(?:_\d+)?\.workspace_id\b`;
    const other = String.raw`"?\w+"?\.(?:workspace_id|id)\b`;
    return !new RegExp(`${own} = ${other}|${other} = ${own}`).test(`${joined} ${text}`);
  });
  const joinedOtherwise = loose.filter(({ alias, joined }) =>
    new RegExp(String.raw`\b${alias}\.\w+ = "?\w+"?\.\w|\w\.\w+ = ${alias}\.\w`).test(joined),
  );
  const wrong = joinedOtherwise.length > 0 ? joinedOtherwise : loose.slice(1);
  return wrong.map(({ table }) => `it reads ${table} beside other rows, and not by its workspace`);
}

/** Returns what is wrong with a statement of this scope, in words. */
function strays({ scope, text }: { scope: StatementScope; text: string }, found: Place[]): string[] {
  const tables = new Set(found.map(({ table }) => table));
  const others = [...tables].filter((table) => !isTenant(table) && table !== ROOT);
  if (scope === 'global') return [...tables].filter(isTenant).map((table) => `it is global and touches ${table}`);
  const mixed = others.map((table) => `it touches ${table}, which belongs to no workspace`);
  if (scope === 'cross_tenant') return [...mixed, ...untied(text, found)];
  const open = found
    .filter(({ table, written, condition }) => isTenant(table) && !written && !/\bworkspace_id\b/.test(condition))
    .map(({ table, condition }) => `it reads ${table} of all workspaces: ${condition || 'without a condition'}`);
  const roots = found
    .filter(({ table, written, condition }) => table === ROOT && !written && !/\bid = /.test(condition))
    .map(() => 'it reads workspaces but by their id');
  return [...mixed, ...open, ...roots];
}

// rules/workspaces 1
test('each statement touches what its scope says, and a workspace’s reads each table by its workspace', async () => {
  const wrong: Record<string, string[]> = {};
  for (const [name, { scope, text }] of definedStatements) {
    // Of a test file that this process has run before, which makes a table of its own.
    if (/\btest_\w+/.test(text)) continue;
    const found = strays({ scope, text }, await placesOf(text));
    if (found.length > 0) wrong[name] = found;
  }
  for (const name of Object.keys(SIDE_BY_SIDE)) {
    expect([name, wrong[name]]).toEqual([
      name,
      expect.arrayContaining([expect.stringContaining('not by its workspace')]),
    ]);
    delete wrong[name];
  }
  expect(wrong).toEqual({});
  expect(definedStatements.size).toBeGreaterThan(0);
});

/** Cross-tenant statements that concern workspaces that are elsewhere, too, and why they may. */
const ELSEWHERE_TOO: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^keys-in-use-/, 'Says which keys are in use, so that none is removed that a moving workspace still needs.'],
  [/^(secrets|secrets-under|hold-secret)-/, 'Looks for what a lost key sealed.'],
  [/^(next-secrets|hold-next-secrets|move-secrets|these-secrets)-/, 'Doesn’t run while a workspace moves.'],
  [/^remove-old-recordings$/, 'Removes what lock-old-recordings chose.'],
  [/^find-(webhook|drive|token)-workspace$/, 'Asked by the operator; the database refuses what is then written.'],
  [/^doctor-/, 'Figures for the operator.'],
  [/^demo-/, 'For links that open only what is served here.'],
];

// rules/workspaces 7
test('a cross-tenant statement leaves workspaces out that are elsewhere, or says why not', async () => {
  const { rows: functions } = await client.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const bodies = new Map(functions.map(({ name, body }) => [name, body]));
  const missing = [...definedStatements]
    .filter(([name, { scope }]) => scope === 'cross_tenant' && !name.startsWith('test-'))
    .filter(([, { text }]) => {
      const [, called] = /\bfrom (claim_\w+)\(/.exec(text) ?? [];
      return !`${text} ${bodies.get(called ?? '')}`.match(/workspace_moves|is_away/);
    })
    .map(([name]) => name);
  expect(missing.filter((name) => !ELSEWHERE_TOO.some(([listed]) => listed.test(name)))).toEqual([]);
  for (const [listed] of ELSEWHERE_TOO) expect(missing.filter((name) => listed.test(name))).not.toEqual([]);
  const unfiltered = sources.filter(({ text }) => /filters: (false|\{ workspace: false)/.test(text));
  // It looks for moves.
  expect(unfiltered.map(({ file }) => file).toSorted()).toEqual(['features/workspaces/moves/find-move.ts']);
});

test.each<[StatementScope, string, string]>([
  ['tenant', 'select 1 from users where email = $1', 'it reads users of all workspaces'],
  [
    'tenant',
    'select 1 from users u join courses c on c.id = u.id where u.workspace_id = $1',
    'it reads courses of all',
  ],
  [
    'tenant',
    'select 1 from users u, directory.identities i where u.workspace_id = $1 and i.email = u.email',
    'it touches identities',
  ],
  ['tenant', 'select 1 from workspaces where slug = $1', 'it reads workspaces but by their id'],
  [
    'tenant',
    'with gone as (delete from users where id = $1 returning id) select id from gone',
    'it reads users of all',
  ],
  ['cross_tenant', 'select 1 from users u join directory.identities i on i.email = u.email', 'it touches identities'],
  ['cross_tenant', 'select 1 from users u join courses c on c.id = u.id', 'and not by its workspace'],
  ['cross_tenant', 'select 1 from users u join users v on v.email = u.email', 'it reads users beside other rows'],
  [
    'cross_tenant',
    `select 1 from courses c join users u on u.workspace_id = c.workspace_id where exists (
       select from departments d where d.id = c.id)`,
    'and not by its workspace',
  ],
  [
    'global',
    'select 1 from directory.identities i join users u on u.email = i.email',
    'it is global and touches users',
  ],
])('a %s statement is refused: %s', async (scope, text, complaint) => {
  expect(strays({ scope, text }, await placesOf(text)).join('\n')).toContain(complaint);
});

/** Statements that a standby refuses, or does only for itself. */
const NOT_ON_STANDBYS =
  /\b(nextval|setval|pg_notify|pg_(try_)?advisory\w*|guard_\w+|\w+_lock|for (no key )?(update|share)|temp)\b/i;

/** Tables that decide who may do how much. */
const DECIDING = /token|session|identit|rate_|idempotency|secret|key/;

// rules/operation 15
test('a statement for replicas reads a workspace’s rows only, none that decide who may do how much, and no more than reads', async () => {
  const declared = [...definedStatements].filter(([name, { replica }]) => replica && !name.startsWith('test-'));
  expect(declared.length).toBeGreaterThan(20);
  for (const [name, { scope, text }] of declared) {
    expect([name, scope, NOT_ON_STANDBYS.exec(text)?.[0]]).toEqual([name, 'tenant', undefined]);
    const tables = (await placesOf(text)).map(({ table }) => table);
    expect([name, tables.filter((table) => DECIDING.test(table))]).toEqual([name, []]);
    await client.query('begin read only');
    await client.query(`prepare looked_at as ${text}`);
    const { rows } = await client.query<{ n: number }>(
      `select cardinality(parameter_types) as n from pg_prepared_statements where name = 'looked_at'`,
    );
    const nulls = Array.from({ length: rows[0]?.n ?? 0 }, () => 'null').join(', ');
    await client.query(`execute looked_at${nulls && `(${nulls})`}`);
    await client.query('rollback; deallocate looked_at');
  }
});

test('what says that it need not hold who asks does write, and to a workspace', () => {
  const declared = [...definedStatements].filter(([name, { unguarded }]) => unguarded && !name.startsWith('test-'));
  expect(declared.map(([name]) => name).toSorted()).toEqual([
    'add-document-part',
    'add-recording-part',
    'add-upload-part',
    'apply-assignment-batch',
    'claim-chat-channel',
    'discard-document',
    'discard-recording',
    'discard-upload',
    'record-ai-call',
  ]);
  for (const [name, { scope, text, unguarded }] of declared) {
    expect([name, scope, doesSqlWrite(text), unguarded]).toEqual([
      name,
      'tenant',
      true,
      expect.stringMatching(/^.{20,}\.$/),
    ]);
  }
});

/**
 * The database's own functions that statements may call, by what they touch: the workspace of their first parameter,
 * all workspaces, only tables of no workspace, or nothing but what they are given. Plans do not look into them.
 */
const FUNCTIONS: Record<string, 'workspace' | 'cross_tenant' | 'global' | 'given'> = {
  after_quiet_hours: 'given',
  analyse_enrollments: 'cross_tenant',
  apply_assignments: 'workspace',
  assignments_lock: 'given',
  claim_ai_job: 'cross_tenant',
  claim_webhook_deliveries: 'cross_tenant',
  content_hash: 'given',
  enrollment_counts: 'given',
  extended_due: 'given',
  guard_token: 'workspace',
  guard_user: 'workspace',
  is_time_zone: 'given',
  item_hash: 'given',
  item_words_hash: 'given',
  last_done_cycle: 'workspace',
  make_room_for_cycle: 'workspace',
  managers_lock: 'given',
  manages: 'workspace',
  missing_modules: 'workspace',
  must_be_here: 'workspace',
  named_suggestions: 'given',
  new_id: 'given',
  newest_certificate: 'workspace',
  next_local_time: 'given',
  owe_again: 'workspace',
  people_of: 'workspace',
  people_to_reassign: 'workspace',
  plan_assignments: 'workspace',
  publish: 'global',
  recompute_cycles: 'workspace',
  source_items: 'given',
  start_of_day: 'given',
  team_of: 'workspace',
  to_iso: 'given',
  user_lock: 'given',
  working_days: 'given',
};

test('only the statement that sends changed topics notifies, since a commit with NOTIFY locks out all others', async () => {
  const notifying = [...definedStatements].filter(([, { text }]) => /\bpg_notify\b/i.test(text));
  expect(notifying.map(([name]) => name)).toEqual(['send-changed-topics']);
  const files = sources.filter(({ text }) => /\bpg_notify\b|['"`]notify \w/i.test(text)).map(({ file }) => file);
  expect(files).toEqual(['platform/topic-changes.ts']);
  const { rows } = await client.query(
    `select proname from pg_proc
     where pronamespace = 'public'::regnamespace and prosrc ~* '\\mpg_notify\\M|\\mnotify\\s+\\w+'`,
  );
  expect(rows).toEqual([]);
});

test('statements call those functions of the database that are listed, which keep to the workspace too', async () => {
  const { rows } = await client.query<{ name: string; first: string; text: string }>(
    `select proname as name, split_part(pg_get_function_arguments(oid), ',', 1) as first,
       pg_get_functiondef(oid) as text
     from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype and prokind = 'f'`,
  );
  const statements = [...definedStatements].filter(([name]) => !name.startsWith('test-'));
  const callersOf = (name: string) =>
    statements.filter(([, { text }]) => new RegExp(String.raw`\b${name}\s*\(`).test(text));
  const called = rows.filter(({ name }) => callersOf(name).length > 0);
  expect(called.map(({ name }) => name).toSorted()).toEqual(Object.keys(FUNCTIONS));
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const touching = (names: string[]) => new RegExp(String.raw`\b(?:from|join|update|into)\s+(?:${names.join('|')})\b`);
  const touches = touching(tables.map(({ name }) => name));
  const touchesTenants = touching(tables.map(({ name }) => name).filter(isTenant));
  for (const { name, first, text } of called) {
    if (FUNCTIONS[name] === 'given') expect([name, touches.test(text)]).toEqual([name, false]);
    if (FUNCTIONS[name] === 'global') expect([name, touchesTenants.test(text)]).toEqual([name, false]);
    if (FUNCTIONS[name] !== 'workspace') continue;
    // The workspace itself, or rows that have it.
    expect([name, first]).toEqual([
      name,
      expect.stringMatching(/^(?:(?:workspace|ws) uuid|rules? assignments(?:\[\])?)$/),
    ]);
    expect([name, text]).toEqual([name, expect.stringMatching(/\bworkspace_id = /)]);
  }
  const sweeping = called
    .filter(({ name }) => FUNCTIONS[name] === 'cross_tenant')
    .flatMap(({ name }) => callersOf(name));
  expect(sweeping.filter(([, { scope }]) => scope === 'tenant').map(([name]) => name)).toEqual([]);
});

/** Other files that may hand SQL to the database besides migrations, and why it can't be a statement. */
const OTHERWISE: Record<string, string> = {
  'database/orm.ts': 'Hands on what the ORM asks.',
  'database/statements/statement.ts': 'This is where statements run.',
  'features/workspaces/moves/move-database-connection.ts': 'Names tables, publications and triggers of two databases.',
  'core/transaction.ts': 'Begin, commit and rollback.',
  'database/statements/shard-hint.ts': 'Begins a transaction.',
  'database/schema/migrate.ts': 'Runs before there are tables.',
  'app/open-database.ts': 'Runs before there are tables.',
  'database/statements/trace-queries.ts': 'Hands on what others send.',
  'platform/topic-changes.ts': 'LISTEN, on a connection that is kept for it.',
  'database/schema/sql-objects.ts': 'runs the files of functions and triggers',
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
