import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { afterConsole } from './build/after-console.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { pureContract } from './build/pure-contract.ts';
import { withoutJsonSchema } from './build/without-json-schema.ts';

export default defineConfig({
  plugins: [afterConsole(), react(), pureContract(), withoutJsonSchema(), mantineStyles()],
  server: {
    port: 5173,
    // The session's cookie and the origin check belong to the address that the browser shows, so the host stays.
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
  resolve: { alias: { 'react-remove-scroll': path.resolve(import.meta.dirname, 'src/ui/dialogs/no-scroll-lock.tsx') } },
  // `data:` addresses would need an exception in the content security policy.
  build: {
    assetsInlineLimit: 0,
    // For scripts/asset-budget.ts.
    manifest: true,
    modulePreload: { polyfill: false },
    // The first to know `light-dark()`; what an older target puts in its place does not see Mantine's colour scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
});
