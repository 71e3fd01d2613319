// `npm run test:deep`, after the installation: long runs of the randomized tests, which `npm test` runs shorter;
// `*.deep.ts` tests, which need programs that not every machine has; and browser tests tagged `@deep`.
// Environment variables override the defaults: REVIEW_KILLS=500 npm run test:deep -- kill
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findOrInstallChromium } from './chromium.ts';
import { BUILD, DEEP_TAG } from './testing/steps.ts';

const DEEP = {
  /** Workflow sequences compared with the model. */
  REVIEW_SEQUENCES: '20000',
  /** Rounds of concurrent edits and decisions. */
  REVIEW_RACES: '20000',
  /** Number of times that the server is killed. */
  REVIEW_KILLS: '200',
  /** Random requests per operation. */
  FUZZ_RUNS: '5000',
  /** Random calls per procedure. */
  FUZZ_CALLS: '300',
  /** Learner histories compared with the model of analytics. */
  ANALYTICS_HISTORIES: '10000',
  /** Histories of one learner compared with the model of learning. */
  LEARNING_HISTORIES: '1000',
  /** Number of people that one sweep notifies about their training. */
  MANY_LEARNERS: '50000',
  /** Steps next to a twin workspace after which everything is queried again. */
  TWIN_ASKED_EVERY: '1',
  /** Rechecks regular expressions that were already checked. */
  EXPRESSIONS: 'anew',
};
const FILES = [
  'test/review/',
  'test/arbitrary-',
  '-property',
  'many-learners',
  'test/expressions',
  'test/twin',
  'test/deploy/',
  'test/drives/killed',
  'test/ai/killed',
];

const CONFIG = ['--config', 'vitest.deep.config.ts'];

const root = path.resolve(import.meta.dirname, '..');
const words = process.argv.slice(2);
const isGreen = [runServer(), words.length > 0 || runBrowser()];
process.exitCode = isGreen.every(Boolean) ? 0 : 1;

function runServer(): boolean {
  const vitest = path.join(root, 'server/node_modules/vitest/vitest.mjs');
  return run([vitest, 'run', ...CONFIG, ...(words.length > 0 ? words : FILES)], 'server', DEEP);
}

/** Runs the browser tests that `npm test` leaves out. */
function runBrowser(): boolean {
  const chromium = findOrInstallChromium(console.log);
  if ('missing' in chromium) {
    console.log(`Browser tests … skipped: ${chromium.missing}`);
    return true;
  }
  const playwright = path.join(root, 'web/node_modules/@playwright/test/cli.js');
  const environment = { CHROMIUM_PATH: chromium.executable };
  return run(BUILD.command.slice(1), '.') && run([playwright, 'test', '--grep', DEEP_TAG], 'web', environment);
}

/** Runs a Node program. Existing environment variables take precedence. */
function run(program: string[], folder: string, environment: Record<string, string> = {}): boolean {
  const { status } = spawnSync(process.execPath, program, {
    cwd: path.join(root, folder),
    env: { ...environment, ...process.env },
    stdio: 'inherit',
  });
  return status === 0;
}
