import { defineConfig } from 'vitest/config';

// What needs no browser. Apart from vite.config.ts, which builds the console.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], maxWorkers: 2 } });
