// `npm run test:deep`, once everything is installed: the tests that draw lots, for as long as it takes to meet what is
// rare, of which `npm test` has shorter runs; and those that need programs which not every machine has, in `*.deep.ts`.
// What is set in the environment stands: REVIEW_KILLS=500 npm run test:deep -- kill
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const DEEP = {
  /** Sequences of the workflow against its model. */
  REVIEW_SEQUENCES: '20000',
  /** Rounds in which edits and decisions race. */
  REVIEW_RACES: '20000',
  /** Servers that are killed meanwhile. */
  REVIEW_KILLS: '200',
  /** Arbitrary requests to each operation. */
  FUZZ_RUNS: '5000',
  /** Histories of learners against the model of analytics. */
  ANALYTICS_HISTORIES: '10000',
  /** Histories of one learner against the model of learning. */
  LEARNING_HISTORIES: '1000',
  /** Regular expressions that were judged before too. */
  EXPRESSIONS: 'anew',
};
const FILES = ['test/review/', 'test/arbitrary-json', '-property', 'test/expressions', 'test/deploy/'];

const CONFIG = ['--config', 'vitest.deep.config.ts'];

const root = path.resolve(import.meta.dirname, '..');
const words = process.argv.slice(2);
const vitest = path.join(root, 'server/node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...CONFIG, ...(words.length > 0 ? words : FILES)], {
  cwd: path.join(root, 'server'),
  env: { ...DEEP, ...process.env },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
