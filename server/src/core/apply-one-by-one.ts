import type { ErrorCode } from '@training/shared/errors';
import { databaseBusyMessageOf } from '../database/database-unavailable.ts';
import { AppError } from './errors.ts';

/** Time limit of one call in milliseconds: a request has to be answered within 30 s. */
const PATIENCE = 15_000;

const LATE = {
  code: 'busy',
  detail: 'There was no time left for this one, so nothing was changed. Try again.',
} as const;

type ItemRefusal = { code: ErrorCode; detail: string };

/**
 * Applies `work` to one item after another, each in its own transaction. A refusal of one item, such as `busy` while
 * others hold its rows, is returned and doesn't stop the others; an internal error ends the call. Items not reached in
 * time are returned as refused.
 */
export async function applyOneByOne<Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<{ item: Item; done: Done | null; refused: ItemRefusal | null }[]> {
  const began = performance.now();
  const outcomes = [];
  for (const item of items) {
    if (performance.now() - began > PATIENCE) {
      outcomes.push({ item, done: null, refused: LATE });
      continue;
    }
    try {
      outcomes.push({ item, done: await work(item), refused: null });
    } catch (error) {
      outcomes.push({ item, done: null, refused: refusalOf(error) });
    }
  }
  return outcomes;
}

/** @throws `error` if it is no refusal */
function refusalOf(error: unknown): ItemRefusal {
  const busy = databaseBusyMessageOf(error);
  if (busy !== undefined) return { code: 'busy', detail: busy };
  if (!(error instanceof AppError) || error.isFault) throw error;
  return { code: error.code, detail: error.message };
}
