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

/** Returns those tests of a suite that arguments choose. */
interface Part {
  name: string;
  args: string[];
}

const SERVER: Suite = { name: 'Tests', folder: 'server', files: /\.test\.ts$/, runner: 'vitest' };
/** The server's tests in two parts, so that both lanes have nearly the same length; one feature is among the others. */
const OTHERS: Part = { name: 'Other tests of the server', args: ['--exclude', 'src/features/!(notifications)/**'] };
const FEATURES: Part = {
  name: 'Tests of features',
  args: ['src/features/', '--exclude', 'src/features/notifications/**'],
};
const CONSOLE: Suite = { name: 'Tests of the console', folder: 'web', files: /\.test\.tsx?$/, runner: 'vitest' };
const BROWSER: Suite = { name: 'Browser tests', folder: 'web', files: /e2e\/.*\.spec\.ts$/, runner: 'playwright' };

/**
 * Browser tests that only `npm run test:deep` runs, by tag or by file: second journeys through a page, its refusals,
 * its other roles, and what it shows while the server is away.
 */
const DEEP_TESTS = String.raw`@deep|\.deep\.spec\.ts`;

/** Tag of the server's deep tests in `*.test.ts`: second proofs of a rule, races, and large or hostile input. */
const DEEP_TAG = `['deep']`;

/** Returns the server's files that have tests with the tag `deep` beside others, and every word in their path. */
export const taggedDeep = (root: string, words: string[]): string[] =>
  matching(root, filesOf(root, SERVER.folder, SERVER.files), [DEEP_TAG])
    .flatMap(({ files }) => files)
    .filter((file) => words.every((word) => file.includes(word)))
    .map((file) => path.posix.relative(SERVER.folder, file));

export const BUILD: Step = { name: 'Build', command: ['node', 'scripts/build.ts'] };
const BUDGET: Step = { name: 'Assets within their budgets', command: ['node', 'scripts/asset-budget.ts'] };

const CHECKS: Step[] = [
  // By one program: what lints by types has found them out, and `tsc` would check the server once more for each package
  // that imports of it.
  { name: 'Types and lint', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'] },
  {
    name: 'Imports of features and rooms',
    command: ['depcruise', '--config', '.dependency-cruiser.json', 'server/src', 'web/src'],
  },
  { name: 'Format', command: ['oxfmt', '--check', '.'] },
  { name: 'Names and layout', command: ['node', 'scripts/check-house.mjs'] },
  { name: 'Licences of dependencies', command: ['node', 'scripts/licences.ts'] },
  { name: 'Types of messages', command: ['node', 'scripts/message-types.ts', '--check'] },
  { name: 'OpenAPI document', command: ['node', 'server/src/app/write-openapi.ts', '--check'] },
];

/**
 * Lanes of steps, which run beside each other, and end at nearly the same time: two cores rest while only one lane is
 * left, because most of the server’s tests wait. A third lane only made them do more at a time, and waits run out.
 * Without words it is everything; with words, the tests whose path and name have them all.
 */
export function lanesFor(root: string, words: string[]): Step[][] {
  if (words.length === 0) {
    return [
      [BUILD, BUDGET, runOf(BROWSER), partOf(SERVER, OTHERS)],
      [...CHECKS, runOf(CONSOLE), partOf(SERVER, FEATURES)],
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

function partOf(suite: Suite, { name, args }: Part): Step {
  const whole = runOf(suite);
  return { ...whole, name, command: [...whole.command, ...args] };
}

function runOf({ name, folder, runner }: Suite, selection?: Selection): Step {
  const command = [...COMMANDS[runner]];
  const { files = [], words = [] } = selection ?? {};
  command.push(...files.map((file) => path.posix.relative(folder, file)));
  if (!selection && runner === 'playwright') command.push('--grep-invert', DEEP_TESTS);
  if (words.length > 0) command.push(runner === 'vitest' ? '--testNamePattern' : '--grep', namePattern(words));
  if (runner === 'vitest')
    command.push(...(selection ? ['--reporter=verbose', '--hideSkippedTests'] : ['--reporter=default']));
  return { name, folder, runner, command, isChosen: selection !== undefined };
}
