/** Letters of a word for each mistyped one that is forgiven. */
const LETTERS_PER_TYPO = 4;

/** Returns true if each word of the query begins, or with a typo resembles, a word of the text. */
export function matchesWords(words: readonly string[], text: string): boolean {
  const lower = text.toLowerCase();
  const known = lower.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.every(
    (word) =>
      lower.includes(word) || known.some((each) => isNear(word, each, Math.floor(word.length / LETTERS_PER_TYPO))),
  );
}

/** Returns true if at most `most` letters are wrong, missing, extra or swapped, compared with how `known` begins. */
function isNear(word: string, known: string, most: number): boolean {
  if (most === 0 || known.length < word.length - most) return false;
  let before: number[] = [];
  let row = Array.from({ length: known.length + 1 }, (_, at) => at);
  for (let w = 1; w <= word.length; w += 1) {
    const next = [w];
    for (let k = 1; k <= known.length; k += 1) {
      const isSame = word[w - 1] === known[k - 1];
      const isSwapped = w > 1 && k > 1 && word[w - 1] === known[k - 2] && word[w - 2] === known[k - 1];
      next[k] = Math.min(
        (row[k] ?? 0) + 1,
        (next[k - 1] ?? 0) + 1,
        (row[k - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[k - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  // The last row has the distances to each beginning of `known`.
  return row.some((distance) => distance <= most);
}
