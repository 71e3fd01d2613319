import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TARGETS } from './targets.ts';

const server = path.resolve(import.meta.dirname, '../..');
const files = globSync('{src,test}/**/*.test.ts', { cwd: server });

test.each(Object.entries(TARGETS))('what `npm run mutate -- %s` changes and runs is there', (_, { sources, tests }) => {
  const missing = [
    ...sources.filter((source) => !existsSync(path.join(server, source))),
    ...tests.filter((name) => !files.some((file) => file.includes(name))),
  ];
  expect(missing).toEqual([]);
});
