import { comparisonKey } from '../prompt/answer-text.ts';

/** An item as far as it may say the same as another. */
export type Said = { asked: string; answered: string; quote: string };

/** UTF-16 units that are compared of a text; more would say little more. */
const COMPARED = 600;
/** From which share of common letters, three at a time, texts are alike. */
const ALIKE = { asked: 0.75, answered: 0.6 };

function gramsOf(text: string): Set<string> {
  const key = ` ${comparisonKey(text.slice(0, COMPARED))} `;
  return new Set(Array.from({ length: Math.max(key.length - 2, 1) }, (_, n) => key.slice(n, n + 3)));
}

/** Sørensen–Dice, 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const gram of one) if (other.has(gram)) common++;
  return (2 * common) / (one.size + other.size);
}

const digitsOf = (text: string) => (text.match(/\p{Nd}+/gu) ?? []).join(' ');

/**
 * For each item the first one before it that asks nearly the same, or answers the same with the same passage; undefined
 * where there is none. What differs in a figure is not the same. Every two are compared: there are at most some forty.
 */
export function nearDuplicates(items: readonly Said[]): (number | undefined)[] {
  const read = items.map(({ asked, answered, quote }) => ({
    asked: gramsOf(asked),
    answered: gramsOf(answered),
    key: `${comparisonKey(answered)}\n${comparisonKey(quote)}`,
    digits: `${digitsOf(asked)}\n${digitsOf(answered)}`,
  }));
  return read.map((item, n) => {
    const at = read.slice(0, n).findIndex((before) => {
      if (before.key === item.key) return true;
      if (before.digits !== item.digits) return false;
      return (
        likeness(before.asked, item.asked) >= ALIKE.asked && likeness(before.answered, item.answered) >= ALIKE.answered
      );
    });
    return at < 0 ? undefined : at;
  });
}
