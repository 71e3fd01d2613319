import path from 'node:path';
import type { Plugin } from 'vite';

const SOURCES = `${path.resolve(import.meta.dirname, '../src')}${path.sep}`;
const MAIN = `${SOURCES}main.ts`;
const CONSOLE = `${SOURCES}console.tsx`;

/**
 * Marks each page and dialog as loaded after the console's main chunk. Otherwise the bundler makes a separate chunk of
 * each set of modules that pages share with the console: fifty small files, which take 20 kB more compressed than one
 * (docs/decisions/058).
 */
export function afterConsole(): Plugin {
  /** Modules loaded with the console. */
  const within = new Set<string>();
  return {
    name: 'after-console',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (options.kind !== 'dynamic-import' || importer === undefined || importer === MAIN) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (resolved?.id.startsWith(SOURCES)) within.add(resolved.id);
      return resolved;
    },
    transform(code, id) {
      return within.has(id) ? { code: `import ${JSON.stringify(CONSOLE)};${code}`, map: null } : null;
    },
  };
}
