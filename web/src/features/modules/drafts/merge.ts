/** A card or question, identified by its id. */
export interface ItemWithId {
  id: string;
}

/** An item that both sides have changed since `base`; null if a side has removed it. */
export interface MergeConflict<Item> {
  id: string;
  mine: Item | null;
  theirs: Item | null;
}

export type MergeSide = 'mine' | 'theirs';

export interface MergeResult<Item> {
  /** The merged items. Undecided conflicts show `mine`, so that nothing is lost meanwhile. */
  items: Item[];
  /** Unresolved conflicts, in display order. */
  conflicts: MergeConflict<Item>[];
}

/**
 * Merges a section three-way by item ids. Changes, additions, removals and moves of one side only are applied. Items
 * changed differently by both sides are conflicts, until `choices` selects a side. If both have changed the order, mine
 * wins: no text is lost by that.
 */
export function mergeItems<Item extends ItemWithId>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  choices: ReadonlyMap<string, MergeSide> = new Map(),
): MergeResult<Item> {
  const sides = { base: indexItemsById(base), mine: indexItemsById(mine), theirs: indexItemsById(theirs) };
  const conflicts: MergeConflict<Item>[] = [];
  const items: Item[] = [];
  for (const id of orderOf(base, mine, theirs)) {
    const was = sides.base.get(id) ?? null;
    const own = sides.mine.get(id) ?? null;
    const other = sides.theirs.get(id) ?? null;
    const kept = oneSided(was, own, other);
    if (kept !== undefined) {
      if (kept !== null) items.push(kept);
      continue;
    }
    const choice = choices.get(id);
    if (choice === undefined) conflicts.push({ id, mine: own, theirs: other });
    const chosen = choice === 'theirs' ? other : own;
    if (chosen !== null) items.push(chosen);
  }
  return { items, conflicts };
}

/** Returns the ids of existing items that are new or changed. */
export function findChangedItemIds<Item extends ItemWithId>(before: readonly Item[], after: readonly Item[]): string[] {
  const was = indexItemsById(before);
  return after.filter((item) => !isEqualAsJson(item, was.get(item.id))).map(({ id }) => id);
}

/** Returns the merged value if at most one side has changed it, null for "removed"; undefined for a conflict. */
function oneSided<Item>(was: Item | null, own: Item | null, other: Item | null): Item | null | undefined {
  if (isEqualAsJson(own, other)) return own;
  if (isEqualAsJson(was, own)) return other;
  if (isEqualAsJson(was, other)) return own;
  return undefined;
}

/**
 * Returns every id once, in the order of the side that moved something. Items that only the other side has follow their
 * neighbour there.
 */
function orderOf(base: readonly ItemWithId[], mine: readonly ItemWithId[], theirs: readonly ItemWithId[]): string[] {
  const lead = hasMoved(base, mine) ? mine : theirs;
  const rest = lead === mine ? theirs : mine;
  const order = lead.map(({ id }) => id);
  const known = new Set(order);
  // Inserts after the nearest preceding item that exists, or at the beginning.
  let at = 0;
  for (const { id } of rest) {
    if (known.has(id)) {
      at = order.indexOf(id) + 1;
    } else {
      order.splice(at, 0, id);
      at += 1;
    }
  }
  return order;
}

/** Returns true if the items that `side` still has of `base` are in a different order. */
function hasMoved(base: readonly ItemWithId[], side: readonly ItemWithId[]): boolean {
  const left = new Set(side.map(({ id }) => id));
  const were = new Set(base.map(({ id }) => id));
  const before = base.filter(({ id }) => left.has(id));
  const now = side.filter(({ id }) => were.has(id));
  return before.some(({ id }, index) => id !== now[index]?.id);
}

/** Returns true if `present` lacks any of the edits made to `from`. */
export function hasEditsMissingFrom<Item extends ItemWithId>(
  { from, items }: { from: readonly Item[]; items: readonly Item[] },
  present: readonly Item[],
): boolean {
  const merged = mergeItems(from, items, present);
  return merged.conflicts.length > 0 || !isEqualAsJson(merged.items, present);
}

export function indexItemsById<Item extends ItemWithId>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Returns true if two values are equal as JSON, ignoring the order of an object's fields and undefined fields. */
export function isEqualAsJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, index) => isEqualAsJson(value, other[index]));
  }
  const fields = new Map<string, unknown>(Object.entries(other));
  const names = new Set([...Object.keys(one), ...fields.keys()]);
  const own = new Map<string, unknown>(Object.entries(one));
  return [...names].every((name) => isEqualAsJson(own.get(name), fields.get(name)));
}
