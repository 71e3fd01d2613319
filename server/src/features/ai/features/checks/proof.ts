import { figuresOf, isProven, type Figure } from './figures.ts';
import { unknownNames, splitWords } from './names.ts';

/** What a text says, for looking up what is claimed to come from it. */
export type Proof = {
  figures: Figure[];
  words: ReadonlySet<string>;
  /** Whether its numbers are read where they stand in words. */
  readsNumbers: boolean;
  isEnglish: boolean;
  isLatin: boolean;
};

const ENGLISH = new Set('the and of to is are in a must be for not with at you it'.split(' '));
const GERMAN = new Set('der das und ist sind nicht mit den dem ein eine zu im auf werden wird für'.split(' '));

/** Reads a text once, for all items that are made from it. Linear in its length. */
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
 * The figures of `text` that neither of the proofs has, as they are written there. Nothing where the source may say
 * them in words that are not read here.
 * @param language Of the source, where `proofs` are too short to tell it.
 */
export function unprovenFigures(text: string, proofs: readonly Proof[], language: Proof): string[] {
  const proven = proofs.flatMap(({ figures }) => figures);
  if (!language.readsNumbers && !proven.some(({ implied }) => !implied)) return [];
  const claims = figuresOf(text).filter(({ implied }) => !implied);
  return [...new Set(claims.filter((claim) => !isProven(claim, proven)).map((claim) => claim.text))];
}

/** The names of `text` that the source lacks. */
export function unprovenNames(text: string, source: Proof): string[] {
  if (!source.isLatin) return [];
  const words = [...splitWords(text)];
  const isEnglish =
    source.isEnglish && words.some((word) => ENGLISH.has(word)) && !words.some((word) => GERMAN.has(word));
  return unknownNames(text, source.words, isEnglish);
}
