/** A stretch of words, with the share of the wanted ones that it has, 0 to 1, by their lengths. */
type Near = { first: number; last: number; share: number };

/** Fewer words than these are like too much. */
const FEWEST = 3;

/** Below this share, what is like it is so by chance: articles and prepositions are everywhere. */
const LEAST_SHARE = 0.4;

/** Long words say more than short ones; beyond this length no more. */
const weightOf = (word: string) => Math.min(word.length, 8);

/**
 * The stretch of `words`, as long as `wanted`, that has most of its words, in whatever order: the first of several.
 * Linear in the number of words. What stands elsewhere in them makes no difference to how like a stretch is.
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
