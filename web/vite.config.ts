import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Chunks that load whole, each with everything it imports: what `main.ts` needs, the frame of both the sign-in page and
 * the console, and the console. Otherwise they are fifty small files, which take 20 kB more compressed
 * (docs/decisions/050).
 */
const groups = [
  {
    name: 'zod',
    priority: 4,
    test: /\/node_modules\/zod\/|\/shared\/src\/(?:primitives|messages|roles-and-scopes)\.ts$/,
  },
  {
    name: 'start',
    priority: 3,
    test: /preload-helper|\/src\/lib\/(?:auth|http-error|json|last-workspace|next-page)\.ts$/,
  },
  {
    name: 'frame',
    priority: 2,
    test: /\/node_modules\/(?:react-dom|scheduler|@tanstack\/(?:query-core|react-query))\/|\/src\/(?:shell\/(?:themed\.tsx|mantine\.css|shell\.css)|lib\/query-defaults\.ts|features\/sign-in\/sign-in[^/]*)$/,
  },
  { name: 'console', priority: 1, test: /\/web\/src\/routes\.tsx$/ },
];

export default defineConfig({
  plugins: [react()],
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
    rolldownOptions: {
      // A schema that isn't used is left out: what these build it from has no effects.
      treeshake: { manualPureFunctions: ['z', 'text', 'Count', 'Id', 'Timestamp', 'Role'] },
      output: { codeSplitting: { groups } },
    },
  },
});
