// The public API while ten generations run in the same server, beside itself without them (issue 3, “Speed”).
import type { Driven } from './driver.ts';
import type { Generations, Tally } from './generations.ts';
import { alternate, drive, warmUpOf, type Bench } from './measure.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { failuresOf, grid, median, ms, percentile, rate, ratio, type Limit } from './report.ts';

/** Of the p99 with generations to that without. */
const LIMIT = 1.5;
const MEASURED = ['users, first page', 'upsert'];

export type MeasuredBeside = { operation: Operation; alone: Driven[]; beside: Driven[]; tallies: Tally[] };

export const BESIDE = OPERATIONS.filter(({ name }) => MEASURED.includes(name));
export const besideName = ({ name }: Operation): string => `${name}, while ten generations run`;

export async function measureBeside(
  operation: Operation,
  bench: Bench,
  generations: Generations,
): Promise<MeasuredBeside> {
  const measured: MeasuredBeside = { operation, alone: [], beside: [], tallies: [] };
  const run = async (side: 'alone' | 'beside', seconds: number) => {
    const end = side === 'beside' ? await generations.begin() : undefined;
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
    const { operation, alone, beside, tallies } = measured;
    const ratios = ratiosOf(measured);
    const seconds = sum(tallies, 'seconds');
    return [
      besideName(operation),
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
  const name = `${besideName(measured.operation)}, p99`;
  return { name, value: median(ratiosOf(measured)), limit: LIMIT, unit: '×' };
}

/** Of neighbouring rounds, because the machine is not the same from one minute to the next. */
function ratiosOf({ alone, beside }: MeasuredBeside): number[] {
  return beside.map((round, n) => percentile([round], 0.99) / percentile([alone[n]!], 0.99));
}

function sum(tallies: Tally[], what: keyof Tally): number {
  return tallies.reduce((total, tally) => total + tally[what], 0);
}
