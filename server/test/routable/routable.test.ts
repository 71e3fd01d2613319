import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { GLOBAL_ENTITIES } from '../../src/database/schema/entities.ts';
import { definedStatements } from '../../src/database/statements/defined-statements.ts';
import { freshDatabase } from '../database.ts';
import { OF_WORKSPACE, parsed } from './parsed-statement.ts';
import { route } from './route.ts';

const SOURCES = path.join(import.meta.dirname, '../../src');
const sources = globSync('**/*.ts', { cwd: SOURCES })
  .filter((file) => !/\.(test|deep)\.ts$|-fixture\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(SOURCES, file), 'utf8') }));

beforeAll(async () => {
  for (const { file, text } of sources) if (text.includes('defineStatement({')) await import(path.join(SOURCES, file));
});

const ofScope = (scope: string) =>
  [...definedStatements].filter(([name, each]) => each.scope === scope && !name.startsWith('test-'));

/** Advisory locks of no workspace, and why: each database has its own. */
const GLOBAL_LOCKS: Record<string, string> = {
  claim_ai_job: 'Counts jobs in progress, of all workspaces, before it claims one.',
  claim_webhook_deliveries: 'Counts deliveries in progress, of all endpoints, before it claims some.',
  'serialize-intake': 'Its keys are salted with the workspace, in a transaction of it.',
  PREPARE_LOCK: 'One instance migrates the database.',
};

/** Workspaces that a statement names, by the names of the parameters or by values. */
const workspacesOf = ({ text, names }: { text: string; names: readonly string[] }) => [
  ...new Set(parsed(text).keys.map((key) => ('parameter' in key ? names[key.parameter - 1]! : key.value))),
];

// rules/operation 16
test('each statement of a workspace names it once, by a parameter, where PostgreSQL’s own parser finds it', () => {
  const tenant = ofScope('tenant');
  expect(tenant.length).toBeGreaterThan(500);
  const wrong = tenant.filter(([, each]) => workspacesOf(each).join() !== 'workspaceId');
  expect(wrong.map(([name, { text }]) => [name, text])).toEqual([]);
});

// rules/operation 16
test('what the server takes for visible in the text of a read is what the parser finds', () => {
  const reads = ofScope('tenant').filter(([, each]) => each.showsWorkspace);
  expect(reads.length).toBeGreaterThan(250);
  for (const [name, { text }] of reads) {
    const { keys, kinds, writes } = parsed(text);
    expect([name, kinds, writes, keys.some(({ isSeen }) => isSeen)]).toEqual([name, ['SelectStmt'], false, true]);
  }
});

test.each([
  ['select 1 from users where email = $1', []],
  ['select 1 from users where workspace_id = $1 or workspace_id = $2', ['one', 'other']],
  [
    `select 1 from users where workspace_id = '01970000-0000-7000-8000-000000000000'`,
    [expect.stringContaining('0197')],
  ],
  ['select 1 from users u join workspaces w on w.id = u.workspace_id where w.id = $2::uuid', ['other']],
  ['select 1 from workspaces w join users u on u.id = $1', []],
  ['insert into users (email, workspace_id) values ($1, $2)', ['other']],
  ['insert into users (workspace_id, id) select $1, id from users', ['one']],
  ['select guard_user($2, $1)', ['other']],
  ['select to_iso($1)', []],
  [`select pg_advisory_xact_lock(hashtextextended('what ' || $2::text, 0))`, ['other']],
])('the workspaces of: %s', (text, found) => {
  expect(workspacesOf({ text, names: ['one', 'other'] })).toEqual(found);
});

const isDirectory = (table: string) =>
  GLOBAL_ENTITIES.some(({ meta }) => meta.schema === 'directory' && meta.tableName === table);

// rules/operation 16
test('what belongs to no workspace is named with its schema, and no statement touches both', () => {
  for (const [name, { scope, text }] of definedStatements) {
    const { directory, tables } = parsed(text);
    expect([name, tables.filter(isDirectory)]).toEqual([name, []]);
    if (name !== 'count-due-work' && directory.length > 0) expect([name, scope, tables]).toEqual([name, 'global', []]);
  }
});

/** Statements that requests ask all databases, and why their rows together are the right answer. */
const OF_REQUESTS: Record<string, string> = {
  'find-drive-channel': 'One row, by an id.',
  'find-pushed-drive': 'One row, by an id.',
  'find-membership': 'One row, by the slug of a workspace.',
  'find-moved-token': 'One row, by the hash of a token.',
  'find-token': 'One row, by the hash of a token.',
  'find-workspace': 'One row, by the slug of a workspace.',
  'first-two-workspaces': 'Whether there are two.',
  'list-memberships': 'All rows; the server sorts them.',
  'list-moved-memberships': 'All rows; the server sorts them.',
  'members-by-email': 'A set.',
  'secrets-under-provider_keys.sealed': 'Whether a key opens one of them.',
};

// rules/operation 16
test.each(Object.entries(OF_REQUESTS))('rows of several databases can be merged for %s: %s', (name) => {
  const { text, scope } = definedStatements.get(name)!;
  expect(scope).not.toBe('tenant');
  expect(route({ text, valueOf: () => null, databaseOf: () => 0, transaction: undefined })).toBe('all');
});

// rules/operation 16
test('no statement leaves a state in its session, and none is several', () => {
  for (const [name, { text }] of definedStatements) {
    const { kinds, functions, setting } = parsed(text);
    expect([name, kinds.length, setting?.isLocal ?? true]).toEqual([name, 1, true]);
    const sessions = functions.filter((each) => /^pg_(try_)?advisory_(?!xact)|^set_config$/.test(each));
    expect([name, sessions]).toEqual([name, name === 'why-unwritable' ? ['set_config', 'set_config'] : []]);
    expect([name, /\b(temp|temporary) table\b|\blisten\b|\bprepare\b/i.test(text)]).toEqual([name, false]);
  }
  const several = /query\(\s*['"`](begin|set|select|commit)[^'"`]*;\s*\w/;
  const files = sources.filter(({ text }) => several.test(text)).map(({ file }) => file);
  // It works on one database, before the server serves.
  expect(files).toEqual(['database/schema/sql-objects.ts']);
});

// rules/operation 16
test('an advisory lock belongs to a workspace, or is listed', async () => {
  const locking = [...definedStatements].filter(([name, { text }]) => {
    const { functions } = parsed(text);
    return functions.some((each) => each.includes('advisory')) && !name.startsWith('test-');
  });
  expect(locking.length).toBeGreaterThan(10);
  const loose = locking.filter(([, { scope, names, text }]) =>
    scope === 'tenant' ? workspacesOf({ text, names })[0] !== 'workspaceId' : true,
  );
  const db = await freshDatabase();
  const { rows } = await db.pool.query<{ name: string; text: string }>(
    `select proname as name, prosrc as text from pg_proc
     where pronamespace = 'public'::regnamespace and prosrc ~ 'pg_(try_)?advisory'`,
  );
  await db.close();
  // The id of a person or token is of one workspace only.
  const functions = rows.filter(({ text }) => !/\((user|token|assignments)_lock\(/.test(text));
  const found = [...loose, ...functions.map(({ name }) => [name] as const)].map(([name]) => name);
  expect([...found, 'PREPARE_LOCK'].toSorted()).toEqual(Object.keys(GLOBAL_LOCKS).toSorted());
});

// rules/operation 16
test('no table of ours has a sequence or an identity column, and functions of a workspace take it first', async () => {
  const db = await freshDatabase();
  const { rows: sequences } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace::regnamespace::text in ('public', 'directory')`,
  );
  // Of the list of migrations, which each database has.
  expect(sequences).toEqual([{ name: 'migrations_id_seq' }]);
  const { rows: functions } = await db.pool.query<{ name: string; first: string }>(
    `select proname as name, split_part(pg_get_function_arguments(oid), ',', 1) as first from pg_proc
     where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [OF_WORKSPACE],
  );
  expect(functions.map(({ name }) => name).toSorted()).toEqual([...OF_WORKSPACE].toSorted());
  for (const { name, first } of functions) {
    expect([name, first]).toEqual([name, expect.stringMatching(/^(workspace|ws) uuid$|assignments/)]);
  }
  await db.close();
});
