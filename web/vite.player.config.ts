import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { catalogues } from './catalogues-plugin.ts';

const at = (file: string) => path.resolve(import.meta.dirname, 'src', file);

/** Modules of the console alone, and their places in the player. */
const REPLACED = new Map([
  [at('lib/workspace.ts'), at('player/player-workspace.ts')],
  [at('lib/i18n/catalogues.ts'), at('player/player-catalogues.ts')],
  [at('lib/i18n/language.ts'), at('player/player-language.ts')],
]);

function replaced(): Plugin {
  return {
    name: 'replaced',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && (REPLACED.get(found.id) ?? null);
    },
  };
}

/** The player of SCORM packages: one script and one style sheet, which load nothing (decision 111). */
export default defineConfig({
  plugins: [replaced(), react(), catalogues()],
  publicDir: false,
  json: { namedExports: false, stringify: true },
  css: { modules: { generateScopedName: '_[hash:base64:5]' } },
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    // As the console's.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: at('player/main.tsx'),
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'player.js', assetFileNames: 'player[extname]' },
    },
  },
});
