// People a second in bulk requests, beside single upserts on 16 connections, and what a neighbour notices of them.
import { createAndApplyAssignment } from '../src/features/assignments/assign-from-command.ts';
import type { Context } from '../src/core/context.ts';
import { prepareNeighbour } from './data.ts';
import { alternate, drive, warmUpOf, type Bench } from './measure.ts';
import { BULK_OPERATIONS, IN_BULK, OPERATIONS } from './operations.ts';
import { memoryOf, startDriver } from './processes.ts';
import { grid, mebibytes, median, memoryCells, percentile, ms, ratio, type Part, type Round } from './report.ts';

export const BULK = 'bulk';

/** Of single requests' people a second to those of bulk requests: these have to be eight times as many. */
const LIMIT = 1 / 8;

/** Updates that move people between roles, one of which has standing assignments. Most of it is assigning. */
const MOVE = 'move';
const STANDING = 10;

const SIDES = ['single', 'bulk'] as const;
type Side = (typeof SIDES)[number];
type MeasuredBulk = { name: string; rounds: Record<Side, Round[]> };

export async function measureBulk(bench: Bench): Promise<Part> {
  const all: MeasuredBulk[] = [];
  await prepareMoves(bench.data);
  for (const name of ['upsert', 'create', MOVE]) {
    const operations = {
      single: [...OPERATIONS, ...BULK_OPERATIONS].find((operation) => operation.name === name)!,
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
  return partOf(all);
}

/** Assigns modules to the role `content_manager`, unless an earlier run has. */
async function prepareMoves({ db, workspace }: Bench['data']): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from modules m where workspace_id = $1 and status = 'published' and not exists (
       select from assignments where workspace_id = $1 and role = 'content_manager') order by id limit $2`,
    [workspace.id, STANDING],
  );
  const actor = { kind: 'system', name: 'Bench' } as const;
  const ctx: Context = { db, workspace, actor, reach: 'workspace', now: new Date(), requestId: null, ip: null };
  for (const { id } of rows) {
    const to = { kind: 'role', role: 'content_manager' } as const;
    const more = { due_on: null, due_days: 30, joiners: true, again: false, window_days: 30 };
    await createAndApplyAssignment(ctx, { module_id: id, to, ...more });
  }
}

const peopleIn = (side: Side) => (side === 'bulk' ? IN_BULK : 1);
const peopleASecond = (side: Side, { requests, seconds }: Round) => (requests * peopleIn(side)) / seconds;
const times = ({ rounds: { single, bulk } }: MeasuredBulk) =>
  median(bulk.map((round, n) => peopleASecond('bulk', round) / peopleASecond('single', single[n]!)));

function partOf(all: MeasuredBulk[]): Part {
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
        ...memoryCells(rounds),
      ];
    }),
  );
  const head = [BULK, 'people/s', 'p50', 'p99', 'server each', 'PostgreSQL each', 'ratio', 'memory', 'of PostgreSQL'];
  return {
    table: grid([head, ...rows]),
    limits: all
      .filter(({ name }) => name !== MOVE)
      .map((measured) => ({
        name: `${BULK}, a person of ${measured.name} beside a single one`,
        value: 1 / times(measured),
        limit: LIMIT,
        unit: '×',
      })),
  };
}

/** Of a neighbour's p99 beside bulk requests to that alone. */
const NEIGHBOUR_LIMIT = 1.5;

const NEIGHBOURS = ['alone', 'beside'] as const;
/** A neighbour lists its users on four connections, alone and while people are sent in bulk on one. */
export async function measureNeighbour(bench: Bench): Promise<Part> {
  const token = await prepareNeighbour(bench.data.db);
  const list = OPERATIONS.find(({ name }) => name === 'users, first page')!;
  const bulk = { ...BULK_OPERATIONS[0]!, connections: 1 };
  const driver = startDriver();
  const neighbour: Bench = { ...bench, driver, data: { ...bench.data, token } };
  const measured: Record<(typeof NEIGHBOURS)[number], Round[]> = { alone: [], beside: [] };
  const listing = () =>
    drive(neighbour, { ...list, connections: 4 }, { target: 'ours', seconds: bench.rounds.seconds });
  const memory = () => memoryOf(bench.ours.pid)?.now ?? 0;
  await listing();
  await drive(bench, bulk, { target: 'ours', seconds: warmUpOf(bench.rounds) });
  await alternate(NEIGHBOURS, bench.rounds, async (side) => {
    if (side === 'alone') measured.alone.push(await listing());
    else {
      const seconds = bench.rounds.seconds;
      const [round] = await Promise.all([listing(), drive(bench, bulk, { target: 'ours', seconds })]);
      measured.beside.push(round);
    }
  });
  const first = memory();
  let last = first;
  for (let people = 0; people < 50_000;) {
    const { requests } = await drive(bench, bulk, { target: 'ours', seconds: 1 });
    people += requests * IN_BULK;
    last = memory();
  }
  await driver.stop();
  const { alone, beside } = measured;
  const value = percentile(beside, 0.99) / percentile(alone, 0.99);
  return {
    table: grid([
      [`${BULK}, a neighbour`, 'p50', 'p99', 'memory'],
      ['alone', ms(percentile(alone, 0.5)), ms(percentile(alone, 0.99)), mebibytes(first)],
      ['beside', ms(percentile(beside, 0.5)), ms(percentile(beside, 0.99)), `${mebibytes(last)} 50,000 people later`],
    ]),
    limits: [{ name: `${BULK}, p99 of a neighbour beside it`, value, limit: NEIGHBOUR_LIMIT, unit: '×' }],
  };
}
