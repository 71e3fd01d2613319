import { figuresOf, isProven, type Figure } from './figures.ts';

/** Words often capitalized for emphasis. */
const EMPHASIS = new Set(
  'not never always must only and or no do all any nicht nie immer nur und oder kein keine muss'.split(' '),
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

/**
 * Names in a text that are not among `known`. In languages that capitalize every noun, only words that can't be a noun
 * count.
 * @param isEnglish True if a capitalized word inside a sentence is a name.
 */
function unknownNames(text: string, known: ReadonlySet<string>, isEnglish: boolean): string[] {
  const words = [...text.normalize('NFKC').matchAll(/[\p{L}\p{M}\p{N}]+|[^\s]/gu)].map(([word]) => word);
  // Capitals mean nothing in a text that is mostly capitals.
  if (words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase()).length * 2 > words.length)
    return [];
  const found = words.filter((word, n) => {
    if (word.length < 2 || !/^\p{L}/u.test(word) || EMPHASIS.has(word.toLowerCase())) return false;
    const before = words[n - 1];
    const within = before !== undefined && (/^[\p{L}\p{M}\p{N}]/u.test(before) || before === ',');
    if (!isNameAnywhere(word) && !(isEnglish && within && isLarge(word[0] ?? ''))) return false;
    const small = word.toLowerCase();
    return !known.has(small) && !(small.endsWith('s') && known.has(small.slice(0, -1)));
  });
  return [...new Set(found)];
}

/** A parsed text, used to verify claims against it. */
export type Proof = {
  figures: Figure[];
  words: ReadonlySet<string>;
  /** True if number words in its language are understood. */
  readsNumbers: boolean;
  isEnglish: boolean;
  isLatin: boolean;
};

const ENGLISH = new Set('the and of to is are in a must be for not with at you it'.split(' '));
const GERMAN = new Set('der das und ist sind nicht mit den dem ein eine zu im auf werden wird für'.split(' '));

/** Parses a text once for all items made from it. Runs in linear time. */
export function proofOf(text: string): Proof {
  const all =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const share = (words: ReadonlySet<string>) => all.filter((word) => words.has(word)).length / Math.max(all.length, 1);
  const english = share(ENGLISH);
  const german = share(GERMAN);
  const latin = all.filter((word) => /\p{sc=Latin}/u.test(word)).length;
  return {
    figures: figuresOf(text),
    words: splitWords(text),
    readsNumbers: Math.max(english, german) > 0.08,
    isEnglish: english > 0.08 && english > german,
    isLatin: latin * 2 > all.length,
  };
}

/**
 * Figures of `text`, as written, that none of the proofs contains. Returns nothing if the source may state them in
 * words that aren't understood here.
 * @param language The parsed source, because `proofs` can be too short to detect the language.
 */
export function unprovenFigures(text: string, proofs: readonly Proof[], language: Proof): string[] {
  const proven = proofs.flatMap(({ figures }) => figures);
  if (!language.readsNumbers && !proven.some(({ implied }) => !implied)) return [];
  const claims = figuresOf(text).filter(({ implied }) => !implied);
  return [...new Set(claims.filter((claim) => !isProven(claim, proven)).map((claim) => claim.text))];
}

/** Names in `text` that are missing from the source. */
export function unprovenNames(text: string, source: Proof): string[] {
  if (!source.isLatin) return [];
  const words = [...splitWords(text)];
  const isEnglish =
    source.isEnglish && words.some((word) => ENGLISH.has(word)) && !words.some((word) => GERMAN.has(word));
  return unknownNames(text, source.words, isEnglish);
}
