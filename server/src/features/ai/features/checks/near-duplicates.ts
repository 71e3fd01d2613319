import type { Said } from '@training/shared/generated-items';
import { comparisonKey } from '../prompt/answer-text.ts';

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

/** An item as it is compared; its sets are made where they are asked for, for most are not. */
function readingOf({ asked, answered, quote }: Said) {
  let grams: { asked: Set<string>; answered: Set<string> } | undefined;
  return {
    grams: () => (grams ??= { asked: gramsOf(asked), answered: gramsOf(answered) }),
    key: `${comparisonKey(answered)}\n${comparisonKey(quote)}`,
    digits: `${digitsOf(asked)}\n${digitsOf(answered)}`,
  };
}
type Reading = ReturnType<typeof readingOf>;

function areAlike(one: Reading, other: Reading): boolean {
  if (one.key === other.key) return true;
  if (one.digits !== other.digits) return false;
  const [grams, others] = [one.grams(), other.grams()];
  return (
    likeness(grams.asked, others.asked) >= ALIKE.asked && likeness(grams.answered, others.answered) >= ALIKE.answered
  );
}

/**
 * For each item the first one before it that asks nearly the same, or answers the same with the same passage; undefined
 * where there is none. What differs in a figure is not the same. Every two are compared: there are at most some forty
 * items, and `there`, which come before all of them, are compared with these only.
 */
export function nearDuplicates(items: readonly Said[], there: readonly Said[] = []): (Said | undefined)[] {
  const said = [...there, ...items];
  const read = said.map(readingOf);
  return items.map((_, n) => {
    const at = there.length + n;
    return said[read.slice(0, at).findIndex((before) => areAlike(before, read[at] ?? before))];
  });
}
