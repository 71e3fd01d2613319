import { isDatabaseUnavailableError } from '../database/database-unavailable.ts';

/** Items that fail on their own, after which the work may fail for all. */
const MOST_FAILURES = 50;

/** An item that failed on its own, and its error. */
export type FailedItem<Item> = { item: Item; error: unknown };

/**
 * Works on a group of items. Halves groups that fail until only the items are left that fail on their own, so that they
 * hold up no others.
 * @param how The items that failed are added to `failed`. An error that `isFinal` ends all, by default if the database
 *   is away.
 * @throws once more than 50 items have failed, or what is final
 */
export async function processInHalvesOnFailure<Item>(
  items: Item[],
  work: (items: Item[]) => Promise<unknown>,
  how: { failed: FailedItem<Item>[]; isFinal?: (error: unknown) => boolean },
): Promise<void> {
  const { failed, isFinal = isDatabaseUnavailableError } = how;
  try {
    await work(items);
  } catch (error) {
    const [item, another] = items;
    if (item === undefined || failed.length > MOST_FAILURES || isFinal(error)) throw error;
    if (another === undefined) {
      failed.push({ item, error });
      return;
    }
    const half = Math.ceil(items.length / 2);
    for (const part of [items.slice(0, half), items.slice(half)]) await processInHalvesOnFailure(part, work, how);
  }
}

/**
 * Works on one item after the other, also after one failed, so that an item that always fails doesn't keep those after
 * it from being worked on. Ends early if `isStopping`, or if the database is away.
 * @throws the first failure, once all are done
 */
export async function processEachAndThrowFirstFailure<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    if (isStopping()) break;
    try {
      await work(item);
    } catch (error) {
      if (isDatabaseUnavailableError(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
