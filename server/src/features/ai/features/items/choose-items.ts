/** Something that was made of a part of a source. */
type Candidate = {
  /** The part, from 0. */
  part: number;
  /** Where its passage begins in the part. */
  start: number;
  /** Somebody would have to look at it. */
  isFlagged: boolean;
};

/**
 * `count` of what was made, in the order of the source: of each part its share first, then what others gave beyond
 * theirs; what is flagged last of each.
 * @param shares What each part is to give; they add up to `count`.
 */
export function chooseItems<T extends Candidate>(made: readonly T[], shares: readonly number[], count: number): T[] {
  const best = made.toSorted((one, other) => Number(one.isFlagged) - Number(other.isFlagged));
  const given = new Map<number, number>();
  const own: T[] = [];
  const surplus: T[] = [];
  for (const each of best) {
    const before = given.get(each.part) ?? 0;
    given.set(each.part, before + 1);
    (before < (shares[each.part] ?? 0) ? own : surplus).push(each);
  }
  return [...own, ...surplus]
    .slice(0, count)
    .toSorted((one, other) => one.part - other.part || one.start - other.start);
}
