// `npm test`, after the installation: runs every check, even after a failure, or with `-- words` only the tests that
// match. Prints one line per passed step, and the full output of failed ones. The last line is machine-readable: `N
// passed, N failed`, and `, N skipped` if any.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Chromium, findOrInstallChromium } from './chromium.ts';
import { installPdfTools } from './debian-packages.ts';
import { add, type Counts, inWords, NONE, readCounts } from './testing/counts.ts';
import { lanesFor, type Step } from './testing/steps.ts';

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(os.tmpdir(), 'test-reports-'));
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });
}

const words = process.argv.slice(2);
const lanes = lanesFor(root, words);
const needsBrowser = lanes.some((lane) => lane.some(({ runner }) => runner === 'playwright'));
const chromium: Chromium = needsBrowser ? findOrInstallChromium(console.log) : { missing: 'no test asks for it' };
if (lanes.some((lane) => lane.some(({ folder, runner }) => folder === 'server' && runner === 'vitest')))
  installPdfTools(console.log);
let total = NONE;
await Promise.all(
  lanes.map(async (lane) => {
    for (const step of lane) {
      const counts = await run(step);
      // Reads the total only now: other lanes have added to it meanwhile.
      total = add(total, counts);
    }
  }),
);
rmSync(reports, { recursive: true, force: true });
const isNothing = words.length > 0 && total.passed + total.failed + total.skipped === 0;
if (isNothing) console.log(`No test has ${words.map((word) => `“${word}”`).join(' and ')} in its path or name.`);
console.log(inWords(total));
process.exitCode = isNothing || total.failed > 0 ? 1 : 0;

async function run(step: Step): Promise<Counts> {
  const { name, runner, isChosen = false } = step;
  if (runner === 'playwright' && 'missing' in chromium) return skip(step, chromium.missing);
  const started = performance.now();
  const report = path.join(reports, `${name}-${started}.json`);
  const { code, output } = await execute(step, report);
  const counts = countsOf(step, code, report);
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const tests = runner ? `${inWords(counts)}, ` : '';
  console.log(`${name} … ${counts.failed > 0 ? 'FAILED, ' : ''}${tests}${seconds}`);
  if (counts.failed > 0 || isChosen) console.log(output.trimEnd());
  // If tests were selected, preparatory steps don't count as tests.
  return words.length > 0 && !runner && counts.failed === 0 ? NONE : counts;
}

async function skip(step: Step, why: string): Promise<Counts> {
  const list = await execute({ ...step, command: [...step.command, '--list', '--reporter=list'] }, 'none');
  console.log(`${step.name} … skipped: ${why}`);
  return { ...NONE, skipped: Number(/^Total: (\d+) tests?/m.exec(list.output)?.[1] ?? 1) };
}

async function execute({ command, folder = '.', runner }: Step, report: string) {
  const [program = '', ...args] = runner === 'vitest' ? [...command, `--outputFile.json=${report}`] : command;
  const cwd = path.join(root, folder);
  const binaries = [path.join(cwd, 'node_modules/.bin'), path.join(root, 'node_modules/.bin'), process.env.PATH];
  const child = spawn(program, args, {
    cwd,
    env: {
      ...process.env,
      ...('executable' in chromium && { CHROMIUM_PATH: chromium.executable }),
      // What was chosen by words is run whatever it is.
      ...(words.length > 0 && { TEST_DEEP: 'yes' }),
      PATH: binaries.join(path.delimiter),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const code = await once(child, 'close').then(
    ([exitCode, signal]: unknown[]) => {
      if (typeof exitCode === 'number') return exitCode;
      output += `\nIt was ended by ${String(signal)}.`;
      return 1;
    },
    (error: unknown) => {
      output += String(error);
      return 1;
    },
  );
  running.delete(child);
  return { code, output };
}

function countsOf({ runner, isChosen }: Step, code: number, report: string): Counts {
  const check = code === 0 ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 };
  if (!runner) return check;
  const counts = readCounts(runner, report);
  if (!counts) return { ...NONE, failed: 1 };
  const counted = isChosen ? { ...counts, skipped: 0 } : counts;
  // A file that can't be loaded, or a failed set-up, has no test to count.
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}
