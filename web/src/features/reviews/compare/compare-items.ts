import type { AnswerKeyEntry } from '../../items/item-fields.ts';

export interface ComparedAnswer {
  change: ItemChange;
  before: AnswerKeyEntry | undefined;
  after: AnswerKeyEntry | undefined;
}

/**
 * Compares answers, in the new order, with removed ones at their old position. Answers have no ids: equal texts match,
 * then answers at the same position that share half of their words.
 */
export function compareAnswers(before: AnswerKeyEntry[], after: AnswerKeyEntry[]): ComparedAnswer[] {
  const old = before.map((answer, index) => ({ ...answer, id: `${index}` }));
  const free = new Set(old);
  const take = (found: (typeof old)[number] | undefined) => {
    if (found !== undefined) free.delete(found);
    return found?.id;
  };
  const same = after.map(({ text }) => take([...free].find((one) => one.text === text)));
  const ids = after.map(({ text }, index) => {
    const alike = () => [...free].find((one) => one.id === `${index}` && isAlike(one.text, text));
    return same[index] ?? take(alike()) ?? `new ${index}`;
  });
  const now = after.map((answer, index) => ({ ...answer, id: ids[index] ?? '' }));
  return compareItems(old, now, (one, other) => one.text === other.text && one.isRight === other.isRight).map(
    ({ change, before: was, after: is }) => ({ change, before: was, after: is }),
  );
}

/** Returns true if two texts share at least half of their words. Less similar ones are clearer as removed and added. */
function isAlike(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared > 0 && shared * 2 >= Math.max(words.size, others.size);
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The change of a card or question between two versions of a section. */
export type ItemChange = 'added' | 'removed' | 'changed' | 'moved' | 'unchanged';

export interface ComparedItem<Item> {
  id: string;
  change: ItemChange;
  /** True if its position changed among the items that both versions have. */
  isMoved: boolean;
  before: Item | undefined;
  after: Item | undefined;
  /** Its position from 1, in the latest version that has it. */
  place: number;
  /** Its position from 1 in the old version; undefined if it wasn't there. */
  placeBefore: number | undefined;
}

/**
 * Compares both versions as one list: in the new order, with removed items at their old position. `isEqualAsJson`
 * compares the content.
 */
export function compareItems<Item extends { id: string }>(
  before: Item[],
  after: Item[],
  isSame: (one: Item, other: Item) => boolean,
): ComparedItem<Item>[] {
  const placesBefore = new Map(before.map((item, index) => [item.id, index]));
  const idsAfter = new Set(after.map(({ id }) => id));
  const inOrder = longestInOrder(after.flatMap(({ id }) => placesBefore.get(id) ?? []));
  const rows = after.map((item, index): ComparedItem<Item> => {
    const placeBefore = placesBefore.get(item.id);
    const old = placeBefore === undefined ? undefined : before[placeBefore];
    const isMoved = placeBefore !== undefined && !inOrder.has(placeBefore);
    const change = old === undefined ? 'added' : !isSame(old, item) ? 'changed' : isMoved ? 'moved' : 'unchanged';
    return {
      id: item.id,
      change,
      isMoved,
      before: old,
      after: item,
      place: index + 1,
      placeBefore: placeBefore === undefined ? undefined : placeBefore + 1,
    };
  });
  before.forEach((item, index) => {
    if (idsAfter.has(item.id)) return;
    const previous = before[index - 1];
    const spot = previous === undefined ? 0 : rows.findIndex(({ id }) => id === previous.id) + 1;
    const place = index + 1;
    rows.splice(spot, 0, {
      id: item.id,
      change: 'removed',
      isMoved: false,
      before: item,
      after: undefined,
      place,
      placeBefore: place,
    });
  });
  return rows;
}

/** Returns the values of a longest increasing subsequence: exactly the others have moved. */
function longestInOrder(values: number[]): Set<number> {
  const tails: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const value of values) {
    let spot = tails.findIndex((tail) => tail > value);
    if (spot === -1) spot = tails.length;
    before.set(value, tails[spot - 1]);
    tails[spot] = value;
  }
  const found = new Set<number>();
  for (let value = tails.at(-1); value !== undefined; value = before.get(value)) found.add(value);
  return found;
}
