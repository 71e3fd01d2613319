import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const OURS = path.resolve(import.meta.dirname, '../src/shell/mantine.css');
const ALL = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
const SINGLE = path.join(path.dirname(ALL), 'styles');
/** Needed on every page. */
const ALWAYS = new Set(['baseline.css', 'global.css']);

/** Fails the build if the style of a used component is missing, or a style is present that no component uses. */
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

/** Returns the style files that the code needs, in Mantine's order. Each class in the code belongs to one file. */
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

/** Returns the difference as the end of the sentence "src/shell/mantine.css …", or null. */
export function differenceOf(needed: string[], found: string[]): string | null {
  const missing = needed.filter((file) => !found.includes(file));
  if (missing.length > 0) return `lacks ${missing.join(', ')}; have these, in this order: ${needed.join(', ')}`;
  const idle = found.filter((file) => !needed.includes(file));
  if (idle.length > 0) return `has ${idle.join(', ')}, which no component uses: remove it`;
  if (needed.join() !== found.join()) return `must have this order: ${needed.join(', ')}`;
  return null;
}
