/** A range of words, with its share of the wanted words, 0 to 1, weighted by length. */
type Near = { first: number; last: number; share: number };

/** Minimum number of words; fewer match too easily. */
const FEWEST = 3;

/** Minimum share. Lower matches are accidental: articles and prepositions occur everywhere. */
const LEAST_SHARE = 0.4;

/** Weight of a word: its length, capped at 8. */
const weightOf = (word: string) => Math.min(word.length, 8);

/**
 * Finds the first range of `words`, as long as `wanted`, that contains most of its words in any order. Runs in linear
 * time. Words outside the range don't affect its score.
 */
export function nearestWords(words: readonly string[], wanted: readonly string[]): Near | undefined {
  if (wanted.length < FEWEST) return undefined;
  const needed = new Map<string, number>();
  let total = 0;
  for (const word of wanted) {
    needed.set(word, (needed.get(word) ?? 0) + 1);
    total += weightOf(word);
  }
  const had = new Map<string, number>();
  let score = 0;
  let best = { score: 0, end: 0 };
  words.forEach((word, n) => {
    if (needed.has(word)) {
      const count = (had.get(word) ?? 0) + 1;
      had.set(word, count);
      if (count <= (needed.get(word) ?? 0)) score += weightOf(word);
    }
    const gone = words[n - wanted.length];
    if (gone !== undefined && needed.has(gone)) {
      const count = (had.get(gone) ?? 0) - 1;
      had.set(gone, count);
      if (count < (needed.get(gone) ?? 0)) score -= weightOf(gone);
    }
    if (score > best.score) best = { score, end: n };
  });
  const share = best.score / total;
  if (share < LEAST_SHARE) return undefined;
  let first = Math.max(0, best.end - wanted.length + 1);
  while (first < best.end && !needed.has(words[first] ?? '')) first++;
  return { first, last: best.end, share };
}
