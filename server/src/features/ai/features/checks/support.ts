import { figuresOf } from './figures.ts';
import { DENIALS } from './polarity-words.ts';
import type { ReadPassage, Reference } from './reference.ts';
import { foldedWords, shareOf, stemsOf } from './words.ts';

/** Fewest words with a meaning that a text must have to be judged. */
const FEWEST = 3;
/** Share of a claim's words that the source must have more than. */
export const LEAST = { back: 0.25, line: 0.34 };

/** Weight of a word: rare ones say more about which passage a text belongs to. */
const weightOf = ({ read, frequency }: Reference, stem: string) =>
  Math.log(1 + read.length / (frequency.get(stem) ?? 0.5));

const weighted = (reference: Reference, stems: Iterable<string>, has: (stem: string) => boolean) => {
  let all = 0;
  let found = 0;
  for (const stem of stems) {
    const weight = weightOf(reference, stem);
    all += weight;
    if (has(stem)) found += weight;
  }
  return all === 0 ? 0 : found / all;
};

/** Returns true if both the item and the source are read by the same words. */
export const isComparableText = ({ language, itemLanguage }: Reference): boolean =>
  language !== undefined && language === itemLanguage;

/** Returns true if hardly a word of a claim is in the source. */
export function isInvented(
  reference: Reference,
  claim: string,
  known: string,
  { fewest = FEWEST, least = LEAST.back } = {},
): boolean {
  const { language, hasWord } = reference;
  if (!language || !isComparableText(reference)) return false;
  const asked = stemsOf(known, language);
  // Figures are compared as such.
  const words = figuresOf(claim, language).reduce((rest, { text }) => rest.replace(text, ' '), claim.normalize('NFKC'));
  const stems = [...stemsOf(words, language)].filter((stem) => !asked.has(stem));
  return stems.length >= fewest && shareOf(stems, hasWord) <= least;
}

/** Shares by which another sentence must fit better than the passage. */
const FITS = { other: 0.6, own: 0.25 };

/**
 * Finds a sentence elsewhere in the source that clearly fits a text better than the passage, which has hardly a word of
 * it; undefined if there is none.
 * @param fewest Number of words of the text that the sentence must have
 */
export function fitsElsewhere(
  reference: Reference,
  passage: ReadPassage,
  text: string,
  fewest: number,
): string | undefined {
  const { language, read } = reference;
  if (!language || !isComparableText(reference)) return undefined;
  const stems = stemsOf(text, language);
  if (stems.size < fewest || weighted(reference, stems, passage.hasNearby) > FITS.own) return undefined;
  const best = read
    .map((sentence) => ({ sentence, share: weighted(reference, stems, sentence.has) }))
    .reduce<{ sentence: { text: string; has: (stem: string) => boolean }; share: number } | undefined>(
      (most, each) => (each.share > (most?.share ?? 0) ? each : most),
      undefined,
    );
  if (!best || best.share < FITS.other) return undefined;
  return [...stems].filter(best.sentence.has).length >= fewest ? best.sentence.text.trim() : undefined;
}

/**
 * Returns true if an accepted text is another answer than the others: the passage has or allows one of them, but has no
 * word of this one near it, or names it only to deny it.
 */
export function isOtherAnswer(
  reference: Reference,
  passage: ReadPassage,
  prompt: string,
  accepted: readonly string[],
  text: string,
): boolean {
  const { language } = reference;
  if (!language || !isComparableText(reference)) return false;
  const asked = stemsOf(prompt, language);
  const ownOf = (each: string) => [...stemsOf(each, language)].filter((stem) => !asked.has(stem));
  const isWrong = (own: readonly string[], each: string) =>
    !own.some(passage.hasNearby) || isDenied(passage, prompt, own, each);
  const own = ownOf(text);
  return (
    own.length > 0 &&
    isWrong(own, text) &&
    accepted.some((each) => {
      const words = ownOf(each);
      return words.length > 0 && words.every(passage.has) && !isWrong(words, each);
    })
  );
}

/** Returns true if the passage names the words of an option only to deny or forbid them. */
export function isDenied(passage: ReadPassage, prompt: string, own: readonly string[], option: string): boolean {
  const denials = passage.own.flatMap((sentence) => sentence.denials);
  // What is asked for may be what is denied.
  const isNegative = foldedWords(`${prompt} ${option}`).some((word) => DENIALS.has(word));
  return (
    !isNegative &&
    denials.some(
      ({ behind, clause }) =>
        own.some((stem) => behind.includes(stem)) || (behind === clause && own.some((stem) => clause.includes(stem))),
    )
  );
}
