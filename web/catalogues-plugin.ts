import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { compileCatalogue, type CatalogueMessages } from '../shared/src/i18n/compile-catalogue.ts';

const CATALOGUE = /\/shared\/messages\/[^/]+\/[^/]+\.json$/;

const messagesIn = (file: string): CatalogueMessages => JSON.parse(readFileSync(file, 'utf8'));

/** Compiles catalogues, so that browsers need no parser. What a language lacks is English. */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    // What schemas say, in the console's language instead of the server's English.
    config: () => ({
      resolve: { alias: { '#contract': path.resolve(import.meta.dirname, 'src/lib/i18n/contract-messages.ts') } },
    }),
    load(id) {
      if (!CATALOGUE.test(id)) return undefined;
      const folder = path.dirname(id);
      const english = path.join(folder, '../en', path.basename(id));
      this.addWatchFile(english);
      return JSON.stringify(compileCatalogue(messagesIn(id), messagesIn(english), path.basename(folder)));
    },
  };
}
