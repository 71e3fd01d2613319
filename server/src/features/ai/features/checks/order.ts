import { isPlainAssertion, findStemsNear } from './denials.ts';
import type { WordList } from './polarity-words.ts';
import { findWordPositions, type PolarityReading } from './polarity.ts';
import { isContentWord, stemOf, type CoveredLanguage, wordSetOf } from './words.ts';

const WHEN = wordSetOf('when wann cuando kiedy quand');
const FIRST = wordSetOf(
  'first firstly initially zuerst erst zunachst primero primeramente najpierw wpierw abord premierement',
);
const THEN = wordSetOf('then afterwards dann danach anschliessend luego despues potem nastepnie puis ensuite');

/** Words behind "then" that say what is done then. */
const STEP = 8;

const isSaid = (word: string, language: CoveredLanguage) =>
  (isContentWord(word, language) || /^\p{N}/u.test(word)) && !FIRST.has(word) && !THEN.has(word);

const stemsOf = ({ tokens, language }: PolarityReading, from: number, to: number): string[] =>
  tokens.slice(from, to).flatMap(({ word }) => (isSaid(word, language) ? [stemOf(word)] : []));

const hasOne = ({ tokens }: PolarityReading, words: ReadonlySet<string>) => tokens.some(({ word }) => words.has(word));

/** Returns what is done first and what then; undefined if the text doesn't say both. */
function sequenceOf(reading: PolarityReading): { first: string[]; later: string[] } | undefined {
  const { tokens } = reading;
  const start = tokens.findIndex(({ word }) => FIRST.has(word));
  const turn = tokens.findIndex(({ word }, n) => n > start && THEN.has(word));
  if (start < 0 || turn < 0) return undefined;
  const clause = tokens.findIndex((token) => token.clause === tokens[start]?.clause);
  return { first: stemsOf(reading, clause, turn), later: stemsOf(reading, turn + 1, turn + 1 + STEP) };
}

const common = (one: readonly string[], other: readonly string[]) => one.filter((stem) => other.includes(stem)).length;

/** Returns true if a claim has what the passage says of "then" as what is first, or tells both the other way round. */
function turnsSequence(asked: PolarityReading, claim: PolarityReading, passage: PolarityReading): boolean {
  const told = sequenceOf(passage);
  if (!told) return false;
  const claimed = sequenceOf(claim);
  if (claimed) {
    const isSwapped = (one: string[], own: string[], other: string[]) => common(one, other) > common(one, own);
    return isSwapped(claimed.first, told.first, told.later) && isSwapped(claimed.later, told.later, told.first);
  }
  const said = stemsOf(claim, 0, claim.tokens.length);
  return hasOne(asked, FIRST) && !hasOne(claim, THEN) && common(said, told.later) > 0 && common(said, told.first) === 0;
}

/**
 * Returns true if "before" answers when something is done that the passage does after another, or the reverse, in
 * whatever words: neither is what is asked about.
 */
function turnsTime(asked: PolarityReading, claim: PolarityReading, passage: PolarityReading): boolean {
  if (!hasOne(asked, WHEN) || passage.negations.length + passage.bans.length > 0 || !isPlainAssertion(claim))
    return false;
  const { before, after } = passage.lexicon;
  const count = (reading: PolarityReading, words: WordList) => findWordPositions(reading.tokens, words).length;
  if (count(passage, before) + count(passage, after) !== 1) return false;
  const [same, opposite] = count(passage, before) > 0 ? [before, after] : [after, before];
  if (count(claim, opposite) === 0 || count(claim, same) > 0 || count(asked, before) + count(asked, after) > 0)
    return false;
  const question = stemsOf(asked, 0, asked.tokens.length);
  const [anchor = []] = anchors(passage, same);
  const others = stemsOf(passage, 0, passage.tokens.length).filter((stem) => !anchor.includes(stem));
  return anchor.length > 0 && common(question, anchor) === 0 && common(question, others) > 0;
}

/** Returns true if what a passage does "then" is to be done before what it does first. */
function turnsThen(asked: PolarityReading, claim: PolarityReading, passage: PolarityReading): boolean {
  const { tokens, lexicon } = passage;
  const turn = tokens.findIndex(({ word }) => THEN.has(word));
  if (turn < 1 || !isPlainAssertion(claim)) return false;
  const [first, then] = [stemsOf(passage, 0, turn), stemsOf(passage, turn + 1, turn + 1 + STEP)];
  const question = stemsOf(asked, 0, asked.tokens.length);
  const isAsked = (part: string[], rest: string[]) => common(question, part) > common(question, rest);
  const has = (words: WordList, part: string[], rest: string[]) =>
    anchors(claim, words).some((stems) => common(stems, part) > 0 && common(stems, rest) === 0);
  return (
    (isAsked(then, first) && has(lexicon.before, first, then)) ||
    (isAsked(first, then) && has(lexicon.after, then, first))
  );
}

/** Returns true if an answer turns the order of the passage round. */
export const doesAnswerReverseOrder = (
  asked: PolarityReading,
  claim: PolarityReading,
  passage: PolarityReading,
): boolean =>
  reversesWords(claim, passage) || [turnsSequence, turnsTime, turnsThen].some((turns) => turns(asked, claim, passage));

/** Content words behind "before" and "after", by which the two are told apart. */
const ANCHORS = 3;

const anchors = (reading: PolarityReading, words: WordList) =>
  findWordPositions(reading.tokens, words).map((place) => findStemsNear(reading, place, true, ANCHORS));

/** Returns true if the claim has "before" for the passage's "after", "only" for its "also", or the reverse. */
function reversesWords(claim: PolarityReading, passage: PolarityReading): boolean {
  const { lexicon } = passage;
  // "Not before" is after, and "never after" is before.
  const isDenied =
    passage.negations.length + passage.bans.length > 0 && isPlainAssertion({ ...claim, hasException: false });
  const hasBoth = ({ tokens }: PolarityReading) =>
    findWordPositions(tokens, lexicon.before).length > 0 && findWordPositions(tokens, lexicon.after).length > 0;
  if (isDenied || (hasBoth(claim) && hasBoth(passage))) return false;
  return (
    isTurned(anchors(claim, lexicon.before), anchors(passage, lexicon.before), anchors(passage, lexicon.after)) ||
    isTurned(anchors(claim, lexicon.after), anchors(passage, lexicon.after), anchors(passage, lexicon.before)) ||
    isTurned(anchors(claim, lexicon.also), anchors(passage, lexicon.also), anchors(passage, lexicon.only)) ||
    isTurned(anchors(claim, lexicon.only), anchors(passage, lexicon.only), anchors(passage, lexicon.also))
  );
}

function isTurned(claimed: string[][], same: string[][], opposite: string[][]): boolean {
  const most = (one: string[], all: string[][]) => Math.max(0, ...all.map((each) => common(one, each)));
  return claimed.some((one) => {
    const turned = most(one, opposite);
    return turned > 0 && turned > most(one, same);
  });
}
