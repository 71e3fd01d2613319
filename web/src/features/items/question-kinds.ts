import type { Question } from '@training/shared/courses/courses';

import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('items');

/** Returns the name of a question's kind. */
export const questionKindNameOf = (kind: Question['kind']): string => t(`kind.${kind}`);

const ALLOWANCES = ['partial_credit', 'ignore_accents', 'allow_typo'] as const;

/** Returns the name of a question's kind with what its grading allows. */
export function questionKindAndAllowancesInWords(
  question: { kind: Question['kind'] } & { [Name in (typeof ALLOWANCES)[number]]?: true },
): string {
  const allowed = ALLOWANCES.filter((name) => question[name]).map((name) => t(`allows.${name}`));
  return [questionKindNameOf(question.kind), ...allowed].join(' · ');
}

/** Returns a right number with its tolerance and units: "5 ± 2 % kg / kilogram". */
export function correctNumberInWords({
  value,
  tolerance,
  units,
}: Pick<Extract<Question, { kind: 'number' }>, 'value' | 'tolerance' | 'units'>): string {
  const within = tolerance === undefined ? '' : ` ± ${tolerance.of}${tolerance.by === 'percent' ? ' %' : ''}`;
  return value === null ? '' : `${value}${within} ${units.join(' / ')}`.trim();
}
