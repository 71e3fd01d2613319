// What sealing the audit log takes of the server and of PostgreSQL for each write under load.
import { setTimeout as sleep } from 'node:timers/promises';
import { extendAuditChains } from '../src/features/audit/chain/seal-chain.ts';
import { alternate, drive, warmUpOf, type Bench } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { processorOf, type Processor } from './processor.ts';
import { fine, grid, rate, ratio, type Limit, type Round } from './report.ts';

export const SEALING = 'sealing';

/** Of the processor time of an upsert with sealing to that without. */
const LIMIT = 1.1;
/** Milliseconds in which the server comes by once more, and seals what the round has left. */
const TAIL = 6_000;

const SIDES = ['unsealed', 'sealed'] as const;
type Side = (typeof SIDES)[number];
export type MeasuredSealing = Record<Side, Round[]>;

/**
 * Upserts in alternating rounds, while the server seals and while it waits for a lock before it may look at anything.
 * What a round has left unsealed counts to it, or is sealed here before the next.
 */
export async function measureSealing(bench: Bench): Promise<MeasuredSealing> {
  const { data, ours, rounds } = bench;
  const upsert = OPERATIONS.find(({ name }) => name === 'upsert')!;
  const measured: MeasuredSealing = { unsealed: [], sealed: [] };
  const going = new AbortController().signal;
  await drive(bench, upsert, { target: 'ours', seconds: warmUpOf(rounds) });
  await alternate(SIDES, rounds, async (side) => {
    await extendAuditChains(data.db, TAIL, going);
    const release = side === 'unsealed' ? await holdChains(bench) : undefined;
    const before = processorOf(ours.pid, data.postmaster);
    const driven = await drive(bench, upsert, { target: 'ours', seconds: rounds.seconds });
    await sleep(TAIL);
    const after = processorOf(ours.pid, data.postmaster);
    await release?.();
    const processor = { server: after.server - before.server, database: after.database - before.database };
    measured[side].push({ ...driven, processor });
  });
  return measured;
}

/** Nobody looks into a chain until the returned function is called. */
async function holdChains({ data }: Bench): Promise<() => Promise<void>> {
  const client = await data.db.pool.connect();
  await client.query('begin');
  await client.query('lock table audit_chain in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const of = (rounds: Round[], part: keyof Processor) =>
  rounds.reduce((sum, { processor }) => sum + processor[part], 0) /
  rounds.reduce((sum, { requests }) => sum + requests, 0);
const wholeOf = (rounds: Round[]) => of(rounds, 'server') + of(rounds, 'database');

export function sealingTable(measured: MeasuredSealing): string {
  const rows = SIDES.map((side) => [
    `upsert, ${side}`,
    rate(measured[side]),
    fine(of(measured[side], 'server')),
    fine(of(measured[side], 'database')),
    ratio(wholeOf(measured[side]) / wholeOf(measured.unsealed)),
  ]);
  return grid([[SEALING, 'a second', 'server', 'PostgreSQL', 'ratio'], ...rows]);
}

export function sealingLimit(measured: MeasuredSealing): Limit {
  const value = wholeOf(measured.sealed) / wholeOf(measured.unsealed);
  return { name: `${SEALING}, processor time of an upsert`, value, limit: LIMIT, unit: '×' };
}
