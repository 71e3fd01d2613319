import { figuresOf, hasComparableFigure, isFigureProven, type Figure } from './figures.ts';
import { detectLanguage } from './language.ts';
import { REPETITIONS_UNIT } from './units.ts';
import { toCoveredLanguage, foldText, isContentWord, stemOf, wordSetOf } from './words.ts';

/** Words often capitalized for emphasis. */
const EMPHASIS = wordSetOf(
  'not never always must only and or no do all any nicht nie immer nur und oder kein keine muss',
);

const isLarge = (letter: string) => /\p{Lu}/u.test(letter);

/** Returns true if the word is a name in any language: PPE, DGUV, A4, McTool. */
function isNameAnywhere(word: string): boolean {
  const letters = Array.from(word);
  const large = letters.filter(isLarge).length;
  if (/\p{N}/u.test(word)) return large > 0;
  return large >= 2;
}

/** The words of a text, in small letters. */
function splitWords(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu),
  );
}

/** Names of days and months, which English writes with a capital. */
const CALENDAR = new Set(
  Array.from({ length: 84 }, (_, n) => new Date(Date.UTC(2024, n % 12, 1 + (n % 7)))).flatMap((date) =>
    (['weekday', 'month'] as const).map((part) =>
      date.toLocaleDateString('en', { [part]: 'long', timeZone: 'UTC' }).toLowerCase(),
    ),
  ),
);
/** Words before a name in a language that capitalizes every noun. */
const TITLES = new Set(['Frau', 'Herr', 'Herrn', 'Dr', 'Prof', 'Firma', 'Kollegin', 'Kollege']);

/** Names in a text that the source lacks. In German, which capitalizes every noun, only what can't be a noun counts. */
function unknownNames(text: string, { words: known, stems }: TextFacts, language: string | undefined): string[] {
  const words = [...text.normalize('NFKC').matchAll(/[\p{L}\p{M}\p{N}]+|[^\s]/gu)].map(([word]) => word);
  // Capitals mean nothing in a text that is mostly capitals.
  if (words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase()).length * 2 > words.length)
    return [];
  const isUnknown = (word: string | undefined): word is string => {
    if (word === undefined || word.length < 2 || !/^\p{L}/u.test(word)) return false;
    const small = word.toLowerCase();
    if (EMPHASIS.has(small) || CALENDAR.has(small)) return false;
    if (language === 'pl' && stems.has(stemOf(foldText(word)))) return false;
    return !known.has(small) && !(small.endsWith('s') && known.has(small.slice(0, -1)));
  };
  const isNoun = (n: number) => {
    const word = words[n];
    return (
      isUnknown(word) &&
      isLarge(word[0] ?? '') &&
      /^[\p{L}\p{M}\p{N},]/u.test(words[n - 1] ?? '.') &&
      isContentWord(foldText(word), 'de')
    );
  };
  const found = words.filter((word, n) => {
    if (!isUnknown(word)) return false;
    if (isNameAnywhere(word)) return true;
    if (!isLarge(word[0] ?? '')) return false;
    const before = words[n - 1];
    if (language === 'de') return TITLES.has(before ?? '') || (isNoun(n) && (isNoun(n - 1) || isNoun(n + 1)));
    return (
      CAPITALIZES_NAMES.has(language) && before !== undefined && (/^[\p{L}\p{M}\p{N}]/u.test(before) || before === ',')
    );
  });
  return [...new Set(found)];
}

/** Languages in which a capitalized word inside a sentence is a name. */
const CAPITALIZES_NAMES = new Set<string | undefined>(['en', 'es', 'pl', 'fr']);

/** A parsed text, used to verify claims against it. */
export type TextFacts = {
  figures: Figure[];
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  language: string | undefined;
  /** True if number words in its language are understood. */
  readsNumbers: boolean;
  isLatin: boolean;
};

/** Parses a text once for all items made from it. Runs in linear time. */
export function readTextFacts(text: string, language = detectLanguage(text)): TextFacts {
  const words = splitWords(text);
  const latin = [...words].filter((word) => /\p{sc=Latin}/u.test(word)).length;
  return {
    figures: figuresOf(text, language),
    words,
    stems: new Set([...words].map((word) => stemOf(foldText(word)))),
    language,
    readsNumbers: toCoveredLanguage(language) !== undefined,
    isLatin: latin * 2 > words.size,
  };
}

/**
 * Figures of `text`, as written, that none of the proofs contains. Returns nothing if the source may state them in
 * words that aren't understood here.
 * @param language The parsed source, because `proofs` can be too short to detect the language.
 */
export function findUnprovenFigures(
  text: string,
  proofs: readonly TextFacts[],
  language: TextFacts,
  itemLanguage = language.language,
): string[] {
  const proven = proofs.flatMap(({ figures }) => figures);
  if (!language.readsNumbers && !proven.some(({ implied }) => !implied)) return [];
  // "Twice a year" may be told as "every 6 months".
  const claims = figuresOf(text, itemLanguage).filter(
    (figure) => !figure.implied && (figure.unit !== REPETITIONS_UNIT || hasComparableFigure(figure, proven)),
  );
  return [...new Set(claims.filter((claim) => !isFigureProven(claim, proven)).map((claim) => claim.text))];
}

/** Names in `text` that are missing from the source. */
export const findUnprovenNames = (
  text: string,
  source: TextFacts,
  language: string | undefined = source.language,
): string[] => (source.isLatin ? unknownNames(text, source, language) : []);
