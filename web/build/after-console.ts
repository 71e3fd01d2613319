import path from 'node:path';
import type { Plugin } from 'vite';

const SOURCES = `${path.resolve(import.meta.dirname, '../src')}${path.sep}`;
const MAIN = `${SOURCES}main.ts`;
const CONSOLE = `${SOURCES}console.tsx`;

/**
 * Says of each page and dialog that the console is there before it. The bundler does not know, and makes a file of its
 * own of whatever the console shares with each other set of pages: fifty small ones, which compressed take 20 kB more
 * than one (docs/decisions/050).
 */
export function afterConsole(): Plugin {
  /** What is fetched within the console. */
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
