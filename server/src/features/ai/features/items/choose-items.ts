/** An item made from a part of a source. */
type Candidate = {
  /** Index of the part, from 0. */
  part: number;
  /** Start of its passage in the part. */
  start: number;
  /** True if a trainer should check the item. */
  isFlagged: boolean;
};

/**
 * Chooses `count` items, in the order of the source. Each part's share comes first, then the surplus of other parts;
 * flagged items come last in each group.
 * @param shares Number of items wanted per part; they add up to `count`.
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
