// `npm run test:deep`, once everything is installed: the tests in `*.deep.ts` and those with the tag `deep`, which have
// random input, kill processes, need programs that not every machine has, or prove a rule once more; and the tests of
// the browser.
// What is set in the environment stands: REVIEW_KILLS=500 npm run test:deep -- kill
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findOrInstallChromium } from './chromium.ts';
import { BUILD, taggedDeep } from './testing/steps.ts';

const DEEP = {
  /** Tests with the tag `deep`, also where a test runs others. */
  TEST_DEEP: 'yes',
  /** Sequences of the workflow against its model. */
  REVIEW_SEQUENCES: '20000',
  /** Rounds in which edits and decisions race. */
  REVIEW_RACES: '20000',
  /** Servers that are killed meanwhile. */
  REVIEW_KILLS: '200',
  /** Arbitrary requests to each operation. */
  FUZZ_RUNS: '5000',
  /** Arbitrary calls of each procedure. */
  FUZZ_CALLS: '300',
  /** Histories of learners against the model of analytics. */
  ANALYTICS_HISTORIES: '10000',
  /** Histories of one learner against the model of learning. */
  LEARNING_HISTORIES: '1000',
  /** Histories of people against the model of SCIM. */
  SCIM_HISTORIES: '300',
  /** People whom one sweep tells of what they have to learn. */
  MANY_LEARNERS: '50000',
  /** Reads of replicas that fall behind at random, and replicas that are killed. */
  REPLICA_READS: '5000',
  REPLICA_KILLS: '20',
  /** Steps beside a twin of the workspace after which everything is asked again. */
  TWIN_ASKED_EVERY: '1',
  /** Regular expressions that were judged before too. */
  EXPRESSIONS: 'anew',
};
const FILES = ['.deep.ts', 'test/expressions'];
/** Run by its name alone, before a release. */
const LEFT_OUT = ['--exclude', '**/write-dump.deep.ts'];

const CONFIG = ['--config', 'vitest.deep.config.ts'];

const root = path.resolve(import.meta.dirname, '..');
const VITEST = path.join(root, 'server/node_modules/vitest/vitest.mjs');
const words = process.argv.slice(2);
const isGreen = [runServer(), runTagged(), words.length > 0 || runBrowser()];
process.exitCode = isGreen.every(Boolean) ? 0 : 1;

function runServer(): boolean {
  const chosen = words.length > 0 ? ['--passWithNoTests', ...words] : [...FILES, ...LEFT_OUT];
  return run([VITEST, 'run', ...CONFIG, ...chosen], 'server', DEEP);
}

function runTagged(): boolean {
  const files = taggedDeep(root, words);
  const tagged = ['--tags-filter=deep', ...files];
  return files.length === 0 || run([VITEST, 'run', ...tagged], 'server', DEEP);
}

/** All tests of the pages, in which axe measures each state. */
function runBrowser(): boolean {
  const chromium = findOrInstallChromium(console.log);
  if ('missing' in chromium) {
    console.log(`Browser tests … skipped: ${chromium.missing}`);
    return true;
  }
  const playwright = path.join(root, 'web/node_modules/@playwright/test/cli.js');
  const environment = { CHROMIUM_PATH: chromium.executable, AXE: 'everywhere' };
  return run(BUILD.command.slice(1), '.') && run([playwright, 'test'], 'web', environment);
}

/** Runs a program of Node; what is set in the environment stands. */
function run(program: string[], folder: string, environment: Record<string, string> = {}): boolean {
  const { status } = spawnSync(process.execPath, program, {
    cwd: path.join(root, folder),
    env: { ...environment, ...process.env },
    stdio: 'inherit',
  });
  return status === 0;
}
