// `npm test`, once everything is installed: every check, one after the other, also past a failed one. What passes is one
// line; what fails is shown whole. The last line is for machines: `N passed, N failed`, and `, N skipped` if any.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findOrInstallChromium } from './chromium.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Step {
  name: string;
  command: string[];
  folder?: string;
  /** Reads the counts from the runner's JSON report; a step without one counts as a single check. */
  count?: (report: string) => Counts;
  browser?: boolean;
}

const reports = mkdtempSync(path.join(os.tmpdir(), 'test-reports-'));
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');

const steps: Step[] = [
  { name: 'Types of shared', command: ['tsc', '-p', 'shared'] },
  { name: 'Types of server', command: ['tsc', '-p', 'server'] },
  { name: 'Types of web', command: ['tsc', '-p', 'web'] },
  { name: 'Types of scripts', command: ['tsc', '-p', 'scripts'] },
  { name: 'Lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'Format', command: ['oxfmt', '--check', '.'] },
  { name: 'OpenAPI document', command: ['node', 'server/src/http/openapi/write.ts', '--check'] },
  {
    name: 'Tests',
    folder: 'server',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    count: countVitest,
  },
  {
    name: 'Tests of the console',
    folder: 'web',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    count: countVitest,
  },
  { name: 'Build of the console', command: ['node', 'scripts/web-build.ts'] },
  {
    name: 'Browser tests',
    folder: 'web',
    command: ['playwright', 'test', '--reporter=list,json'],
    count: countPlaywright,
    browser: true,
  },
];

const root = path.resolve(import.meta.dirname, '..');
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running?.kill(signal);
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });
}

for (const step of steps) {
  const counts = step.browser ? await runInBrowser(step) : await run(step);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
rmSync(reports, { recursive: true, force: true });
console.log(inWords(total));
process.exitCode = total.failed > 0 ? 1 : 0;

async function run(step: Step, env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  process.stdout.write(`${step.name} … `);
  const started = performance.now();
  const { code, output } = await execute(step, env);
  const counts = countsOf(step, code);
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const tests = step.count ? `${inWords(counts)}, ` : '';
  console.log(`${counts.failed > 0 ? 'FAILED, ' : ''}${tests}${seconds}`);
  if (counts.failed > 0) console.log(output.trimEnd());
  return counts;
}

async function runInBrowser(step: Step): Promise<Counts> {
  const chromium = findOrInstallChromium(console.log);
  if ('executable' in chromium) return run(step, { CHROMIUM_PATH: chromium.executable });
  const list = await execute({ ...step, command: ['playwright', 'test', '--list', '--reporter=list'] }, {});
  const skipped = Number(/^Total: (\d+) tests?/m.exec(list.output)?.[1] ?? 1);
  console.log(`${step.name} … skipped: ${chromium.missing}`);
  return { passed: 0, failed: 0, skipped };
}

async function execute({ command: [program = '', ...args], folder = '.' }: Step, env: NodeJS.ProcessEnv) {
  const cwd = path.join(root, folder);
  const binaries = [path.join(cwd, 'node_modules/.bin'), path.join(root, 'node_modules/.bin'), process.env.PATH];
  running = spawn(program, args, {
    cwd,
    env: {
      ...process.env,
      ...env,
      PATH: binaries.join(path.delimiter),
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  running.stdout?.on('data', (chunk) => (output += String(chunk)));
  running.stderr?.on('data', (chunk) => (output += String(chunk)));
  const code = await once(running, 'close').then(
    ([exitCode]) => Number(exitCode ?? 1),
    (error: unknown) => {
      output += String(error);
      return 1;
    },
  );
  return { code, output };
}

function countsOf({ count, command }: Step, code: number): Counts {
  const failure = { passed: 0, failed: 1, skipped: 0 };
  if (!count) return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : failure;
  try {
    const counts = count(readFileSync(command[0] === 'vitest' ? vitestReport : playwrightReport, 'utf8'));
    // A file that cannot be loaded, or a failed set-up, has no test to count.
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return failure;
  }
}

function countVitest(report: string): Counts {
  const counts: { numPassedTests: number; numFailedTests: number; numTotalTests: number } = JSON.parse(report);
  const { numPassedTests: passed, numFailedTests: failed } = counts;
  return { passed, failed, skipped: counts.numTotalTests - passed - failed };
}

function countPlaywright(report: string): Counts {
  const { stats }: { stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number> } = JSON.parse(report);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
