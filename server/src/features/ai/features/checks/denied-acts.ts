import { isPlainAssertion, type ItemPolarityReading } from './denials.ts';
import { CONJUNCTIONS } from './polarity-words.ts';
import { findWordPositions, type PolarityReading, type WordToken } from './polarity.ts';
import { leadingUnitOf } from './units.ts';
import { isContentWord, shareOfMatchingStems, stemOf, type CoveredLanguage } from './words.ts';

/** Negations that the others of their sentence repeat: "ne … pas", "nigdy nie". */
const LEADING: Partial<Record<CoveredLanguage, ReadonlySet<string>>> = {
  fr: new Set(['ne', 'n']),
  pl: new Set(['nie']),
};

/** Content stems of what a sentence denies or forbids, and of when it does. */
export type DeniedAct = { what: string[]; when: string[] };

/**
 * Reads a sentence that begins with what it denies or forbids, such as "Never open the lid while the motor runs";
 * undefined for any other. Clauses that add or contrast something are left out.
 */
export function readDeniedAct({ tokens, negations, bans, lexicon, language }: PolarityReading): DeniedAct | undefined {
  const leading = negations.filter((place) => LEADING[language]?.has(tokens[place]?.word ?? ''));
  const [place, more] = [...(leading.length > 0 ? leading : negations), ...bans];
  const hasException =
    findWordPositions(tokens, lexicon.except).length + findWordPositions(tokens, lexicon.only).length > 0;
  const first = tokens[0]?.clause;
  if (hasException || place === undefined || more !== undefined || tokens[place]?.clause !== first) return undefined;
  // "It is handed in and not used" begins with what is done.
  if (CONJUNCTIONS.has(tokens[place - 1]?.word ?? '')) return undefined;
  const during = new Set(findWordPositions(tokens, lexicon.during));
  const from = Math.min(...during);
  const clauses = new Set([first, ...[...during].map((n) => tokens[n]?.clause)]);
  const own = tokens.flatMap((token, n) => (clauses.has(token.clause) && !during.has(n) ? [{ token, n }] : []));
  const of = (isWhen: boolean) =>
    contentOf(
      own.flatMap(({ token, n }) => (n > from === isWhen ? [token] : [])),
      language,
    );
  return { what: of(false), when: of(true) };
}

const contentOf = (tokens: readonly WordToken[], language: CoveredLanguage) => [
  ...new Set(
    tokens.flatMap(({ word }) => (isContentWord(word, language) && !leadingUnitOf([word]) ? [stemOf(word)] : [])),
  ),
];

/** Returns true if two stems may be forms of one word. Spanish and French change verbs early: abras, abrir. */
function areForms(one: string, other: string, language: CoveredLanguage): boolean {
  if (one.startsWith(other) || other.startsWith(one)) return true;
  if (language !== 'es' && language !== 'fr') return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return same >= Math.max(3, Math.min(one.length, other.length) - 2);
}

/** Shares of a sentence's words that an item must have to say it again: of what it denies, and of when. */
const RESTATED = { what: 0.9, when: 0.5 };

/** Returns true if question and answer say a sentence again that denies, without its negation and with no new word. */
export function doesRestateDeniedAct(
  { asked, answered, hasInItem }: ItemPolarityReading,
  sentences: readonly { denied: DeniedAct | undefined }[],
): boolean {
  if (!isPlainAssertion(answered) || asked.negations.length > 0 || asked.bans.length > 0) return false;
  if (findWordPositions(asked.tokens, asked.lexicon.why).length > 0) return false;
  const known = contentOf(asked.tokens, asked.language);
  const said = contentOf(answered.tokens, answered.language);
  if (said.every((stem) => known.includes(stem))) return false;
  const isIn = (stem: string, stems: readonly string[]) =>
    stems.some((each) => areForms(each, stem, answered.language));
  const has = (stem: string) => hasInItem(stem) || isIn(stem, [...known, ...said]);
  return sentences.some(({ denied }) => {
    const { what, when } = denied ?? { what: [], when: [] };
    return (
      what.length + when.length > 1 &&
      said.every((stem) => isIn(stem, [...what, ...when])) &&
      shareOfMatchingStems(what, has) >= RESTATED.what &&
      (when.length === 0 || shareOfMatchingStems(when, has) >= RESTATED.when)
    );
  });
}
