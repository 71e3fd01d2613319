import { detectAll, supportedLanguages, toISO2 } from 'tinyld/light';
import { toCoveredLanguage, foldedWordsOf, isFunctionWord, shareOfMatchingStems } from './words.ts';

/** UTF-16 units that are enough to detect a language. */
const ENOUGH = 1_000;
/** Fewest letters that an uncommon language is detected by. */
const FEWEST_LETTERS = 20;
/** Least lead of the best language over the expected one. */
const AHEAD = 0.25;

const KNOWN: ReadonlySet<string> = new Set(supportedLanguages.map(toISO2));

/** Primary subtag, as the detector names it. */
function primary(tag: string): string {
  const [base = ''] = tag.toLowerCase().split('-');
  return base === 'nb' || base === 'nn' ? 'no' : base;
}

/** Returns true if the detector knows a language. `expected` is a BCP 47 tag. */
export const canDetectLanguage = (expected: string): boolean => KNOWN.has(primary(expected));

/** Most likely language of a text, as in BCP 47 without region; undefined if it is too short to say. */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, ENOUGH);
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS) return undefined;
  return detectAll(sample)[0]?.lang;
}

/** Share of a short text's words that are function words of a language, from which it is in that language. */
const FUNCTION_SHARE = 0.45;

function isMostlyFunctionWords(text: string, language: string): boolean {
  const covered = toCoveredLanguage(language);
  const words = foldedWordsOf(text).filter((word) => /^\p{L}/u.test(word));
  return (
    covered !== undefined && shareOfMatchingStems(words, (word) => isFunctionWord(word, covered)) >= FUNCTION_SHARE
  );
}

/**
 * Language of a text if it clearly isn't the expected one. Undefined if it may be, is too short, or the expected
 * language is unknown to the detector.
 * @param expected BCP 47 tag
 */
export function findUnexpectedLanguage(text: string, expected: string): string | undefined {
  const wanted = primary(expected);
  const sample = text.slice(0, ENOUGH);
  if (!canDetectLanguage(expected) || (sample.match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS) return undefined;
  const found = detectAll(sample);
  const [best] = found;
  if (!best || best.lang === wanted || isMostlyFunctionWords(sample, wanted)) return undefined;
  const accuracy = found.find(({ lang }) => lang === wanted)?.accuracy ?? 0;
  return best.accuracy - accuracy >= AHEAD ? best.lang : undefined;
}
