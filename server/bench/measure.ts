import type { Data } from './data.ts';
import type { Target } from './driver.ts';
import type { Operation } from './operations.ts';
import { memoryOf, memoryOfPostgres, type Driver, type Server } from './processes.ts';
import { processorOf } from './processor.ts';
import type { Measured, Round } from './report.ts';

const CONNECTIONS = 16;
/** Seconds for node to have compiled what is hot. */
const WARM_UP = 2;

export type Rounds = { count: number; seconds: number };
export type Bench = { floor: Server; ours: Server; driver: Driver; data: Data; rounds: Rounds };

export const warmUpOf = ({ seconds }: Rounds): number => Math.min(WARM_UP, seconds);

/** All sides of each round; who goes first changes, so that a drift of the machine favours nobody. */
export async function alternate<Side extends string>(
  sides: readonly Side[],
  { count }: Rounds,
  measureSide: (side: Side, n: number) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const first = n % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) await measureSide(side, n);
  }
}

/** Milliseconds, one for each time. */
export type Latencies = { latencies: Float64Array };

/**
 * One at a time for so many seconds. `next` prepares the n-th outside of the measured time, and gives what is measured.
 */
async function timed(seconds: number, next: (n: number) => () => Promise<unknown>): Promise<Latencies> {
  const latencies: number[] = [];
  const ends = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < ends; n++) {
    const run = next(n);
    const began = performance.now();
    await run();
    latencies.push(performance.now() - began);
  }
  return { latencies: Float64Array.from(latencies) };
}

/** A warm-up of each side, then the rounds, in which each goes one at a time for the seconds of a round. */
export async function alternateTimed<Side extends string>(
  sides: Record<Side, (n: number) => () => Promise<unknown>>,
  measured: Record<Side, Latencies[]>,
  { names, rounds }: { names: readonly Side[]; rounds: Rounds },
): Promise<void> {
  for (const side of names) await timed(warmUpOf(rounds), sides[side]);
  await alternate(names, rounds, async (side) => {
    measured[side].push(await timed(rounds.seconds, sides[side]));
  });
}

/** Across processes too: what a kept folder holds of earlier runs must not be met again. */
let runs = Date.now() % 1_000_000_000;

/** A side gets `operation` for so many seconds. */
export async function drive(
  { driver, data, ...servers }: Bench,
  operation: Operation,
  { target, seconds, etag = '' }: { target: Target; seconds: number; etag?: string },
): Promise<Round> {
  const server = servers[target === 'ours' ? 'ours' : 'floor'];
  const before = processorOf(server.pid, data.postmaster);
  const driven = await driver.drive({
    operation: operation.name,
    target,
    port: server.port,
    token: data.token,
    facts: { ...data.facts, etag },
    connections: operation.connections ?? CONNECTIONS,
    seconds,
    run: runs++ * 1_000,
  });
  const after = processorOf(server.pid, data.postmaster);
  const processor = { server: after.server - before.server, database: after.database - before.database };
  const memory = { server: memoryOf(server.pid)?.now ?? 0, database: memoryOfPostgres(data.postmaster) };
  return { ...driven, processor, memory };
}

/** A warm-up, then the rounds: ours beside the floor and, where it is asked for, the plain server. */
export async function measure(operation: Operation, bench: Bench): Promise<Measured> {
  const { ours, data, rounds } = bench;
  const etag = await catalogTag(ours.port, data.token);
  const measured: Measured = { operation, floor: [], ours: [], plain: [] };
  const stopWriting = operation.writes ? data.keepWriting() : undefined;
  const sides: readonly Target[] = operation.plain ? ['floor', 'ours', 'plain'] : ['floor', 'ours'];
  for (const target of sides) await drive(bench, operation, { target, seconds: warmUpOf(rounds), etag });
  await alternate(sides, rounds, async (target) => {
    measured[target].push(await drive(bench, operation, { target, seconds: rounds.seconds, etag }));
  });
  await stopWriting?.();
  return measured;
}

async function catalogTag(port: number, token: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/catalog`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  });
  await response.arrayBuffer();
  return response.headers.get('etag') ?? '';
}
