import { differs } from './interval.ts';
import { MEASURES, MINIMA, type MeasureName } from './minima.ts';
import type { Result } from './report.ts';
import { amount } from './verdict.ts';

export type Comparison = { lines: string[]; regressions: string[] };

/** Least change of a figure without an interval that is reported. */
const REPORTED = { share: 0.02, kappa: 0.02, times: 0.05, dollars: 0.001, seconds: 1 };

/** Cost that counts as a regression, times the last. */
const DEARER = 1.25;

const JUDGED = new Set<MeasureName>(['judged_cards', 'judged_questions', 'judged_distractors']);

const namesOf = ({ sources, answers }: Result) => [...sources, answers.count].join('\n');

/** Returns true if both were measured with the same. Of an older result only names and numbers are known. */
const isOfSameSamples = (one: Result, other: Result): boolean =>
  namesOf(one) === namesOf(other) && (one.samples === null || other.samples === null || one.samples === other.samples);

/**
 * Compares a result with an earlier one of the same model. Worse by more than chance is a regression, and so is a
 * quarter more cost. Durations are only reported: they depend on the provider's day.
 */
export function compare(now: Result, before: Result): Comparison {
  const title = `Beside the last result of ${now.model}, of ${before.at}:`;
  if (!isOfSameSamples(now, before)) {
    return { lines: [title, '- not comparable: it had other sources, answers or numbers of items'], regressions: [] };
  }
  const lines: string[] = [];
  const regressions: string[] = [];
  const judges = [now, before].map(({ judge }) => judge && `${judge.name} ${judge.endpoint ?? ''}`);
  const isComparable = typeof judges[0] === 'string' && judges[0] === judges[1];
  for (const name of MEASURES) {
    const [one, other] = [now.figures[name], before.figures[name]];
    if (JUDGED.has(name) && !isComparable) {
      lines.push(`- not comparable, because of the judge: ${MINIMA[name].words}`);
      continue;
    }
    if (!one || !other || one.value === null || other.value === null) {
      if (one?.value !== other?.value) lines.push(`- not comparable: ${MINIMA[name].words}`);
      continue;
    }
    const { unit, bound, words } = MINIMA[name];
    const change = one.value - other.value;
    const hasInterval = one.low !== undefined && other.low !== undefined;
    if (Math.abs(change) < REPORTED[unit] || (hasInterval && !differs(one, other))) continue;
    const isBetter = change > 0 === (bound === 'least');
    const line = `${isBetter ? 'better' : 'worse'}: ${amount({ unit }, one.value)} ${words}, was ${amount({ unit }, other.value)}`;
    lines.push(`- ${line}`);
    const counts = unit === 'dollars' ? one.value > other.value * DEARER : hasInterval;
    if (!isBetter && counts) regressions.push(line);
  }
  for (const row of now.table) {
    const last = before.table.find(({ task, language }) => task === row.task && language === row.language);
    if (!last) continue;
    const columns = ['quality', 'caught'] as const;
    for (const name of columns) {
      if (name === 'quality' && row.task !== 'grading' && !isComparable) continue;
      const [one, other] = [row[name], last[name]];
      if (!differs(one, other) || (one.value ?? 0) >= (other.value ?? 0)) continue;
      const line = `worse: ${row.task}, ${row.language}: ${name} ${one.value?.toFixed(2)}, was ${other.value?.toFixed(2)}`;
      lines.push(`- ${line}`);
      regressions.push(line);
    }
  }
  return { lines: [title, ...(lines.length > 0 ? lines : ['- no change beyond chance'])], regressions };
}
