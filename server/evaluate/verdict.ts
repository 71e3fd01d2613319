import type { Measured } from './measures.ts';
import { MEASURES, MINIMA, type MeasureName, type Minimum } from './minima.ts';

export type Figures = Record<MeasureName, Measured>;

/** `open` where too little was there to tell. */
type Standing = 'met' | 'missed' | 'open';

export type Verdict = { isGoodEnough: boolean; words: string };

export function standingOf(name: MeasureName, { value, of }: Measured): Standing {
  const { bound, limit, from } = MINIMA[name];
  if (value === null || of < from) return 'open';
  return (bound === 'least' ? value >= limit : value <= limit) ? 'met' : 'missed';
}

/**
 * "Good enough" where nothing missed its minimum, nothing failed and something was made; else what missed. `problems`
 * are what failed, in words.
 */
export function verdictOf(figures: Figures, problems: readonly string[]): Verdict {
  const missed = MEASURES.filter((name) => standingOf(name, figures[name]) === 'missed').map(
    (name) => `${said(name, figures[name])}, ${boundOf(MINIMA[name])} is wanted: ${MINIMA[name].why}`,
  );
  const failed =
    problems.length > 0 ? [`${problems.length} of the calls came to nothing, so not all was measured`] : [];
  const reasons = [...missed, ...failed];
  if (reasons.length === 0) return { isGoodEnough: true, words: 'good enough' };
  return { isGoodEnough: false, words: ['not good enough:', ...reasons.map((each) => `- ${each}`)].join('\n') };
}

/** As `87% in the wanted language`. */
export function said(name: MeasureName, { value }: Measured): string {
  return value === null
    ? `${MINIMA[name].words}: not measured`
    : `${amount(MINIMA[name], value)} ${MINIMA[name].words}`;
}

export const boundOf = (minimum: Minimum): string => `at ${minimum.bound} ${amount(minimum, minimum.limit)}`;

export function amount({ unit }: Pick<Minimum, 'unit'>, value: number): string {
  switch (unit) {
    case 'share':
      return `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)}%`;
    case 'times':
      return `${value.toFixed(2)} times`;
    case 'dollars':
      return `$${value.toFixed(4)}`;
    case 'seconds':
      return `${value.toFixed(1)} s`;
  }
}
