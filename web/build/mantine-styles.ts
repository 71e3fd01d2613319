import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const OURS = path.resolve(import.meta.dirname, '../src/shell/mantine.css');
const ALL = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
const SINGLE = path.join(path.dirname(ALL), 'styles');
/** For every page, whatever it has. */
const ALWAYS = new Set(['baseline.css', 'global.css']);

/** The build fails where a component's style is missing, or one is there that no component has. */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const code = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output.code] : []));
      const needed = stylesOf(code.join('\n'));
      const found = [...readFileSync(OURS, 'utf8').matchAll(/@import '@mantine\/core\/styles\/([^']+)'/g)];
      const wrong = differenceOf(
        needed,
        found.map(([, file = '']) => file),
      );
      if (wrong !== null) this.error(`src/shell/mantine.css ${wrong}`);
    },
  };
}

/** What the first must have is told by the classes in the code: each is of one file. In Mantine's own order. */
export function stylesOf(code: string): string[] {
  const used = new Set(code.match(/\bm_[\da-f]+\b/g));
  const all = readFileSync(ALL, 'utf8');
  return readdirSync(SINGLE)
    .filter((file) => file.endsWith('.css') && !file.endsWith('.layer.css'))
    .map((file) => ({ file, text: readFileSync(path.join(SINGLE, file), 'utf8') }))
    .filter(({ file, text }) => ALWAYS.has(file) || classesOf(text).some((each) => used.has(each)))
    .toSorted((one, other) => all.indexOf(one.text.trim()) - all.indexOf(other.text.trim()))
    .map(({ file }) => file);
}

const classesOf = (text: string) => [...text.matchAll(/\.(m_[\da-f]+)/g)].map(([, name = '']) => name);

/** In words that end the sentence "src/shell/mantine.css …", or null. */
export function differenceOf(needed: string[], found: string[]): string | null {
  const missing = needed.filter((file) => !found.includes(file));
  if (missing.length > 0) return `lacks ${missing.join(', ')}; have these, in this order: ${needed.join(', ')}`;
  const idle = found.filter((file) => !needed.includes(file));
  if (idle.length > 0) return `has ${idle.join(', ')}, which no component uses: remove it`;
  if (needed.join() !== found.join()) return `must have this order: ${needed.join(', ')}`;
  return null;
}
