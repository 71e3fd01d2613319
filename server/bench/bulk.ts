// People a second in bulk requests, beside single upserts on 16 connections.
import { alternate, drive, warmUpOf, type Bench } from './measure.ts';
import { BULK_OPERATIONS, IN_BULK, OPERATIONS } from './operations.ts';
import { grid, median, percentile, ms, ratio, type Limit, type Round } from './report.ts';

export const BULK = 'bulk';

/** Of single requests' people a second to those of bulk requests: these have to be eight times as many. */
const LIMIT = 1 / 8;

const SIDES = ['single', 'bulk'] as const;
type Side = (typeof SIDES)[number];
export type MeasuredBulk = { name: string; rounds: Record<Side, Round[]> };

export async function measureBulk(bench: Bench): Promise<MeasuredBulk[]> {
  const all: MeasuredBulk[] = [];
  for (const name of ['upsert', 'create']) {
    const operations = {
      single: OPERATIONS.find((operation) => operation.name === name)!,
      bulk: BULK_OPERATIONS.find((operation) => operation.name === `${name}, in bulk`)!,
    };
    const rounds: MeasuredBulk['rounds'] = { single: [], bulk: [] };
    for (const side of SIDES) {
      await drive(bench, operations[side], { target: 'ours', seconds: warmUpOf(bench.rounds) });
    }
    await alternate(SIDES, bench.rounds, async (side) => {
      rounds[side].push(await drive(bench, operations[side], { target: 'ours', seconds: bench.rounds.seconds }));
    });
    all.push({ name, rounds });
  }
  return all;
}

const peopleIn = (side: Side) => (side === 'bulk' ? IN_BULK : 1);
const peopleASecond = (side: Side, { requests, seconds }: Round) => (requests * peopleIn(side)) / seconds;
const times = ({ rounds: { single, bulk } }: MeasuredBulk) =>
  median(bulk.map((round, n) => peopleASecond('bulk', round) / peopleASecond('single', single[n]!)));

export function bulkTable(all: MeasuredBulk[]): string {
  const rows = all.flatMap((measured) =>
    SIDES.map((side) => {
      const rounds = measured.rounds[side];
      const people = rounds.reduce((sum, { requests }) => sum + requests * peopleIn(side), 0);
      const of = (part: 'server' | 'database') =>
        ms(rounds.reduce((sum, { processor }) => sum + processor[part], 0) / people);
      return [
        `${measured.name}, ${side}`,
        Math.round(median(rounds.map((round) => peopleASecond(side, round)))).toString(),
        ms(percentile(rounds, 0.5)),
        ms(percentile(rounds, 0.99)),
        of('server'),
        of('database'),
        side === 'bulk' ? ratio(times(measured)) : '',
      ];
    }),
  );
  return grid([[BULK, 'people/s', 'p50', 'p99', 'server each', 'PostgreSQL each', 'ratio'], ...rows]);
}

export const bulkLimits = (all: MeasuredBulk[]): Limit[] =>
  all.map((measured) => ({
    name: `${BULK}, a person of ${measured.name} beside a single one`,
    value: 1 / times(measured),
    limit: LIMIT,
    unit: '×',
  }));
