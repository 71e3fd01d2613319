// `npm run mutate -- tokens users`: changes the sources one small thing at a time, and counts which changes the tests
// notice (docs/measurements.md). Files stay as they are: Vitest is given the changed text in place of theirs.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, type Mutant } from './operators.ts';
import { TARGETS, type Target } from './targets.ts';
import { openTests } from './tests.ts';

type Placed = Mutant & { file: string };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many mutants of each target; they are the same in each run. */
    sample: { type: 'string', default: '20' },
    /** Only mutants whose line, as the report names it, contains this. */
    only: { type: 'string', default: '' },
  },
});
const server = path.resolve(import.meta.dirname, '../..');
process.chdir(server);

for (const name of positionals.length > 0 ? positionals : Object.keys(TARGETS)) {
  const target = TARGETS[name];
  if (!target) throw new Error(`There is no target ${name}; there are: ${Object.keys(TARGETS).join(', ')}.`);
  await mutate(name, target);
}

async function mutate(name: string, target: Target): Promise<void> {
  const drawOf = (mutant: Placed) => createHash('sha256').update(inWords(mutant).replace(/:\d+/, '')).digest('hex');
  const all = target.sources.flatMap((source) => filesOf(source).flatMap((file) => placed(file, target)));
  const sample = all
    .map((mutant) => ({ mutant, draw: drawOf(mutant) }))
    .sort((one, other) => one.draw.localeCompare(other.draw))
    .map(({ mutant }) => mutant)
    .filter((mutant) => inWords(mutant).includes(values.only))
    .slice(0, Number(values.sample));
  process.stdout.write(`${name}: ${sample.length} of ${all.length} mutants\n`);
  await using tests = await openTests(target.tests);
  if ((await tests.run()) !== 'survived') throw new Error('The tests fail before anything is changed.');
  const counts = { killed: 0, survived: 0, timeout: 0 };
  for (const mutant of sample) {
    const started = performance.now();
    const source = readFileSync(mutant.file, 'utf8');
    const text = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end);
    const outcome = await tests.run({ file: path.resolve(mutant.file), text });
    counts[outcome]++;
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`  ${outcome} (${seconds} s) ${inWords(mutant)}\n`);
  }
  const score = Math.round((100 * (counts.killed + counts.timeout)) / sample.length);
  process.stdout.write(`${name}: ${JSON.stringify(counts)}, score ${score} %\n`);
}

function filesOf(source: string): string[] {
  if (statSync(source).isFile()) return [source];
  return globSync(`${source}/**/*.ts`)
    .filter((file) => !/\.test\.ts$|-fixture\.ts$|\.entity\.ts$/.test(file))
    .sort();
}

function placed(file: string, { tables }: Target): Placed[] {
  return mutantsOf(readFileSync(file, 'utf8'), { tables: tables ?? false }).map((mutant) => ({ ...mutant, file }));
}

function inWords({ file, operator, start, end, replacement }: Placed): string {
  const source = readFileSync(file, 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim() || '(nothing)';
  return `${file}:${line} ${operator}: ${oneLine(source.slice(start, end))} → ${oneLine(replacement)}`;
}
