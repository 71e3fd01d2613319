import type { Answer } from '../../items/answers.ts';
import { type ItemChange, compareItems } from './compare-items.ts';

export interface ComparedAnswer {
  change: ItemChange;
  before: Answer | undefined;
  after: Answer | undefined;
}

/**
 * Compares answers, in the new order, with removed ones at their old position. Answers have no ids: equal texts match,
 * then answers at the same position that share half of their words.
 */
export function compareAnswers(before: Answer[], after: Answer[]): ComparedAnswer[] {
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
