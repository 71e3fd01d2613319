import { isDatabaseUnavailable } from '../database/database-unavailable.ts';

/**
 * Works on one item after the other, also after one failed, so that an item that always fails doesn't keep those after
 * it from being worked on. Ends early if `isStopping`, or if the database is away.
 * @throws the first failure, once all are done
 */
export async function eachAlone<Item>(
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
      if (isDatabaseUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
