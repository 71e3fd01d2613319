import { areSameFigure, type Figure } from './figures.ts';
import { CONJUNCTIONS } from './polarity-words.ts';
import { countMatchingWordsAt, findWordPositions, type Bound, type PolarityReading } from './polarity.ts';
import { leadingUnitOf } from './units.ts';
import { isContentWord, shareOfMatchingStems, stemOf, type CoveredLanguage, wordSetOf } from './words.ts';

/**
 * Limits of `claim` that the passage turns round, as written.
 * @param asked Figures of the question: 95 pounds of a case are more than the 80 that the passage allows.
 */
export function findReversedLimits(
  claim: PolarityReading,
  passage: PolarityReading,
  asked: readonly Figure[] = [],
): string[] {
  return claim.limits
    .filter(({ figure, bound }) => {
      if (asked.some((each) => isBeyond(each, figure, bound))) return false;
      const same = passage.limits.filter((each) => areSameFigure(each.figure, figure));
      return same.length > 0 && same.every((each) => each.bound !== bound);
    })
    .map(({ figure }) => figure.text);
}

/**
 * Figures of an answer to "when may one not" that stand on the other side of what the passage forbids, as written: over
 * 20 percent for "not below 20 percent".
 */
export function findComparisonsAgainstProhibition(answer: PolarityReading, passage: PolarityReading): string[] {
  const [denied, ...more] = [...passage.negations, ...passage.bans];
  if (!isPlainAssertion(answer) || passage.hasException || denied === undefined || more.length > 0) return [];
  const forbidden = passage.comparisons.filter(({ clause }) => clause === passage.tokens[denied]?.clause);
  return answer.comparisons
    .filter(({ figure, isLess }) =>
      forbidden.some((each) => areSameFigure(each.figure, figure) && each.isLess !== isLess),
    )
    .map(({ figure }) => figure.text);
}

/** Returns true if a figure of a case is in the same unit beyond a limit. */
const isBeyond = (figure: Figure, limit: Figure, bound: Bound): boolean =>
  !figure.implied &&
  figure.unit !== undefined &&
  figure.unit === limit.unit &&
  figure.values.some((value) => limit.values.some((most) => (bound === 'least' ? value > most : value < most)));

/** Words that begin another thing that is denied. */
const NOR = new Set(['nor', 'noch', 'ni', 'ani']);

/** Verbs that begin a statement of its own behind "and": must not be used and are handed in. */
const FINITE = wordSetOf(
  'are is must has have ist sind wird werden muss mussen son esta estan es debe deben se sa jest nalezy trzeba musi sont est doit doivent',
);

/** Content stems near a place: the clause's, behind it or all. */
export function findStemsNear(
  { tokens, language }: PolarityReading,
  place: number,
  onlyBehind: boolean,
  most = Infinity,
): string[] {
  const clause = tokens[place]?.clause;
  const found: string[] = [];
  for (let n = place + 1; tokens[n]?.clause === clause && found.length < most; n++) {
    const word = tokens[n]?.word ?? '';
    if ((onlyBehind && NOR.has(word)) || (CONJUNCTIONS.has(word) && FINITE.has(tokens[n + 1]?.word ?? ''))) break;
    add(n);
  }
  // "A is done and B is not": only B is denied.
  for (let n = place - 1; !onlyBehind && tokens[n]?.clause === clause && !CONJUNCTIONS.has(tokens[n]?.word ?? ''); n--)
    add(n);
  function add(n: number) {
    const word = tokens[n]?.word ?? '';
    if (isContentWord(word, language) && !leadingUnitOf([word])) found.push(stemOf(word));
  }
  return [...new Set(found)];
}

/** Returns true if an exception follows in the same clause: not until, not without. */
const hasExceptionBehind = ({ tokens, lexicon }: PolarityReading, place: number) =>
  tokens.some(
    (token, n) =>
      n > place &&
      token.clause === tokens[place]?.clause &&
      (countMatchingWordsAt(tokens, n, lexicon.except) > 0 || countMatchingWordsAt(tokens, n, lexicon.during) > 0),
  );

/** A denial or ban, as stems: behind its negation, in its clause, and in the whole text. */
export type Denial = {
  behind: string[];
  clause: string[];
  all: string[];
  /** True if a comparison is denied: "never above eye level" lets eye level be the highest. */
  isCompared?: boolean;
  /** True if only the place behind is denied: outside the fridge. */
  isOutside?: boolean;
  /** True if the rest of the text says the words behind the negation, too: "add A to B, never B to A". */
  isTurned: boolean;
};

/** Returns true if a comparison follows a negation in its clause. */
const compares = ({ tokens, lexicon }: PolarityReading, place: number) =>
  [1, 2, 3].some(
    (step) =>
      tokens[place + step]?.clause === tokens[place]?.clause &&
      countMatchingWordsAt(tokens, place + step, lexicon.less) +
        countMatchingWordsAt(tokens, place + step, lexicon.more) >
        0,
  );

/** Most negations that are read of a sentence; each takes the time that its clause takes. */
const MOST_DENIALS = 30;

/** Returns what a sentence denies or forbids. */
export function denialsOf(reading: PolarityReading): Denial[] {
  const { tokens, language } = reading;
  const counts = new Map<string, number>();
  for (const { word } of tokens.filter((token) => isContentWord(token.word, language)))
    counts.set(stemOf(word), (counts.get(stemOf(word)) ?? 0) + 1);
  const all = [...counts.keys()];
  return [
    ...reading.negations
      .slice(0, MOST_DENIALS)
      .filter((place) => !hasExceptionBehind(reading, place))
      .map((place) => {
        const clause = findStemsNear(reading, place, false);
        const said = findStemsNear(reading, place, true);
        const behind = said.length > 0 ? said : clause;
        const isTurned = behind.every((stem) => (counts.get(stem) ?? 0) > 1);
        return { clause, behind, all, isTurned, isCompared: compares(reading, place) };
      }),
    ...reading.bans
      .slice(0, MOST_DENIALS)
      .filter((place) => !hasExceptionBehind(reading, place))
      .map((place) => {
        const clause = findStemsNear(reading, place, false);
        return { clause, behind: clause, all, isTurned: false };
      }),
    ...findWordPositions(tokens, reading.lexicon.outside)
      .slice(0, MOST_DENIALS)
      .map((place) => ({
        clause: findStemsNear(reading, place, false),
        behind: findStemsNear(reading, place, true, 1),
        all,
        isTurned: false,
        isOutside: true,
      })),
  ].filter(({ clause }) => clause.length > 0);
}

/** Share of a denial's words that a text must have to say the opposite. */
const ENOUGH = { behind: 0.6, clause: 0.6, elsewhere: 0.75, answer: 0.3 };

/** An item whose answer may say what a passage denies. */
export type ItemPolarityReading = {
  asked: PolarityReading;
  answered: PolarityReading;
  hasInAnswer: (stem: string) => boolean;
  hasInItem: (stem: string) => boolean;
};

/** Returns true if a text neither negates nor forbids nor makes an exception. */
export const isPlainAssertion = ({ negations, bans, hasException }: PolarityReading) =>
  negations.length === 0 && bans.length === 0 && !hasException;

/** Languages that have the verb right behind its negation. */
const VERB_FIRST = new Set<CoveredLanguage>(['en', 'es', 'pl', 'fr']);

/** Returns true if an answer says what one of the denials denies, or forbids, without a negation of its own. */
export function doesAnswerDropNegation(
  item: ItemPolarityReading,
  denials: readonly Denial[],
  isElsewhere: boolean,
): boolean {
  const { asked, answered } = item;
  if (!isPlainAssertion(answered) || asked.negations.length > 0 || asked.bans.length > 0) return false;
  if (findWordPositions(asked.tokens, asked.lexicon.why).length > 0) return false;
  const { less, more } = answered.lexicon;
  const hasComparison =
    findWordPositions(answered.tokens, less).length + findWordPositions(answered.tokens, more).length > 0;
  return denials.some(({ behind, clause, all, isTurned, isCompared = false, isOutside = false }) => {
    if (isOutside || (isCompared && !hasComparison)) return false;
    if (isTurned && (behind.length === 1 || !isInOrder(behind, answered))) return false;
    // The verb behind the negation is what is denied; "what stays visible" denies nothing of "must not cover it".
    if (behind.length > 1 && VERB_FIRST.has(answered.language) && !item.hasInItem(behind[0] ?? '')) return false;
    const inAnswer = behind.filter(item.hasInAnswer).length;
    // One word says too little, unless the rest of the sentence is about the same.
    const beside = all.filter((stem) => !behind.includes(stem) && item.hasInItem(stem)).length;
    const needed = isElsewhere && beside < 2 ? 2 : 1;
    return (
      inAnswer >= needed &&
      inAnswer >= behind.length * (isElsewhere ? ENOUGH.elsewhere : ENOUGH.answer) &&
      shareOfMatchingStems(behind, item.hasInItem) >= (isElsewhere ? ENOUGH.elsewhere : ENOUGH.behind) &&
      (behind.length > 1 || beside > 1 || shareOfMatchingStems(clause, item.hasInItem) >= ENOUGH.clause)
    );
  });
}

/** Returns true if a text has the stems in their order. */
function isInOrder(stems: readonly string[], { tokens }: PolarityReading): boolean {
  const places = stems.map((stem) => tokens.findIndex(({ word }) => word.startsWith(stem)));
  return places.every((place, n) => place >= 0 && place >= (places[n - 1] ?? 0));
}

/** Returns true if an answer denies what the passage says without any negation or exception. */
export function doesAnswerAddNegation(
  { asked, answered }: ItemPolarityReading,
  passage: PolarityReading,
  has: (stem: string) => boolean,
): boolean {
  if (
    passage.hasException ||
    passage.bans.length > 0 ||
    findWordPositions(passage.tokens, passage.lexicon.not).length > 0
  )
    return false;
  if (answered.hasException || asked.hasException || asked.negations.length > 0) return false;
  return denialsOf(answered).some(
    ({ behind }) => behind.length > 1 && shareOfMatchingStems(behind, has) >= ENOUGH.elsewhere,
  );
}
