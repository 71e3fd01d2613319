/** A card or question: what is merged is told apart by its id. */
export interface Identified {
  id: string;
}

/** One item that was changed on both sides since `base`; null where a side has removed it. */
export interface Conflict<Item> {
  id: string;
  mine: Item | null;
  theirs: Item | null;
}

export type Side = 'mine' | 'theirs';

export interface Merged<Item> {
  /** Where something is undecided, what is mine stands here, so that nothing is lost in between. */
  items: Item[];
  /** What somebody has to decide; in the order in which it stands. */
  conflicts: Conflict<Item>[];
}

/**
 * Three-way merge of a section by its items' ids. What only one side has changed, added, removed or moved is taken from
 * that side. What both have changed differently is a conflict, until `choices` says which side it is taken from. Where
 * both have changed the order, mine stands: no text is lost by that.
 */
export function merge<Item extends Identified>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  choices: ReadonlyMap<string, Side> = new Map(),
): Merged<Item> {
  const sides = { base: byId(base), mine: byId(mine), theirs: byId(theirs) };
  const conflicts: Conflict<Item>[] = [];
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

/** The items that are there, and are new or not as they were. */
export function changedIds<Item extends Identified>(before: readonly Item[], after: readonly Item[]): string[] {
  const was = byId(before);
  return after.filter((item) => !isSame(item, was.get(item.id))).map(({ id }) => id);
}

/** What stands where at most one side has changed it, null for "removed"; undefined where both have, differently. */
function oneSided<Item>(was: Item | null, own: Item | null, other: Item | null): Item | null | undefined {
  if (isSame(own, other)) return own;
  if (isSame(was, own)) return other;
  if (isSame(was, other)) return own;
  return undefined;
}

/**
 * Every id once: in the order of the side that moved something, with what only the other has after its neighbour there.
 */
function orderOf(base: readonly Identified[], mine: readonly Identified[], theirs: readonly Identified[]): string[] {
  const lead = hasMoved(base, mine) ? mine : theirs;
  const rest = lead === mine ? theirs : mine;
  const order = lead.map(({ id }) => id);
  const known = new Set(order);
  // After the nearest one before it that is there; at the beginning where there is none.
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

/** Whether what `side` still has of `base` stands in another order. */
function hasMoved(base: readonly Identified[], side: readonly Identified[]): boolean {
  const left = new Set(side.map(({ id }) => id));
  const were = new Set(base.map(({ id }) => id));
  const before = base.filter(({ id }) => left.has(id));
  const now = side.filter(({ id }) => were.has(id));
  return before.some(({ id }, index) => id !== now[index]?.id);
}

/** Whether `present` lacks any of what became of `from`. */
export function isNewTo<Item extends Identified>(
  { from, items }: { from: readonly Item[]; items: readonly Item[] },
  present: readonly Item[],
): boolean {
  const merged = merge(from, items, present);
  return merged.conflicts.length > 0 || !isSame(merged.items, present);
}

export function byId<Item extends Identified>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/**
 * Whether two values are the same as JSON: the order of an object's fields, and fields that are undefined, don't count.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, index) => isSame(value, other[index]));
  }
  const fields = new Map<string, unknown>(Object.entries(other));
  const names = new Set([...Object.keys(one), ...fields.keys()]);
  const own = new Map<string, unknown>(Object.entries(one));
  return [...names].every((name) => isSame(own.get(name), fields.get(name)));
}
