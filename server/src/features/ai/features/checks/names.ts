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
export function splitWords(text: string): Set<string> {
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
export function unknownNames(text: string, known: ReadonlySet<string>, isEnglish: boolean): string[] {
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
