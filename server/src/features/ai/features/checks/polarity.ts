import { figuresOf, areSameFigure, type Figure } from './figures.ts';
import { lexiconOf, type Read, type Words } from './polarity-words.ts';
import { unitOf } from './units.ts';
import { fold, isContent, shareOf, stemOf, type Covered } from './words.ts';

/** A folded word; `clause` counts from 0. */
type Token = { word: string; clause: number; start: number };

function tokensOf(text: string): Token[] {
  let clause = 0;
  const found: Token[] = [];
  // Folding may change lengths, so offsets are those of the normalized text, as in `figuresOf`.
  for (const { 0: piece, index } of text.normalize('NFKC').matchAll(/[\p{L}\p{M}\p{N}]+|[,;:.!?()\n–—]/gu)) {
    if (/^[,;:.!?()\n–—]$/u.test(piece)) clause++;
    else found.push({ word: fold(piece), clause, start: index });
  }
  return found;
}

/** Number of words of the list at a place; 0 if none are. */
function lengthAt(tokens: readonly Token[], n: number, { exact, phrases, begins }: Words): number {
  const phrase = phrases.find((words) => words.every((word, at) => tokens[n + at]?.word === word));
  if (phrase) return phrase.length;
  const word = tokens[n]?.word ?? '';
  return exact.has(word) || begins.some((each) => word.startsWith(each)) ? 1 : 0;
}

const placesOf = (tokens: readonly Token[], words: Words): number[] =>
  tokens.flatMap((_, n) => (lengthAt(tokens, n, words) > 0 ? [n] : []));

/** A limit: the value may be at most, or at least, as large. */
type Bound = 'most' | 'least';
type Limit = { figure: Figure; bound: Bound };

/** A text read for negations, limits and order. */
export type PolarityReading = {
  tokens: Token[];
  limits: Limit[];
  /** Places of negations that aren't part of a limit. */
  negations: number[];
  /** Places of words that forbid. */
  bans: number[];
  /** True if words make an exception, so that missing negations prove nothing. */
  hasException: boolean;
  lexicon: Read;
  language: Covered;
};

/** Words that may stand between a limit and its figure. */
const FROM_FIGURE = 4;

/** Words that may stand between the two of a French "ne … que". */
const APART = 6;

/** Returns true if a French "ne" is that of "ne … que", which means only. */
function meansOnly(tokens: readonly Token[], place: number, { not }: Read): boolean {
  const word = tokens[place]?.word ?? '';
  if (word !== 'ne' && word !== 'n') return false;
  for (let n = place + 1; n <= place + APART && tokens[n]?.clause === tokens[place]?.clause; n++) {
    if (tokens[n]?.word === 'que' || tokens[n]?.word === 'qu') return true;
    if (lengthAt(tokens, n, not) > 0) return false;
  }
  return false;
}

/** Words that may stand between a comparison and its second negation. */
const NEGATED = 3;

/** Reads a text for negations, limits and order. Runs in linear time. */
export function readPolarity(text: string, language: Covered): PolarityReading {
  const lexicon = lexiconOf(language);
  const tokens = tokensOf(text);
  const figures = figuresOf(text, language).filter(({ implied, unit }) => !implied || unit !== undefined);
  const isOnly = (place: number) => language === 'fr' && meansOnly(tokens, place, lexicon);
  const denied = placesOf(tokens, lexicon.not);
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
    if (lengthAt(tokens, n, lexicon.most) > 0) return 'most';
    if (lengthAt(tokens, n, lexicon.least) > 0) return 'least';
    const isLess = lengthAt(tokens, n, lexicon.less) > 0;
    if (!isLess && lengthAt(tokens, n, lexicon.more) === 0) return undefined;
    const free = nots.filter(
      (place) => tokens[place]?.clause === tokens[n]?.clause && (consumed.get(place) ?? n) === n && place < n + NEGATED,
    );
    const isTurned = free.some((place) => place < n);
    // French and Polish negate twice: "ne dépassent pas", "nigdy nie".
    if (isTurned) for (const place of free) consumed.set(place, n);
    return isLess === isTurned ? 'least' : 'most';
  };
  const limits = figures.flatMap((figure, n): Limit[] => {
    const { first, last } = taken[n] ?? { first: -1, last: -1 };
    if (first < 0) return [];
    const floor = Math.max((taken[n - 1]?.last ?? -1) + 1, first - FROM_FIGURE, 0);
    for (let place = first - 1; place >= floor && tokens[place]?.clause === tokens[first]?.clause; place--) {
      const start = Math.max(place - 2, 0);
      // A phrase may begin earlier: "no more than", "au plus tard".
      for (let from = start; from <= place; from++) {
        if (from + lengthAt(tokens, from, lexicon.most) - 1 === place && lengthAt(tokens, from, lexicon.most) > 1)
          return [{ figure, bound: 'most' }];
        if (from + lengthAt(tokens, from, lexicon.least) - 1 === place && lengthAt(tokens, from, lexicon.least) > 1)
          return [{ figure, bound: 'least' }];
      }
      const bound = boundAt(place);
      if (bound) return [{ figure, bound }];
    }
    const ceiling = Math.min((taken[n + 1]?.first ?? Infinity) - 1, last + FROM_FIGURE + 1, tokens.length - 1);
    for (let place = last + 1; place <= ceiling && tokens[place]?.clause === tokens[last]?.clause; place++) {
      const bound = boundAt(place);
      if (bound) return [{ figure, bound }];
    }
    // "must not exceed", "nicht überschreiten": the verb may stand far from its figure.
    return [];
  });
  return {
    tokens,
    limits,
    negations: nots.filter((place) => !consumed.has(place)),
    bans: placesOf(tokens, lexicon.forbidden),
    hasException:
      nots.length < denied.length ||
      placesOf(tokens, lexicon.except).length > 0 ||
      placesOf(tokens, lexicon.only).length > 0,
    lexicon,
    language,
  };
}

/** Returns true if the text negates, forbids, limits or makes an exception. */
export function isConditional({ negations, bans, hasException, tokens, lexicon }: PolarityReading): boolean {
  return (
    negations.length > 0 ||
    bans.length > 0 ||
    hasException ||
    [lexicon.not, lexicon.most, lexicon.least, lexicon.less, lexicon.more].some(
      (words) => placesOf(tokens, words).length > 0,
    )
  );
}

/** Limits of `claim` that the passage turns round, as written. */
export function reversedLimits(claim: PolarityReading, passage: PolarityReading): string[] {
  return claim.limits
    .filter(({ figure, bound }) => {
      const same = passage.limits.filter((each) => areSameFigure(each.figure, figure));
      return same.length > 0 && same.every((each) => each.bound !== bound);
    })
    .map(({ figure }) => figure.text);
}

/** Content stems near a place: the clause's, behind it or all. */
function stemsNear(
  { tokens, language }: PolarityReading,
  place: number,
  onlyBehind: boolean,
  most = Infinity,
): string[] {
  const clause = tokens[place]?.clause;
  const found: string[] = [];
  for (let n = place + 1; tokens[n]?.clause === clause && found.length < most; n++) add(n);
  for (let n = place - 1; !onlyBehind && tokens[n]?.clause === clause; n--) add(n);
  function add(n: number) {
    const word = tokens[n]?.word ?? '';
    if (isContent(word, language) && !unitOf([word])) found.push(stemOf(word));
  }
  return [...new Set(found)];
}

/** Returns true if an exception follows in the same clause: not until, not without. */
const hasExceptionBehind = ({ tokens, lexicon }: PolarityReading, place: number) =>
  tokens.some(
    (token, n) => n > place && token.clause === tokens[place]?.clause && lengthAt(tokens, n, lexicon.except) > 0,
  );

/** What a text denies or forbids, as stems: behind the negation, in its clause, and in the whole text. */
export type Denial = { behind: string[]; clause: string[]; all: string[] };

export function denialsOf(reading: PolarityReading): Denial[] {
  const { tokens, language } = reading;
  const all = [...new Set(tokens.flatMap(({ word }) => (isContent(word, language) ? [stemOf(word)] : [])))];
  return [
    ...reading.negations
      .filter((place) => !hasExceptionBehind(reading, place))
      .map((place) => {
        const clause = stemsNear(reading, place, false);
        const behind = stemsNear(reading, place, true);
        return { clause, behind: behind.length > 0 ? behind : clause, all };
      }),
    ...reading.bans.map((place) => {
      const clause = stemsNear(reading, place, false);
      return { clause, behind: clause, all };
    }),
  ].filter(({ clause }) => clause.length > 0);
}

/** Share of a denial's words that a text must have to say the opposite. */
const ENOUGH = { behind: 0.6, clause: 0.6, elsewhere: 0.75, answer: 0.3 };

type Item = {
  asked: PolarityReading;
  answered: PolarityReading;
  hasInAnswer: (stem: string) => boolean;
  hasInItem: (stem: string) => boolean;
};

const isPlain = ({ negations, bans, hasException }: PolarityReading) =>
  negations.length === 0 && bans.length === 0 && !hasException;

/** Returns true if an answer says what one of the denials denies, or forbids, without a negation of its own. */
export function dropsNegation(item: Item, denials: readonly Denial[], isElsewhere: boolean): boolean {
  const { asked, answered } = item;
  if (!isPlain(answered) || asked.negations.length > 0 || asked.bans.length > 0) return false;
  if (placesOf(asked.tokens, asked.lexicon.why).length > 0) return false;
  return denials.some(({ behind, clause, all }) => {
    const inAnswer = behind.filter(item.hasInAnswer).length;
    // One word says too little, unless the rest of the sentence is about the same.
    const beside = all.filter((stem) => !behind.includes(stem) && item.hasInItem(stem)).length;
    const needed = isElsewhere && beside < 2 ? 2 : 1;
    return (
      inAnswer >= needed &&
      inAnswer >= behind.length * (isElsewhere ? ENOUGH.elsewhere : ENOUGH.answer) &&
      shareOf(behind, item.hasInItem) >= (isElsewhere ? ENOUGH.elsewhere : ENOUGH.behind) &&
      (behind.length > 1 || beside > 1 || shareOf(clause, item.hasInItem) >= ENOUGH.clause)
    );
  });
}

/** Returns true if an answer denies what the passage says without any negation or exception. */
export function addsNegation(
  { asked, answered }: Item,
  passage: PolarityReading,
  has: (stem: string) => boolean,
): boolean {
  if (passage.hasException || passage.bans.length > 0 || placesOf(passage.tokens, passage.lexicon.not).length > 0)
    return false;
  if (answered.hasException || asked.hasException || asked.negations.length > 0) return false;
  return denialsOf(answered).some(({ behind }) => behind.length > 0 && shareOf(behind, has) >= ENOUGH.elsewhere);
}

/** Content words behind "before" and "after", by which the two are told apart. */
const ANCHORS = 3;

const anchors = (reading: PolarityReading, words: Words) =>
  placesOf(reading.tokens, words).map((place) => stemsNear(reading, place, true, ANCHORS));

/** Returns true if the claim has "before" for the passage's "after", "only" for its "also", or the reverse. */
export function reversesOrder(claim: PolarityReading, passage: PolarityReading): boolean {
  const { lexicon } = passage;
  return (
    isTurned(anchors(claim, lexicon.before), anchors(passage, lexicon.before), anchors(passage, lexicon.after)) ||
    isTurned(anchors(claim, lexicon.after), anchors(passage, lexicon.after), anchors(passage, lexicon.before)) ||
    isTurned(anchors(claim, lexicon.also), anchors(passage, lexicon.also), anchors(passage, lexicon.only)) ||
    isTurned(anchors(claim, lexicon.only), anchors(passage, lexicon.only), anchors(passage, lexicon.also))
  );
}

function isTurned(claimed: string[][], same: string[][], opposite: string[][]): boolean {
  const common = (one: string[], all: string[][]) =>
    Math.max(0, ...all.map((each) => one.filter((stem) => each.includes(stem)).length));
  return claimed.some((one) => {
    const turned = common(one, opposite);
    return turned > 0 && turned > common(one, same);
  });
}
