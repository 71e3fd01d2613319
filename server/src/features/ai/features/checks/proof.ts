import { figuresOf, isProven, type Figure } from './figures.ts';
import { unknownNames, splitWords } from './names.ts';

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
