import { figuresOf, type Figure } from './figures.ts';
import { lexiconOf, type PolarityLexicon, type WordList } from './polarity-words.ts';
import { foldText, type CoveredLanguage, wordSetOf } from './words.ts';

/** A folded word; `clause` counts from 0. */
export type WordToken = { word: string; clause: number; start: number };

/** Words, and marks that end a clause. Those within a figure end none: 1.80 m. */
const TOKEN = /\p{Nd}+(?:[.,]\p{Nd}+)+|[\p{L}\p{M}\p{N}]+|[,;:.!?()\n–—]/gu;

function tokensOf(text: string): WordToken[] {
  let clause = 0;
  const found: WordToken[] = [];
  // Folding may change lengths, so offsets are those of the normalized text, as in `figuresOf`.
  for (const { 0: piece, index } of text.normalize('NFKC').matchAll(TOKEN)) {
    if (/^[,;:.!?()\n–—]$/u.test(piece)) clause++;
    else found.push({ word: foldText(piece), clause, start: index });
  }
  return found;
}

/** Number of words of the list at a place; 0 if none are. */
export function countMatchingWordsAt(
  tokens: readonly WordToken[],
  n: number,
  { exact, phrases, begins }: WordList,
): number {
  const word = tokens[n]?.word ?? '';
  const phrase = phrases.get(word)?.find((words) => words.every((each, at) => tokens[n + at]?.word === each));
  if (phrase) return phrase.length;
  return exact.has(word) || begins.some((each) => word.startsWith(each)) ? 1 : 0;
}

export const findWordPositions = (tokens: readonly WordToken[], words: WordList): number[] =>
  tokens.flatMap((_, n) => (countMatchingWordsAt(tokens, n, words) > 0 ? [n] : []));

/** A limit: the value may be at most, or at least, as large. */
export type Bound = 'most' | 'least';
type FigureLimit = { figure: Figure; bound: Bound };

/** A text read for negations, limits and order. */
export type PolarityReading = {
  tokens: WordToken[];
  limits: FigureLimit[];
  /** Figures with the comparison beside them, whatever negates it. */
  comparisons: { figure: Figure; isLess: boolean; clause: number }[];
  /** Places of negations that aren't part of a limit. */
  negations: number[];
  /** Places of words that forbid. */
  bans: number[];
  /** True if words make an exception, so that missing negations prove nothing. */
  hasException: boolean;
  lexicon: PolarityLexicon;
  language: CoveredLanguage;
};

/** Words that may stand between a limit and its figure. */
const FROM_FIGURE = 4;

/** Words that may stand between the two of a French "ne … que". */
const APART = 6;

/** Returns true if a French "ne" is that of "ne … que", which means only. */
function meansOnly(tokens: readonly WordToken[], place: number, { not }: PolarityLexicon): boolean {
  const word = tokens[place]?.word ?? '';
  if (word !== 'ne' && word !== 'n') return false;
  for (let n = place + 1; n <= place + APART && tokens[n]?.clause === tokens[place]?.clause; n++) {
    if (tokens[n]?.word === 'que' || tokens[n]?.word === 'qu') return true;
    if (countMatchingWordsAt(tokens, n, not) > 0) return false;
  }
  return false;
}

/** Words that may stand between a comparison and its second negation. */
const NEGATED = 3;

/** Reads a text for negations, limits and order. Runs in linear time. */
export function readPolarity(text: string, language: CoveredLanguage): PolarityReading {
  const lexicon = lexiconOf(language);
  const tokens = tokensOf(text);
  const figures = figuresOf(text, language).filter(({ implied, unit }) => !implied || unit !== undefined);
  const isOnly = (place: number) => language === 'fr' && meansOnly(tokens, place, lexicon);
  const denied = findWordPositions(tokens, lexicon.not);
  const nots = denied.filter((place) => !isOnly(place));
  /** Negations by the comparison that they turn round. */
  const consumed = new Map<number, number>();
  const starts = new Map(tokens.map(({ start }, n) => [start, n]));
  const taken = figures.map(({ start, end }) => {
    const first = starts.get(start) ?? -1;
    let last = first;
    while ((tokens[last + 1]?.start ?? Infinity) < end) last++;
    return { first, last };
  });
  /** Bound that the words at a place state. A negation before a comparison turns it round. */
  const boundAt = (n: number): Bound | undefined => {
    if (countMatchingWordsAt(tokens, n, lexicon.most) > 0) return 'most';
    if (countMatchingWordsAt(tokens, n, lexicon.least) > 0) return 'least';
    const isLess = countMatchingWordsAt(tokens, n, lexicon.less) > 0;
    if (!isLess && countMatchingWordsAt(tokens, n, lexicon.more) === 0) return undefined;
    const free = nots.filter(
      (place) => tokens[place]?.clause === tokens[n]?.clause && (consumed.get(place) ?? n) === n && place < n + NEGATED,
    );
    const isTurned = free.some((place) => place < n);
    // A later negation leaves open what it turns: "more than three may not", "above 50 °C do not open".
    const isOpen = nots.some(
      (place) => place >= n + NEGATED && tokens[place]?.clause === tokens[n]?.clause && !consumed.has(place),
    );
    if (!isTurned && isOpen) return undefined;
    // French and Polish negate twice: "ne dépassent pas", "nigdy nie".
    if (isTurned) for (const place of free) consumed.set(place, n);
    return isLess === isTurned ? 'least' : 'most';
  };
  const isCompared = (n: number) =>
    countMatchingWordsAt(tokens, n, lexicon.less) > 0 || countMatchingWordsAt(tokens, n, lexicon.more) > 0;
  const limits = figures.flatMap((figure, n): FigureLimit[] => {
    const { first, last } = taken[n] ?? { first: -1, last: -1 };
    if (first < 0) return [];
    const floor = Math.max((taken[n - 1]?.last ?? -1) + 1, first - FROM_FIGURE, 0);
    for (let place = first - 1; place >= floor && tokens[place]?.clause === tokens[first]?.clause; place--) {
      const start = Math.max(place - 2, 0);
      // A phrase may begin earlier: "no more than", "au plus tard".
      for (let from = start; from <= place; from++) {
        if (
          from + countMatchingWordsAt(tokens, from, lexicon.most) - 1 === place &&
          countMatchingWordsAt(tokens, from, lexicon.most) > 1
        )
          return [{ figure, bound: 'most' }];
        if (
          from + countMatchingWordsAt(tokens, from, lexicon.least) - 1 === place &&
          countMatchingWordsAt(tokens, from, lexicon.least) > 1
        )
          return [{ figure, bound: 'least' }];
      }
      const bound = boundAt(place);
      if (bound) return [{ figure, bound }];
    }
    // "100 to 120": the word between belongs to the second.
    const next = taken[n + 1]?.first;
    if (next === last + 2 && tokens[last + 1]?.clause === tokens[next]?.clause) return [];
    const ceiling = Math.min((taken[n + 1]?.first ?? Infinity) - 1, last + FROM_FIGURE + 1, tokens.length - 1);
    for (let place = last + 1; place <= ceiling && tokens[place]?.clause === tokens[last]?.clause; place++) {
      const bound = boundAt(place);
      if (bound) return [{ figure, bound }];
    }
    // "must not exceed", "nicht überschreiten": the verb may stand far from its figure.
    return [];
  });
  const comparisons = figures.flatMap((figure, n) => {
    const { first, last } = taken[n] ?? { first: -1, last: -1 };
    const clause = tokens[first]?.clause ?? -1;
    const before = [first - 1, first - 2].find((place) => tokens[place]?.clause === clause && isCompared(place));
    const place = before ?? (tokens[last + 1]?.clause === clause && isCompared(last + 1) ? last + 1 : undefined);
    return place === undefined
      ? []
      : [{ figure, isLess: countMatchingWordsAt(tokens, place, lexicon.less) > 0, clause }];
  });
  return {
    tokens,
    limits,
    comparisons,
    negations: nots.filter((place) => !consumed.has(place)),
    bans: findWordPositions(tokens, lexicon.forbidden),
    hasException:
      nots.length < denied.length ||
      findWordPositions(tokens, lexicon.except).length > 0 ||
      findWordPositions(tokens, lexicon.during).length > 0 ||
      findWordPositions(tokens, lexicon.only).length > 0,
    lexicon,
    language,
  };
}

/** Words that begin a condition, and words from there to its negation. */
const CONDITIONS = wordSetOf('if when wenn falls si cuando jesli gdy jezeli quand lorsque');
const FROM_CONDITION = 3;

/** Leaves out negations in a condition: "if nobody opens the door". */
export function removeConditionalNegations(reading: PolarityReading): PolarityReading {
  const { tokens, negations } = reading;
  const isInCondition = (place: number) =>
    tokens
      .slice(Math.max(place - FROM_CONDITION, 0), place)
      .some(
        ({ word, clause }, n, all) =>
          n + place - all.length > 0 && clause === tokens[place]?.clause && CONDITIONS.has(word),
      );
  return { ...reading, negations: negations.filter((place) => !isInCondition(place)) };
}

/** Returns true if a text negates or forbids. */
export const isNegative = ({ negations, bans }: PolarityReading): boolean => negations.length + bans.length > 0;

/** Returns true if the text negates, forbids, limits or makes an exception. */
export function hasNegationOrLimit(reading: PolarityReading): boolean {
  const { hasException, tokens, lexicon } = reading;
  return (
    isNegative(reading) ||
    hasException ||
    [lexicon.not, lexicon.most, lexicon.least, lexicon.less, lexicon.more].some(
      (words) => findWordPositions(tokens, words).length > 0,
    )
  );
}
