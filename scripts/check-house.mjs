// Prints figures of how the code is named and laid out, and fails where one is above its ceiling. Each figure's
// definition stands beside it. A change that lowers a figure lowers its ceiling too.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'test-results']);
const list = (pattern) => globSync(pattern, { cwd: root, exclude: (name) => SKIPPED.has(path.basename(name)) }).sort();

const files = new Map(
  list('{server,shared,web,scripts}/**/*.{ts,tsx,mjs}').map((file) => [
    file,
    readFileSync(path.join(root, file), 'utf8'),
  ]),
);
const isTest = (file) => /\.(test|deep)\.tsx?$|-fixture\.tsx?$|^server\/test\/|^web\/(e2e|test)\//.test(file);
/** Grows by a file with each change of the schema. */
const MIGRATIONS = 'server/src/database/migrations';
const isMigration = (file) => file.startsWith(`${MIGRATIONS}/`);
const isSource = (file) => /^(server|shared|web)\/src\//.test(file) && !isTest(file);
const sources = [...files].filter(([file]) => isSource(file));

/** The verbs and nouns of a private vocabulary, as the first or last word of a name. */
const PRIVATE = [
  'keep',
  'see',
  'look',
  'tell',
  'told',
  'hold',
  'held',
  'ring',
  'bell',
  'turn',
  'lose',
  'leave',
  'settle',
];
const wordsOf = (name) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/);
const beginsPrivately = (name) => PRIVATE.some((verb) => [verb, `${verb}s`].includes(wordsOf(name)[0] ?? ''));

/** Relative words and prepositions with which a docstring leaves the reader waiting for its verb. */
const WAITING =
  /^(what|whatever|how|whether|where|wherever|who|whoever|whose|whom|when|whenever|why|which|as|at|by|for|from|in|of|on|to|with|without|under|until|after|before|so|if|that)\b/i;
const docstrings = [...files.values()].flatMap((text) =>
  [...text.matchAll(/\/\*\*\s+(?:\* ?)?([^\s*@][^\n]*)/g)].map(([, words]) => words),
);

const exportsOf = (text) =>
  [
    ...text.matchAll(
      /^export (?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm,
    ),
  ].map(([, name]) => name);
/** Names that stand more than once; a value and a type of one name in one file are one. */
const twice = (entries) => {
  const places = new Map();
  for (const [name, place] of entries) places.set(name, (places.get(name) ?? new Set()).add(place));
  return [...places].filter(([, found]) => found.size > 1).map(([name, found]) => `${name} ×${found.size}`);
};
const counted = (names) => names.reduce((counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1), new Map());
const serverSources = sources.filter(([file]) => file.startsWith('server/') && !isMigration(file));

const LEASE = /\b(lease_until|leased_until|polling_until|turn_until|leaseUntil|leasedUntil|pollingUntil|turnUntil)\b/;
const FUNCTION = /create (?:or replace )?function\s+(?:public\.)?(\w+)/gi;
const functionsIn = (pattern) =>
  list(pattern).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(FUNCTION)].map(([, name]) => name),
  );
const inMigrations = functionsIn('server/src/database/migrations/*.{ts,sql}');
const definitions = new Map();
for (const name of [...inMigrations, ...functionsIn('server/src/database/sql/**/*.sql')]) {
  definitions.set(name, (definitions.get(name) ?? 0) + 1);
}

/**
 * Left and right in styles, which stay where they are in languages from right to left: properties of a side,
 * shorthands with two different sides, and Mantine's.
 */
const FIXED_SIDE =
  /^ *(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right|float|text-align): *(?:left|right|[\d-])|border-radius:(?: +[^; ]+){3}|(?:inset|margin|padding): *(?:\S+) +(\S+) +\S+ +(?!\1;)\S+;)/m;
const inStyles = list('web/src/**/*.css').map((file) => [file, readFileSync(path.join(root, file), 'utf8')]);
const fixedSides = [
  ...inStyles.filter(([, text]) => FIXED_SIDE.test(text)),
  ...sources.filter(([file, text]) => file.endsWith('.tsx') && /^ *(?:<\w.*)? ?[mp][lr]=["{]/m.test(text)),
].map(([file]) => file);

const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

const byEntityManager = new Set(
  serverSources.flatMap(([, text]) =>
    [
      ...text.matchAll(
        /(?:\bexpires|\.(?:create|insert|find|findOne|findOneOrFail|findAll|findAndCount|count|upsert|upsertMany|insertMany|nativeInsert|nativeUpdate|nativeDelete|getReference|assign|createQueryBuilder))\(\s*([A-Z]\w*Entity)\b/g,
      ),
    ].map(([, entity]) => entity),
  ),
);
const WRITE = /\b(?:insert into [a-z_]+|delete from [a-z_]+|update [a-z_]+ (?:as )?(?:\w+ )?set)\b/g;
/** A move writes to two databases, by names that no statement has. */
const isOfMove = (file) => file.startsWith('server/src/features/workspaces/moves/');

const writes = serverSources
  .filter(([file]) => !isOfMove(file))
  .reduce((sum, [, text]) => sum + [...withoutComments(text).matchAll(WRITE)].length, 0);

const percent = (part, whole) => Math.round((part / whole) * 100);

/** name, figure, ceiling, examples of what counts. */
/** @type {[name: string, found: unknown[] | number, ceiling: number][]} */
const figures = [
  [
    'docstrings that begin with a relative word or preposition, %',
    percent(docstrings.filter((words) => WAITING.test(words)).length, docstrings.length),
    4,
  ],
  ['files named by private verbs', sources.map(([file]) => path.basename(file)).filter(beginsPrivately), 0],
  ['exports named by private verbs', sources.flatMap(([, text]) => exportsOf(text)).filter(beginsPrivately), 0],
  [
    'file names that stand twice on the server',
    twice(
      serverSources
        .filter(([file]) => !/(^|\/)(router|index)\.ts$/.test(file))
        .map(([file]) => [path.basename(file), file]),
    ),
    1,
  ],
  [
    'exported names that stand twice on the server',
    twice(serverSources.flatMap(([file, text]) => exportsOf(text).map((name) => [name, file]))),
    0,
  ],
  // As a rule. Five are smaller: catalog, search, identity providers, the API's reference and the sentences of events
  // would gain nothing from a neighbour. A folder of the contract is as small as its feature's.
  [
    'folders with fewer than 4 or more than 24 source files',
    [...counted(sources.map(([file]) => path.dirname(file)).filter((folder) => !folder.startsWith('shared/')))]
      .filter(([folder, size]) => (size < 4 || size > 24) && !['web/src', MIGRATIONS].includes(folder))
      .map(([folder, size]) => `${folder} ${size}`),
    5,
  ],
  [
    'files that name a lease column outside the queue',
    sources
      .filter(
        ([file, text]) => !isMigration(file) && !file.startsWith('server/src/platform/queue/') && LEASE.test(text),
      )
      .map(([file]) => file),
    0,
  ],
  ['files with a left or right in their styles', fixedSides, 0],
  ['SQL functions defined in dated migrations', inMigrations, 0],
  [
    'SQL functions defined more than once',
    [...definitions].filter(([, times]) => times > 1).map(([name, times]) => `${name} ×${times}`),
    0,
  ],
  [
    'entities without a use by an entity manager',
    [
      ...new Set(
        serverSources.flatMap(([, text]) =>
          [...text.matchAll(/export class (\w+Entity)\b|export const (\w+Entity) =/g)].map(([, a, b]) => a ?? b),
        ),
      ),
    ].filter((entity) => !byEntityManager.has(entity)),
    30,
  ],
  // Should rise, so it has no ceiling.
  ['entities read or written by an entity manager', byEntityManager.size, Infinity],
  ['writes by hand-written SQL', writes, 120],
];

const shown = process.argv.includes('--list');
let failed = false;
for (const [name, found, ceiling] of figures) {
  const figure = Array.isArray(found) ? found.length : found;
  const isAbove = figure > ceiling;
  failed ||= isAbove;
  console.log(`${String(figure).padStart(7)}  ${name}${isAbove ? `: above ${ceiling}` : ''}`);
  if (Array.isArray(found) && (shown || isAbove)) console.log(`         ${found.join(', ')}`);
}
process.exitCode = failed ? 1 : 0;
