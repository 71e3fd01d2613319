import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PERMISSIONS, reachOf, Role, type Permission, type Reach } from '@training/shared/permissions';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const OTHERS = new Set(['node_modules', 'dist', 'test-results']);
const list = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => OTHERS.has(path.basename(name)) }).sort();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Numbers of the rules of each page: list items and rows of tables that begin with one, at the margin. */
const rules = new Map(
  list('docs/rules/*.md').map((file) => {
    const numbers = [...read(file).matchAll(/^(?:\| )?(\d+)(?:\.| \|)/gm)].map(([, number]) => Number(number));
    return [path.basename(file, '.md'), numbers];
  }),
);

/** `rules/users 3`, `rules/review 1 and 2`, `rules/review 3 to 12`, or a whole page. */
const CITATION = /\brules\/([a-z-]+)(?!\.test|[\w./-]*\.md)((?: \d+(?:(?:, | and | to )\d+)*)?)/g;

test('every rule that the source cites exists', () => {
  const dangling: string[] = [];
  const cited: string[] = [];
  for (const file of list('{server,shared,web,scripts,docs}/**/*.{ts,tsx,mjs,css,md}')) {
    const text = read(file);
    // What a newcomer has no copy of.
    dangling.push(...[...text.matchAll(/\b(?:decisions §|specification )\d\S*/gi)].map(([old]) => `${file}: ${old}`));
    for (const [citation, page, numbers] of text.matchAll(CITATION)) {
      cited.push(citation);
      const known = rules.get(page ?? '');
      const named = [...(numbers ?? '').matchAll(/\d+/g)].map(([number]) => Number(number));
      if (!known || named.some((number) => !known.includes(number))) dangling.push(`${file}: ${citation}`);
    }
  }
  expect(dangling).toEqual([]);
  expect(cited.length).toBeGreaterThan(100);
});

/** Rules that no test of ours can prove, and what does. */
const PROVED_ELSEWHERE = {
  'operation 1': 'a run of both commands on a clean clone',
  'roles 5': 'the types: only `can` builds procedures of a workspace',
  'values 7': 'reviews; what is public is frozen by name',
};

test('every rule has a test that cites it', () => {
  const script = path.join(root, 'scripts/rules.mjs');
  const missing = execFileSync(process.execPath, [script, '--missing'], { encoding: 'utf8' }).trim().split('\n');
  expect(missing).toEqual(Object.keys(PROVED_ELSEWHERE));
});

/** A tool wants them on one line, or nothing breaks them. */
const IS_LONG = /oxlint-disable|https?:\/\/\S{80}/;

test('comments keep within 120 characters a line', () => {
  const isComment = (line: string) => /^\s*(?:\/\/|\/\*|\* )/.test(line);
  const tooLong = list('{server/{src,test,bench,hostile,evaluate},shared,web,scripts}/**/*.{ts,tsx,mjs,css}').flatMap(
    (file) =>
      read(file)
        .split('\n')
        .flatMap((line, place) =>
          isComment(line) && line.length > 120 && !IS_LONG.test(line) ? [`${file}:${place + 1}`] : [],
        ),
  );
  expect(tooLong).toEqual([]);
});

test('the rules of each page are numbered in order, each number once', () => {
  for (const [page, numbers] of rules) {
    expect(numbers, page).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size, page).toBe(numbers.length);
  }
});

const WORDS: Record<Reach, string> = {
  own: 'own',
  department: 'department',
  workspace: '✓',
  with_reason: 'with a reason',
  status: 'status',
};

// rules/roles 1
test('the table of roles says what the permissions say', () => {
  const permissions = Object.keys(PERMISSIONS).filter((name): name is Permission => name in PERMISSIONS);
  const rows = permissions.map((permission) => {
    const cells = Role.options.map((role) => {
      const reach = reachOf(role, permission);
      return reach ? WORDS[reach] : '–';
    });
    return `   | \`${permission}\` | ${cells.join(' | ')} |`;
  });
  const written = read('docs/rules/roles.md').split('\n');
  expect(written.filter((line) => /^ {3}\| `\w+:\w+`/.test(line))).toEqual(rows);
});

test('the table of transitions has the codes of the workflow', () => {
  const codes = [...read('docs/rules/review.md').matchAll(/\b\d{3} `(\w+)`/g)].map(([, code]) => code);
  expect(
    read('shared/src/errors.ts')
      .match(/^ {2}\w+(?=: \{)/gm)
      ?.map((code) => code.trim()),
  ).toEqual(expect.arrayContaining(codes));
});
