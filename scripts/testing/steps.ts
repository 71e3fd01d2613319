import path from 'node:path';
import { type Runner } from './counts.ts';
import { filesOf, matching, namePattern, type Selection } from './matching.ts';

export interface Step {
  name: string;
  command: string[];
  /** The working directory, relative to the root of the checkout. */
  folder?: string;
  /** The runner, which writes a JSON report with its counts. A step without a runner counts as one check. */
  runner?: Runner;
  /** True if tests were selected by words: prints each test, and doesn't count the others. */
  isChosen?: boolean;
}

interface Suite {
  name: string;
  folder: string;
  files: RegExp;
  runner: Runner;
}

const SERVER: Suite = { name: 'Tests', folder: 'server', files: /\.test\.ts$/, runner: 'vitest' };
const CONSOLE: Suite = { name: 'Tests of the console', folder: 'web', files: /\.test\.tsx?$/, runner: 'vitest' };
const BROWSER: Suite = { name: 'Browser tests', folder: 'web', files: /e2e\/.*\.spec\.ts$/, runner: 'playwright' };

/**
 * Tags browser tests that only `npm run test:deep` runs: variants of pages that other tests already cover, such as
 * refusals, other roles, and behavior while the server doesn't respond.
 */
export const DEEP_TAG = '@deep';

export const BUILD: Step = { name: 'Build', command: ['node', 'scripts/build.ts'] };
const BUDGET: Step = { name: 'Assets within their budgets', command: ['node', 'scripts/asset-budget.ts'] };

const CHECKS: Step[] = [
  // One program for both: the type-aware linter already computes the types, and `tsc` would check the server again for
  // each package that imports from it.
  { name: 'Types and lint', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'] },
  {
    name: 'Imports of features and rooms',
    command: ['depcruise', '--config', '.dependency-cruiser.json', 'server/src', 'web/src'],
  },
  { name: 'Format', command: ['oxfmt', '--check', '.'] },
  { name: 'OpenAPI document', command: ['node', 'server/src/http/openapi/write.ts', '--check'] },
];

/**
 * Returns lanes of steps that run in parallel: the browser tests, which take nearly half of the CPU time, and
 * everything else. A third lane, or moving the checks to the first, overloaded two cores and caused timeouts. Without
 * words, runs everything; with words, the tests whose path and name contain all of them.
 */
export function lanesFor(root: string, words: string[]): Step[][] {
  if (words.length === 0) {
    return [
      [BUILD, BUDGET, runOf(BROWSER, undefined)],
      [...CHECKS, runOf(CONSOLE, undefined), runOf(SERVER, undefined)],
    ];
  }
  const [browser = [], ...others] = [BROWSER, SERVER, CONSOLE].map((suite) =>
    matching(root, filesOf(root, suite.folder, suite.files), words).map((selection) => runOf(suite, selection)),
  );
  return [browser.length > 0 ? [BUILD, ...browser] : [], ...others].filter((lane) => lane.length > 0);
}

const COMMANDS = {
  vitest: ['vitest', 'run', '--passWithNoTests', '--reporter=json'],
  playwright: ['playwright', 'test', '--pass-with-no-tests', '--reporter=list,json'],
};

function runOf({ name, folder, runner }: Suite, selection: Selection | undefined): Step {
  const command = [...COMMANDS[runner]];
  const { files = [], words = [] } = selection ?? {};
  command.push(...files.map((file) => path.posix.relative(folder, file)));
  if (!selection && runner === 'playwright') command.push('--grep-invert', DEEP_TAG);
  if (words.length > 0) command.push(runner === 'vitest' ? '--testNamePattern' : '--grep', namePattern(words));
  if (runner === 'vitest')
    command.push(...(selection ? ['--reporter=verbose', '--hideSkippedTests'] : ['--reporter=default']));
  return { name, folder, runner, command, isChosen: selection !== undefined };
}
