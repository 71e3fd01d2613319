// The public API while ten generations run in the same server, beside itself without them.
import type { Driven } from './driver.ts';
import type { Generations, Tally } from './generations.ts';
import { alternate, drive, warmUpOf, type Bench } from './measure.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { failuresOf, grid, median, ms, percentile, rate, ratio, type Limit } from './report.ts';

/** Of the p99 with generations to that without. */
const LIMIT = 1.5;
const MEASURED = ['users, first page', 'upsert'];
/** Milliseconds that the provider takes over a call: far less than any does, and still less than most do. */
const DELAYS = [200, 2_000];

export type Beside = { operation: Operation; delay: number };
export type MeasuredBeside = Beside & { alone: Driven[]; beside: Driven[]; tallies: Tally[] };

export const BESIDE: Beside[] = OPERATIONS.filter(({ name }) => MEASURED.includes(name)).flatMap((operation) =>
  DELAYS.map((delay) => ({ operation, delay })),
);

export function besideName({ operation, delay }: Beside): string {
  return `${operation.name}, while ten generations run (${delay / 1000} s a call)`;
}

export async function measureBeside(
  { operation, delay }: Beside,
  bench: Bench,
  generations: Generations,
): Promise<MeasuredBeside> {
  const measured: MeasuredBeside = { operation, delay, alone: [], beside: [], tallies: [] };
  const run = async (side: 'alone' | 'beside', seconds: number) => {
    const end = side === 'beside' ? await generations.begin(delay) : undefined;
    const driven = await drive(bench, operation, { target: 'ours', seconds });
    return { driven, tally: await end?.() };
  };
  const sides = ['alone', 'beside'] as const;
  for (const side of sides) await run(side, warmUpOf(bench.rounds));
  await alternate(sides, bench.rounds, async (side) => {
    const { driven, tally } = await run(side, bench.rounds.seconds);
    measured[side].push(driven);
    if (tally) measured.tallies.push(tally);
  });
  return measured;
}

const COLUMNS = ['operation', 'alone/s', 'beside/s', 'alone p50', 'p99', 'beside p50', 'p99', 'p99 ratio (min–max)'];

export function besideTable(all: MeasuredBeside[]): string {
  const rows = all.map((measured) => {
    const { alone, beside, tallies } = measured;
    const ratios = ratiosOf(measured);
    const seconds = sum(tallies, 'seconds');
    return [
      besideName(measured),
      rate(alone),
      rate(beside),
      ...[percentile(alone, 0.5), percentile(alone, 0.99), percentile(beside, 0.5), percentile(beside, 0.99)].map(ms),
      `${ratio(median(ratios))} (${ratio(Math.min(...ratios))}–${ratio(Math.max(...ratios))})`,
      (sum(tallies, 'calls') / seconds).toFixed(1),
      (sum(tallies, 'jobs') / seconds).toFixed(1),
      `${Math.round((100 * sum(tallies, 'processor')) / seconds)} %`,
    ];
  });
  return grid([[...COLUMNS, 'calls/s', 'generations/s', 'core of the stand-in'], ...rows]);
}

export function besideFailures(all: MeasuredBeside[]): string[] {
  return all.flatMap(({ operation, alone, beside }) => [
    ...failuresOf(operation, 'alone', alone),
    ...failuresOf(operation, 'beside', beside),
  ]);
}

export function besideLimit(measured: MeasuredBeside): Limit {
  return { name: `${besideName(measured)}, p99`, value: median(ratiosOf(measured)), limit: LIMIT, unit: '×' };
}

/** Of neighbouring rounds, because the machine is not the same from one minute to the next. */
function ratiosOf({ alone, beside }: MeasuredBeside): number[] {
  return beside.map((round, n) => percentile([round], 0.99) / percentile([alone[n]!], 0.99));
}

function sum(tallies: Tally[], what: keyof Tally): number {
  return tallies.reduce((total, tally) => total + tally[what], 0);
}
