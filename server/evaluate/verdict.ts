import type { Measured } from './interval.ts';
import { MEASURES, MINIMA, type MeasureName, type Minimum } from './minima.ts';

export type Figures = Record<MeasureName, Measured>;

/** A figure beside its minimum. `open`: chance could decide either way, or too little was measured. */
export type Standing = 'met' | 'missed' | 'open';

export const OUTCOMES = ['good enough', 'not good enough', 'undecided'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Verdict = { outcome: Outcome; reasons: string[] };

/** A figure counts as met or missed if its whole interval is on one side of the limit. */
export function standingOf(name: MeasureName, { value, of, low, high }: Measured): Standing {
  const { bound, limit, from } = MINIMA[name];
  if (value === null || of < from) return 'open';
  const [worst, best] = bound === 'least' ? [low ?? value, high ?? value] : [high ?? value, low ?? value];
  const isWithin = (figure: number) => (bound === 'least' ? figure >= limit : figure <= limit);
  if (isWithin(worst)) return 'met';
  return isWithin(best) ? 'open' : 'missed';
}

/**
 * Decides whether a model is good enough. Without a proven judge it is undecided: nobody has looked at the items.
 * @param doubt Why there is no word of a judge that counts.
 * @param problems What failed, in words. With a failure the rest was measured on too little.
 */
export function verdictOf(figures: Figures, doubt: string | undefined, problems: readonly string[]): Verdict {
  const by = (standing: Standing) => MEASURES.filter((name) => standingOf(name, figures[name]) === standing);
  const missed = by('missed').map(
    (name) => `${said(name, figures[name])}, ${boundOf(MINIMA[name])} is needed: ${MINIMA[name].why}`,
  );
  const open = by('open')
    .filter((name) => !(MINIMA[name].isOptional && figures[name].value === null))
    .map(
      (name) => `${said(name, figures[name])}, ${boundOf(MINIMA[name])} is needed: ${remedyOf(name, figures[name])}`,
    );
  const failed = problems.length > 0 ? [`${problems.length} of the calls failed: run it again`] : [];
  if (doubt !== undefined) return { outcome: 'undecided', reasons: [doubt, ...missed] };
  if (missed.length > 0) return { outcome: 'not good enough', reasons: [...missed, ...failed] };
  if (open.length + failed.length > 0) return { outcome: 'undecided', reasons: [...open, ...failed] };
  return { outcome: 'good enough', reasons: [] };
}

const MORE: Partial<Record<MeasureName, string>> = {
  caught: 'raise --planted',
  caught_by_second_call: 'raise --planted',
  false_alarms: 'raise --planted',
  kappa: 'name more answers with --answers',
  kappa_middle: 'name more answers with --answers',
  kappa_worst_language: 'name more answers with --answers',
  pairs_together: 'name more pairs with --answers',
  to_trainer: 'name more answers with --answers',
  cases: 'read which cases differ',
};

function remedyOf(name: MeasureName, { of }: Measured): string {
  const { from } = MINIMA[name];
  const more = MORE[name] ?? 'raise --cards and --questions, or name more --sources';
  return of < from ? `${of} are too few, ${from} are needed; ${more}` : `chance could decide; ${more}`;
}

/** As `87% in the requested language (80–92 of 60)`. */
export function said(name: MeasureName, measured: Measured): string {
  const { words } = MINIMA[name];
  if (measured.value === null) return `${words}: not measured`;
  const range = rangeOf(MINIMA[name], measured);
  return `${amount(MINIMA[name], measured.value)} ${words}${range === '' ? '' : ` (${range})`}`;
}

/** The interval and the number of cases, as `80–92 of 60`; empty without an interval. */
export function rangeOf({ unit }: Pick<Minimum, 'unit'>, { low, high, of }: Measured): string {
  if (low === undefined || high === undefined) return '';
  const [from, to] = [low, high].map((end) => (unit === 'share' ? (end * 100).toFixed(0) : amount({ unit }, end)));
  return `${from}–${to} of ${of}`;
}

export const boundOf = (minimum: Minimum): string => `at ${minimum.bound} ${amount(minimum, minimum.limit)}`;

export function amount({ unit }: Pick<Minimum, 'unit'>, value: number): string {
  switch (unit) {
    case 'share':
      return `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)}%`;
    case 'kappa':
      return value.toFixed(2).replace('-0.00', '0.00');
    case 'times':
      return `${value.toFixed(2)} times`;
    case 'dollars':
      return `$${value.toFixed(4)}`;
    case 'seconds':
      return `${value.toFixed(1)} s`;
  }
}
