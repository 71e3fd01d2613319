// Lists for each rule of docs/rules the tests that cite it, in a comment above the test: `// rules/tokens 7`. With
// --missing, only the rules that no test cites.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SKIPPED = new Set(['node_modules', 'dist', 'test-results']);
const list = (pattern) => globSync(pattern, { cwd: root, exclude: (name) => SKIPPED.has(path.basename(name)) }).sort();
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** Tests that cite a rule, by `page number`. */
const tests = new Map();
for (const file of list('docs/rules/*.md')) {
  const page = path.basename(file, '.md');
  for (const [, number] of read(file).matchAll(/^(?:\| )?(\d+)(?:\.| \|)/gm)) tests.set(`${page} ${number}`, []);
}

const CITATION = /\brules\/([a-z-]+) (\d+(?:(?:, | and | to )\d+)*)/g;

/** Returns the numbers of `3`, `1, 2 and 4` or `3 to 6`. */
function numbersOf(cited) {
  return cited.split(/, | and /).flatMap((part) => {
    const [first, last = first] = part.split(' to ').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}

for (const file of list('{server,web,shared}/**/*.{test,deep,spec}.{ts,tsx}')) {
  const lines = read(file).split('\n');
  for (const [at, line] of lines.entries()) {
    for (const [, page, cited] of line.matchAll(CITATION)) {
      // The test below the comment, or the line itself where the citation stands in a name.
      const below = lines.slice(at).find((each) => /\b(test|it|describe)\b.*\(/.test(each)) ?? '';
      const name = /['"`](.+?)['"`]/.exec(below)?.[1] ?? `line ${at + 1}`;
      for (const number of numbersOf(cited)) tests.get(`${page} ${number}`)?.push(`${file}: ${name}`);
    }
  }
}

const onlyMissing = process.argv.includes('--missing');
for (const [rule, citing] of tests) {
  if (onlyMissing) {
    if (citing.length === 0) console.log(rule);
    continue;
  }
  console.log(`${rule}${citing.length === 0 ? ': no test' : ''}`);
  for (const each of citing) console.log(`  ${each}`);
}
