import type { Driven, Target } from './driver.ts';
import type { Operation } from './operations.ts';
import type { Processor } from './processor.ts';

/** One operation's rounds: the n-th of the floor was measured next to the n-th of ours. */
export type Measured = { operation: Operation } & Record<Target, Round[]>;

export type Round = Driven & { processor: Processor; memory: Memory };

/** Bytes of the server and of PostgreSQL when the round ended. */
export type Memory = Record<keyof Processor, number>;

/** The results of a part of the benchmark. */
export type Part = { table: string; limits: Limit[]; failures?: string[] };

export type Limit = { name: string; value: number | undefined; limit: number; unit: Unit };

const DECIMALS = { MiB: 0, s: 2, ms: 3, '×': 2 };
type Unit = keyof typeof DECIMALS;

const COLUMNS = [
  'operation',
  'floor/s',
  'ours/s',
  'floor p50',
  'p99',
  'ours p50',
  'p99',
  'ratio (min–max)',
  'target',
  '',
];

/** As a Markdown table, which reads well in a terminal too. */
export function table(all: Measured[]): string {
  const rows = all.map((measured) => {
    const { operation, floor, ours } = measured;
    const ratios = ratiosOf(measured);
    const middle = median(ratios);
    return [
      operation.name,
      rate(floor),
      rate(ours),
      ...[percentile(floor, 0.5), percentile(floor, 0.99), percentile(ours, 0.5), percentile(ours, 0.99)].map(ms),
      spread(ratios),
      operation.target === undefined ? '' : `≥ ${operation.target}`,
      operation.target === undefined ? '' : middle >= operation.target ? 'met' : 'missed',
    ];
  });
  return grid([COLUMNS, ...rows]);
}

const COST_COLUMNS = [
  'operation',
  'side',
  'a second',
  'ours to it',
  'server',
  'PostgreSQL',
  'ours takes',
  'memory',
  'of PostgreSQL',
];

/** Answers a second, the processor time of each, and the most memory, on each side. */
export function costTable(all: Measured[]): string {
  const rows = all.flatMap((measured) => {
    const sides = (['plain', 'floor', 'ours'] as const).filter((side) => measured[side].length > 0);
    const ours = processorOf(measured.ours);
    return sides.map((side) => {
      const { server, database } = processorOf(measured[side]);
      const more = (ours.server + ours.database) / (server + database);
      return [
        measured.operation.name,
        side,
        rate(measured[side]),
        side === 'ours' ? '' : ratioTo(measured, side),
        fine(server),
        fine(database),
        side === 'ours' ? '' : `${ratio(more)} ×`,
        ...memoryCells(measured[side]),
      ];
    });
  });
  return grid([COST_COLUMNS, ...rows]);
}

function ratioTo(measured: Measured, side: 'plain' | 'floor'): string {
  const value = ratio(median(ratiosOf(measured, side)));
  return side === 'plain' ? `${value} (≥ ${measured.operation.plain})` : value;
}

/** The most of all rounds, of the server and of PostgreSQL. */
export function memoryCells(rounds: Round[]): string[] {
  return (['server', 'database'] as const).map((part) =>
    mebibytes(Math.max(...rounds.map(({ memory }) => memory[part]))),
  );
}

/** Milliseconds of a request, of all rounds together. */
function processorOf(rounds: Round[]): Processor {
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0);
  const of = (side: keyof Processor) => rounds.reduce((sum, { processor }) => sum + processor[side], 0) / requests;
  return { server: of('server'), database: of('database') };
}

export function limitsTable(limits: Limit[]): string {
  const rows = limits.map((limit) => [
    limit.name,
    limit.value === undefined ? 'unknown here' : `${limit.value.toFixed(DECIMALS[limit.unit])} ${limit.unit}`,
    `≤ ${limit.limit} ${limit.unit}`,
    limit.value === undefined ? '' : limit.value <= limit.limit ? 'met' : 'missed',
  ]);
  return grid([['', 'measured', 'target', ''], ...rows]);
}

/** Which targets are met, in one line. */
export function verdict(all: Measured[], limits: Limit[]): string {
  const targets = [
    ...all.flatMap((measured) => {
      const { name, target } = measured.operation;
      return target === undefined ? [] : [{ name, met: median(ratiosOf(measured)) >= target }];
    }),
    ...limits.flatMap(({ name, value, limit }) => (value === undefined ? [] : [{ name, met: value <= limit }])),
  ];
  const missed = targets.filter(({ met }) => !met).map(({ name }) => name);
  const count = `${targets.length - missed.length} of ${targets.length} targets met`;
  return missed.length === 0 ? `${count}.` : `${count}; missed: ${missed.join('; ')}.`;
}

/** What went wrong, a line for each operation and side: figures of a run with failures mean nothing. */
export function failures(all: Measured[]): string[] {
  return all.flatMap(({ operation, floor, ours, plain }) =>
    Object.entries({ floor, ours, plain }).flatMap(([side, rounds]) => failuresOf(operation, side, rounds)),
  );
}

export function failuresOf({ name, status }: Operation, side: string, rounds: Driven[]): string[] {
  const failed = rounds.reduce((sum, round) => sum + round.failures, 0);
  const first = rounds.find((round) => round.firstFailure)?.firstFailure;
  return failed === 0 ? [] : [`${name}, ${side}: ${failed} answers were not ${status}: ${first}`];
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

function ratiosOf(measured: Measured, side: 'plain' | 'floor' = 'floor'): number[] {
  return measured.ours.map((round, n) => perSecond(round) / perSecond(measured[side][n]!));
}

const perSecond = ({ requests, seconds }: Driven) => requests / seconds;
export const rate = (rounds: Driven[]) => digits(median(rounds.map(perSecond)));
export const ratio = (value: number) => value.toFixed(value < 10 ? 2 : 1);
/** The median, the least and the most. */
export const spread = (ratios: number[]) =>
  `${ratio(median(ratios))} (${ratio(Math.min(...ratios))}–${ratio(Math.max(...ratios))})`;
export const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
export const ms = (value: number) => `${digits(value)} ms`;
export const fine = (value: number) => `${value.toFixed(3)} ms`;
const digits = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** Of all rounds together, in milliseconds. */
export function percentile(rounds: Pick<Driven, 'latencies'>[], share: number): number {
  const all = Float64Array.from(rounds.flatMap(({ latencies }) => [...latencies])).toSorted();
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
}

export function grid([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
