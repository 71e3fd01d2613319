import { alternate, drive, warmUpOf, type Bench } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { failuresOf, grid, median, ms, percentile, rate, spread, type Part, type Round } from './report.ts';

/** Limit of the ratio of the p99 beside other work to that without. */
const LIMIT = 1.5;
const MEASURED = ['users, first page', 'upsert'];
const SIDES = ['alone', 'beside'] as const;

/** Other work of the server: begins, and ends with what it did meanwhile. */
export type Work = () => Promise<() => Promise<string>>;

type Options = { what: string; begin: Work; isWanted?: (name: string) => boolean };

/** The public API while the same server does other work, beside itself without it. */
export async function measureBeside(bench: Bench, { what, begin, isWanted = () => true }: Options): Promise<Part[]> {
  const part: Required<Part> = { table: '', limits: [], failures: [] };
  const rows: string[][] = [];
  for (const operation of OPERATIONS.filter(({ name }) => MEASURED.includes(name))) {
    const name = `${operation.name}, ${what}`;
    if (!isWanted(name)) continue;
    const measured: Record<(typeof SIDES)[number], Round[]> = { alone: [], beside: [] };
    let done = '';
    const run = async (side: keyof typeof measured, seconds: number) => {
      const end = side === 'beside' ? await begin() : undefined;
      const round = await drive(bench, operation, { target: 'ours', seconds });
      done = (await end?.()) ?? done;
      return round;
    };
    for (const side of SIDES) await run(side, warmUpOf(bench.rounds));
    await alternate(SIDES, bench.rounds, async (side) => {
      measured[side].push(await run(side, bench.rounds.seconds));
    });
    const { alone, beside } = measured;
    // Of neighbouring rounds, because the machine is not the same from one minute to the next.
    const ratios = beside.map((round, n) => percentile([round], 0.99) / percentile([alone[n]!], 0.99));
    const times = (rounds: Round[]) => [percentile(rounds, 0.5), percentile(rounds, 0.99)].map(ms);
    rows.push([name, rate(alone), rate(beside), ...times(alone), ...times(beside), spread(ratios), done]);
    part.limits.push({ name: `${name}, p99`, value: median(ratios), limit: LIMIT, unit: '×' });
    for (const side of SIDES) part.failures.push(...failuresOf(operation, side, measured[side]));
  }
  if (rows.length === 0) return [];
  part.table = grid([
    ['operation', 'alone/s', 'beside/s', 'alone p50', 'p99', 'beside p50', 'p99', 'p99 ratio (min–max)', 'meanwhile'],
    ...rows,
  ]);
  return [part];
}
