import { alternate, drive, warmUpOf, type Bench } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { processorOf, type Processor } from './processor.ts';
import { fine, grid, rate, ratio, type Part, type Round } from './report.ts';

/** Limit of the ratio of a write’s processor time with the background work that follows it to that without. */
const LIMIT = 1.1;
const SIDES = ['held', 'free'] as const;

type Options = {
  /** Names the background work. */
  name: string;
  operations: readonly string[];
  /** The table that the background work needs: locked, it waits. */
  table: string;
  /** Resolves once nothing is left to do. */
  settle: () => Promise<unknown>;
  /** Resolves once what the round has left is done: it counts to the round. */
  finish: (isHeld: boolean) => Promise<void>;
};

/** Writes in alternating rounds, while background work follows them, and while it waits for a lock. */
export async function measureBackgroundWork(
  bench: Bench,
  { name, operations, table, settle, finish }: Options,
): Promise<Part> {
  const { data, ours, rounds } = bench;
  const part: Part = { table: '', limits: [] };
  const rows: string[][] = [];
  for (const operation of OPERATIONS.filter((each) => operations.includes(each.name))) {
    const measured: Record<(typeof SIDES)[number], Round[]> = { held: [], free: [] };
    await drive(bench, operation, { target: 'ours', seconds: warmUpOf(rounds) });
    await alternate(SIDES, rounds, async (side) => {
      await settle();
      const release = side === 'held' ? await hold(bench, table) : undefined;
      const before = processorOf(ours.pid, data.postmaster);
      const driven = await drive(bench, operation, { target: 'ours', seconds: rounds.seconds });
      await finish(side === 'held');
      const after = processorOf(ours.pid, data.postmaster);
      await release?.();
      const processor = { server: after.server - before.server, database: after.database - before.database };
      measured[side].push({ ...driven, processor });
    });
    const [held, free] = [wholeOf(measured.held), wholeOf(measured.free)];
    rows.push(
      ...SIDES.map((side) => [
        `${operation.name}, ${side === 'held' ? `without ${name}` : `with ${name}`}`,
        rate(measured[side]),
        fine(of(measured[side], 'server')),
        fine(of(measured[side], 'database')),
        ratio(wholeOf(measured[side]) / held),
      ]),
    );
    part.limits.push({
      name: `${name}, processor time of ${operation.name}`,
      value: free / held,
      limit: LIMIT,
      unit: '×',
    });
  }
  part.table = grid([[name, 'a second', 'server', 'PostgreSQL', 'ratio'], ...rows]);
  return part;
}

/** Locks a table until the returned function is called. */
async function hold({ data }: Bench, table: string): Promise<() => Promise<void>> {
  const client = await data.db.pool.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Milliseconds of the processor for a request. */
const of = (rounds: Round[], part: keyof Processor) =>
  rounds.reduce((sum, { processor }) => sum + processor[part], 0) /
  rounds.reduce((sum, { requests }) => sum + requests, 0);
const wholeOf = (rounds: Round[]) => of(rounds, 'server') + of(rounds, 'database');
