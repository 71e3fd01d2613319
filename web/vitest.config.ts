import { defineConfig } from 'vitest/config';
import { catalogues } from './catalogues-plugin.ts';

// What needs no browser. Apart from vite.config.ts, which builds the console.
export default defineConfig({
  plugins: [catalogues()],
  test: {
    setupFiles: ['./load-catalogues.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    // For a machine that is busy with others: hundreds of random cases take long there.
    testTimeout: 180_000,
  },
});
