/** Letters that Unicode doesn't take apart into a base and an accent. */
const BASES: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ı: 'i', ŧ: 't' };

/** Removes accents of Latin, Greek and Cyrillic letters, and the vowel points of Arabic and Hebrew. */
export function removeAccents(text: string): string {
  const bare = text.normalize('NFD').replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/gu, '');
  return bare.normalize('NFC').replace(/[łøđħıŧ]/gu, (letter) => BASES[letter] ?? letter);
}

/** Letters from which on a text may have a typo: in shorter ones it makes another word. */
const LONG_ENOUGH = 5;

/** Numbers, and scripts without an alphabet, in which one sign more or less makes another word. */
const NO_TYPO = /[\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const areLetters = (signs: readonly (string | undefined)[]) => signs.every((sign = '') => /^\p{L}$/u.test(sign));

/**
 * Returns true if two texts differ by one typo: a letter too many, missing, wrong, or swapped with the next
 * (Damerau-Levenshtein distance 1). Texts that have few letters, numbers or no alphabet may not. Takes linear time.
 */
export function isOneTypoApart(accepted: string, given: string): boolean {
  const [wanted, typed] = [Array.from(accepted), Array.from(given)];
  if (Math.abs(wanted.length - typed.length) > 1 || NO_TYPO.test(accepted) || NO_TYPO.test(given)) return false;
  if (wanted.filter((sign) => areLetters([sign])).length < LONG_ENOUGH) return false;
  let start = 0;
  while (start < wanted.length && wanted[start] === typed[start]) start++;
  const areRest = (ofWanted: number, ofTyped: number) =>
    areLetters([...wanted.slice(start, start + ofWanted), ...typed.slice(start, start + ofTyped)]) &&
    wanted.slice(start + ofWanted).join('') === typed.slice(start + ofTyped).join('');
  const isSwapped = wanted[start] === typed[start + 1] && wanted[start + 1] === typed[start];
  return areRest(1, 1) || areRest(1, 0) || areRest(0, 1) || (isSwapped && areRest(2, 2));
}
