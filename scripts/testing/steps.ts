import path from 'node:path';
import { type Runner } from './counts.ts';
import { filesOf, matching, namePattern, type Selection } from './matching.ts';

export interface Step {
  name: string;
  command: string[];
  /** Where it runs, from the root of the checkout. */
  folder?: string;
  /** Writes a JSON report that counts its tests; a step without a runner counts as one check. */
  runner?: Runner;
  /** Where tests were chosen by words: shows each, and does not count the others. */
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

const BUILD: Step = { name: 'Build of the console', command: ['node', 'scripts/web-build.ts'] };

/** By one checker: each of several finds out the types that they share anew, and the other lanes use the other cores. */
const typesOf = (folder: string): Step => ({
  name: `Types of ${folder}`,
  command: ['tsc', '-p', folder, '--checkers', '1'],
});

const CHECKS: Step[] = [
  ...['shared', 'server', 'web', 'scripts'].map(typesOf),
  { name: 'Lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  {
    name: 'Imports of features and rooms',
    command: ['depcruise', '--config', '.dependency-cruiser.json', 'server/src', 'web/src'],
  },
  { name: 'Format', command: ['oxfmt', '--check', '.'] },
  { name: 'OpenAPI document', command: ['node', 'server/src/http/openapi/write.ts', '--check'] },
];

/**
 * Lanes of steps: each lane runs beside the others, because most tests wait for a database, a browser or a process as
 * long as they work. Without words it is everything; with words, the tests whose path and name have them all.
 */
export function lanesFor(root: string, words: string[]): Step[][] {
  if (words.length === 0) {
    return [[BUILD, runOf(BROWSER, undefined)], [runOf(SERVER, undefined)], [...CHECKS, runOf(CONSOLE, undefined)]];
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
  if (words.length > 0) command.push(runner === 'vitest' ? '--testNamePattern' : '--grep', namePattern(words));
  if (runner === 'vitest')
    command.push(...(selection ? ['--reporter=verbose', '--hideSkippedTests'] : ['--reporter=default']));
  return { name, folder, runner, command, isChosen: selection !== undefined };
}
