/** As many as help: each makes what is not said a little likelier to be heard. */
const MOST = 20;
/** Shorter ones are heard well, but for names. */
const LONG = 7;

/**
 * The words of a question that a recording of its answer may have and a speech model may miss: long ones, abbreviations
 * and what has a digit in it. Never give it a rubric: words that are waited for are heard where they were not said.
 */
export function keyTermsOf(question: string): string[] {
  const words = question.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const rare = words.filter((word) => {
    const letters = Array.from(word);
    const large = letters.filter((letter) => /\p{Lu}/u.test(letter)).length;
    if (letters.length > 60) return false;
    return letters.length >= LONG || large >= 2 || (letters.length >= 2 && /\p{N}/u.test(word) && /\p{L}/u.test(word));
  });
  const bySpelling = new Map(rare.map((word) => [word.toLowerCase(), word]));
  return [...bySpelling.values()].slice(0, MOST);
}
