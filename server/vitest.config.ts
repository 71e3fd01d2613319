import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/long-files-first.ts';
import { startsBuilt } from './vite.config.ts';

export default defineConfig({
  plugins: [startsBuilt()],
  test: {
    include: [
      'src/**/*.test.ts',
      'seeds/**/*.test.ts',
      'test/**/*.test.ts',
      'evaluate/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    // `npm run test:deep` runs them, with what is in `*.deep.ts`.
    tags: [{ name: 'deep', skip: process.env['TEST_DEEP'] === undefined }],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // Loading the server takes longer than most files' tests: each worker does it once. Every file has a database of
    // its own, and puts back what it changes of the process.
    isolate: false,
    // As many as the cores of a small machine, which the browser's tests keep busy too: with more, nothing ends sooner,
    // and waits run out.
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    // For a machine that is busy with others: a wait ends as soon as what it waits for is there.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
