import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { SourcePartsToRead } from '@training/shared/ai/generated-items';
import { indexPassages, type PassageIndex } from './find-passage.ts';

/** Maximum number of parts to read for the least-covered strategy: one more item isn't worth reading a whole book. */
const MOST_FEWEST = 3;

/** Number of passages searched before yielding to the event loop. */
const AT_ONCE = 50;

/**
 * Returns a function that chooses the parts of a source to read: those with the given passage, or those with the fewest
 * of the given passages, fewest first. A reworded passage is in no part, so it says nothing about where it was. Lets
 * the event loop run in between: a source has up to a million characters. Each part is indexed once at most.
 */
export function createPartChooser<T extends { text: string }>(
  parts: readonly T[],
): (toRead: SourcePartsToRead) => Promise<T[]> {
  const indexes = new Map<T, PassageIndex>();
  const indexOf = (part: T): PassageIndex => {
    const index = indexes.get(part) ?? indexPassages(part.text);
    indexes.set(part, index);
    return index;
  };
  return async (toRead) => {
    const has = new Map<T, number>(parts.map((part) => [part, 0]));
    let left = toRead.which === 'with' ? [toRead.passage] : toRead.passages;
    for (const part of parts) {
      if (left.length === 0) break;
      await yieldToEventLoop();
      const index = indexOf(part);
      const elsewhere: string[] = [];
      for (const [n, passage] of left.entries()) {
        if (n > 0 && n % AT_ONCE === 0) await yieldToEventLoop();
        if (!index.find(passage)) elsewhere.push(passage);
      }
      has.set(part, left.length - elsewhere.length);
      left = elsewhere;
    }
    const countOf = (part: T) => has.get(part) ?? 0;
    const withIt = parts.filter((part) => countOf(part) > 0);
    if (toRead.which === 'with' && withIt.length > 0) return withIt;
    return parts.toSorted((one, other) => countOf(one) - countOf(other)).slice(0, MOST_FEWEST);
  };
}
