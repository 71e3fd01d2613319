import { z } from 'zod';
import { MEASURES, MINIMA, type MeasureName } from './minima.ts';
import { amount, boundOf, said, standingOf, type Figures } from './verdict.ts';

const Measured = z.object({ value: z.number().nullable(), of: z.number() });

/** What `--json` prints, and `--baseline` reads. One of an earlier version may lack a measure. */
export const Result = z.object({
  provider: z.string(),
  model: z.string(),
  /** What all was asked for in; null where each source kept its own. */
  language: z.string().nullable(),
  /** Null where nothing was judged. */
  judge: z.string().nullable(),
  at: z.string(),
  sources: z.array(z.string()),
  figures: z.partialRecord(z.enum(MEASURES), Measured),
  criteria: z.array(z.object({ criterion: z.string(), agreed: z.number(), of: z.number() })),
  /** What is wrong with those that are not as expected. */
  cases: z.array(z.string()).default([]),
  problems: z.array(z.string()),
  good_enough: z.boolean(),
});
export type Result = z.infer<typeof Result>;

/** How much a figure has to change to be told: less is chance. */
const TOLD = { share: 0.02, times: 0.05, dollars: 0.001, seconds: 1 };

/** Lines that say what became better and worse since a baseline, and what cannot be compared. */
export function compared(now: Figures, before: Result): string[] {
  const lines = MEASURES.flatMap((name) => changeOf(name, now[name].value, before.figures[name]?.value ?? null));
  return [
    `Beside ${before.provider}, ${before.model}, of ${before.at}:`,
    ...(lines.length > 0 ? lines : ['- nothing has changed by more than chance']),
  ];
}

function changeOf(name: MeasureName, value: number | null, old: number | null): string[] {
  const minimum = MINIMA[name];
  if (value === null && old === null) return [];
  if (value === null || old === null) return [`- not comparable: ${minimum.words}`];
  const change = value - old;
  if (Math.abs(change) < TOLD[minimum.unit]) return [];
  const isBetter = change > 0 === (minimum.bound === 'least');
  return [
    `- ${isBetter ? 'better' : 'worse'}: ${amount(minimum, value)} ${minimum.words}, was ${amount(minimum, old)}`,
  ];
}

const STANDINGS = { met: 'yes', missed: 'no', open: 'cannot be told' };

/** A table with each measure beside its minimum. */
export function tableOf(figures: Figures): string[] {
  return [
    '| Measured | Of | Wanted | Reached |',
    '|---|--:|---|---|',
    ...MEASURES.map((name) => {
      const minimum = MINIMA[name];
      const reached = STANDINGS[standingOf(name, figures[name])];
      return `| ${said(name, figures[name])} | ${figures[name].of} | ${boundOf(minimum)} | ${reached} |`;
    }),
  ];
}
