import { figuresOf } from './figures.ts';
import { NEGATION_AND_PROHIBITION_WORDS } from './polarity-words.ts';
import type { PassageAnalysis, SourcePartAnalysis } from './source-part-analysis.ts';
import { leadingUnitOf } from './units.ts';
import {
  foldText,
  foldedWordsOf,
  shareOfMatchingStems,
  contentStemsOf,
  type CoveredLanguage,
  wordSetOf,
} from './words.ts';

/** Fewest words with a meaning that a text must have to be judged. */
const FEWEST = 3;
/** Share of a claim's words that the source must have more than. */
export const MIN_SUPPORTED_WORD_SHARE = { back: 0.25, line: 0.34 };

/** Weight of a word: rare ones say more about which passage a text belongs to. */
const weightOf = ({ read, frequency }: SourcePartAnalysis, stem: string) =>
  Math.log(1 + read.length / (frequency.get(stem) ?? 0.5));

const weighted = (reference: SourcePartAnalysis, stems: Iterable<string>, has: (stem: string) => boolean) => {
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
export const isItemInSourceLanguage = ({ language, itemLanguage }: SourcePartAnalysis): boolean =>
  language !== undefined && language === itemLanguage;

/** Stems of a text without its figures and units, which are compared as such. */
const wordsOf = (text: string, language: CoveredLanguage) =>
  contentStemsOf(
    figuresOf(text, language)
      .reduce((rest, figure) => rest.replace(figure.text, ' '), text.normalize('NFKC'))
      .replaceAll(/\p{L}+/gu, (word) => (leadingUnitOf([word]) ? ' ' : word)),
    language,
  );

/** Stems of a claim that the question lacks, in whatever form: "Abmeldung" is in "abmelden". */
function newIn(claim: string, known: string, language: CoveredLanguage): string[] {
  const asked = [...contentStemsOf(known, language)];
  return [...wordsOf(claim, language)].filter(
    (stem) => !asked.some((each) => each.startsWith(stem) || stem.startsWith(each)),
  );
}

/** Words for days of a case, folded: "today" for "the same day". */
const CASE_DAYS = wordSetOf('today tomorrow yesterday heute morgen gestern hoy manana ayer dzis dzisiaj jutro wczoraj');
const withoutDays = (text: string) =>
  text
    .replaceAll(/aujourd['’]hui|demain|hier/giu, ' ')
    .replaceAll(/\p{L}+/gu, (word) => (CASE_DAYS.has(foldText(word)) ? ' ' : word));

/** An alternative that an answer rejects claims nothing: "instead of fitting a bigger one". */
const REJECTED =
  /\s(?:instead of|rather than|statt|anstatt|anstelle|en lugar de|en vez de|zamiast|au lieu d[e'’])[^.;:!?\n]*/giu;

/** Returns true if hardly a word of a claim is in the source. */
export function isInventedClaim(
  reference: SourcePartAnalysis,
  claim: string,
  known: string,
  { fewest = FEWEST, least = MIN_SUPPORTED_WORD_SHARE.back } = {},
): boolean {
  const { language, hasWord } = reference;
  if (!language || !isItemInSourceLanguage(reference)) return false;
  const stems = newIn(withoutDays(claim.replaceAll(REJECTED, '')), known, language);
  return stems.length >= fewest && shareOfMatchingStems(stems, hasWord) < least;
}

/** Fewest words of a part of an answer that is judged by itself, and shares by which parts are told apart. */
const OF_PART = { fewest: 2, added: 0.25, proven: 0.5 };

/**
 * Finds a part of an answer, as between commas or behind "and", which adds something to another part that the passage
 * proves: hardly a word of it is near the passage.
 */
export function findUnsupportedAnswerPart(
  { language, ...reference }: SourcePartAnalysis,
  passage: PassageAnalysis,
  answer: string,
  asked: string,
): string | undefined {
  if (!language || !isItemInSourceLanguage({ language, ...reference })) return undefined;
  const parts = answer
    .replaceAll(REJECTED, '')
    // A reason, purpose or explanation may have words of its own.
    .split(/[:–—(]|\s(?:because|weil|denn|porque|bo|ponieważ|car|parce|otherwise|sonst|sino|inaczej|sinon)\s/u, 1)
    .flatMap((text) => text.split(/\s(?:so that|damit|para que|żeby|aby|pour que|afin)\s/u, 1))
    .join('')
    .split(/[,;.!?\n]|\s(?:and|und|y|e|i|oraz|et)\s/u)
    .map((part) => ({ part: part.trim(), stems: newIn(part, asked, language) }))
    .filter(({ stems }) => stems.length > 0);
  if (!parts.some(({ stems }) => shareOfMatchingStems(stems, passage.has) >= OF_PART.proven)) return undefined;
  return parts.find(
    ({ stems }) => stems.length >= OF_PART.fewest && shareOfMatchingStems(stems, passage.hasNearby) <= OF_PART.added,
  )?.part;
}

/** Returns true if the passage's sentences have no word of what is asked, and another has several. */
export function isPassageOffTopic(reference: SourcePartAnalysis, passage: PassageAnalysis, asked: string): boolean {
  const { language, read } = reference;
  if (!language || !isItemInSourceLanguage(reference)) return false;
  const stems = [...contentStemsOf(asked, language)];
  if (stems.some((stem) => passage.has(stem) || passage.own.some(({ has }) => has(stem)))) return false;
  return read.some(({ has }) => stems.filter(has).length >= OF_PART.fewest);
}

/** Shares by which another sentence must fit better than the passage. */
const FITS = { other: 0.6, own: 0.25 };

/**
 * Finds a sentence elsewhere in the source that clearly fits a text better than the passage, which has hardly a word of
 * it; undefined if there is none.
 * @param fewest Number of words of the text that the sentence must have
 */
export function findBetterSentence(
  reference: SourcePartAnalysis,
  passage: PassageAnalysis,
  text: string,
  fewest: number,
): string | undefined {
  const { language, read } = reference;
  if (!language || !isItemInSourceLanguage(reference)) return undefined;
  const stems = wordsOf(text, language);
  if (stems.size < fewest || weighted(reference, stems, passage.hasNearby) > FITS.own) return undefined;
  const best = read
    // A heading says nothing.
    .filter((sentence) => !sentence.text.trimStart().startsWith('#'))
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
export function isUnsupportedAcceptedAnswer(
  reference: SourcePartAnalysis,
  passage: PassageAnalysis,
  prompt: string,
  accepted: readonly string[],
  text: string,
): boolean {
  const { language } = reference;
  if (!language || !isItemInSourceLanguage(reference)) return false;
  const asked = contentStemsOf(prompt, language);
  const ownOf = (each: string) => [...contentStemsOf(each, language)].filter((stem) => !asked.has(stem));
  const isWrong = (own: readonly string[], each: string) =>
    !own.some(passage.hasNearby) || isDeniedOption(passage, prompt, own, each);
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

/** Returns true if an accepted text is a form of another that the passage has: "dem grünen" beside "grün". */
export function isFormOfSupportedAcceptedAnswer(
  { language }: SourcePartAnalysis,
  passage: PassageAnalysis,
  accepted: readonly string[],
  text: string,
): boolean {
  const own = [...contentStemsOf(text, language)];
  const known = accepted.flatMap((each) =>
    each === text ? [] : [...contentStemsOf(each, language)].filter(passage.has),
  );
  return own.length > 0 && own.every((stem) => known.some((each) => stem.startsWith(each) || each.startsWith(stem)));
}

/** Returns true if the passage names the words of an option only to deny or forbid them. */
export function isDeniedOption(
  passage: PassageAnalysis,
  prompt: string,
  own: readonly string[],
  option: string,
): boolean {
  const denials = passage.own.flatMap((sentence) => sentence.denials);
  // What is asked for may be what is denied.
  const isNegative = foldedWordsOf(`${prompt} ${option}`).some((word) => NEGATION_AND_PROHIBITION_WORDS.has(word));
  return (
    !isNegative &&
    denials.some(
      ({ behind, clause }) =>
        own.some((stem) => behind.includes(stem)) || (behind === clause && own.some((stem) => clause.includes(stem))),
    )
  );
}
