// Lists for each rule of docs/rules the tests that cite it, in a comment above the test: `// rules/tokens 7`. With
// --missing, only the rules that no test of `npm test` cites.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const SKIPPED = new Set(['node_modules', 'dist', 'test-results']);
export const list = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => SKIPPED.has(path.basename(name)) }).sort();
export const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Numbers of the rules of each page: list items and rows of tables that begin with one, at the margin. */
export const rules = new Map(
  list('docs/rules/*.md').map((file) => {
    const numbers = [...read(file).matchAll(/^(?:\| )?(\d+)(?:\.| \|)/gm)].map(([, number]) => Number(number));
    return [path.basename(file, '.md'), numbers];
  }),
);

/** `rules/users 3`, `rules/review 1 and 2`, `rules/review 3 to 12`, or a whole page. */
export const CITATION = /\brules\/([a-z-]+)(?!\.test|[\w./-]*\.md)((?: \d+(?:(?:, | and | to )\d+)*)?)/g;

/** Returns the numbers of ` 3`, ` 1, 2 and 4` or ` 3 to 6`; none of a whole page. */
export function numbersOf(cited: string): number[] {
  if (cited === '') return [];
  return cited.split(/, | and /).flatMap((part) => {
    const [first = 0, last = first] = part.split(' to ').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}

/** A test that cites a rule; `npm test` runs it unless it is deep. */
interface Citing {
  test: string;
  isDeep: boolean;
}

const IS_DEEP = /\btags?: (?:\[?'@?deep'|tag\b)/;

/** Returns the tests that cite each rule, by `page number`. */
export function testsOfRules(): Map<string, Citing[]> {
  const tests = new Map(
    [...rules].flatMap(([page, numbers]) => numbers.map((number): [string, Citing[]] => [`${page} ${number}`, []])),
  );
  for (const file of list('{server,web,shared}/**/*.{test,deep,spec}.{ts,tsx}')) {
    const lines = read(file).split('\n');
    for (const [at, line] of lines.entries()) {
      for (const [, page, cited = ''] of line.matchAll(CITATION)) {
        const below = lines.slice(at);
        const head = below.slice(
          Math.max(
            0,
            below.findIndex((each) => /\b(test|it|describe)\b.*\(/.test(each)),
          ),
        );
        const name = /['"`](.+?)['"`]/.exec(head[0] ?? '')?.[1] ?? `line ${at + 1}`;
        const isDeep = /\.deep\./.test(file) || IS_DEEP.test(head.slice(0, 4).join('\n').split('=>', 1)[0] ?? '');
        for (const number of numbersOf(cited))
          tests.get(`${page} ${number}`)?.push({ test: `${file}: ${name}`, isDeep });
      }
    }
  }
  return tests;
}

if (import.meta.main) {
  const onlyMissing = process.argv.includes('--missing');
  for (const [rule, citing] of testsOfRules()) {
    if (onlyMissing && citing.some(({ isDeep }) => !isDeep)) continue;
    console.log(`${rule}${citing.length === 0 && !onlyMissing ? ': no test' : ''}`);
    for (const { test, isDeep } of citing) console.log(`  ${test}${isDeep ? ' (deep)' : ''}`);
  }
}
