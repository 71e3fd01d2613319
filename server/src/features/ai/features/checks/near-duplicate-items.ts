import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { GeneratedItemWarning, ItemWordingToCompare } from '@training/shared/ai/generated-items';
import { clipText } from '../../../../platform/clip-text.ts';
import { comparisonKeyOf } from '../prompt/model-output-text.ts';
import { figuresOf } from './figures.ts';
import { detectLanguage } from './language.ts';
import { contentStemsOf } from './words.ts';

/** UTF-16 units compared per text; more would add little. */
const COMPARED = 600;
/** Minimum share of common trigrams for texts to count as alike. */
const ALIKE = { asked: 0.75, answered: 0.6 };
/** Number of items compared before yielding to the event loop. */
const AT_ONCE = 10;
/** Minimum share of common words in the answers of two items of one passage. */
const SAME_PASSAGE = 0.5;

function gramsOf(text: string): Set<string> {
  const key = ` ${comparisonKeyOf(text.slice(0, COMPARED))} `;
  return new Set(Array.from({ length: Math.max(key.length - 2, 1) }, (_, n) => key.slice(n, n + 3)));
}

/** Sørensen–Dice coefficient, 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const gram of one) if (other.has(gram)) common++;
  return (2 * common) / (one.size + other.size);
}

/** Numbers of a text, also those in words. */
const numbersIn = (text: string, language: string | undefined) =>
  figuresOf(text.slice(0, COMPARED), language)
    .flatMap(({ implied, values }) => (implied ? [] : (values[0] ?? [])))
    .join(' ');

/** Prepares an item for comparison. The trigram sets are computed lazily, because most comparisons don't need them. */
function readingOf({ asked, answered, quote }: ItemWordingToCompare) {
  const language = detectLanguage(`${asked}\n${answered}\n${quote}`);
  let grams: { asked: Set<string>; answered: Set<string> } | undefined;
  return {
    grams: () => (grams ??= { asked: gramsOf(asked), answered: gramsOf(answered) }),
    quote: comparisonKeyOf(quote),
    stems: contentStemsOf(answered.slice(0, COMPARED), undefined),
    all: contentStemsOf(`${asked.slice(0, COMPARED)}\n${answered.slice(0, COMPARED)}`, undefined),
    key: `${comparisonKeyOf(answered)}\n${comparisonKeyOf(quote)}`,
    numbers: `${numbersIn(asked, language)}\n${numbersIn(answered, language)}`,
  };
}
type Reading = ReturnType<typeof readingOf>;

function areAlike(one: Reading, other: Reading): boolean {
  if (one.key === other.key) return true;
  if (one.numbers !== other.numbers) return false;
  if (isSamePassage(one.quote, other.quote) && (sayTheSame(one.stems, other.stems) || haveAll(one.all, other.all)))
    return true;
  const [grams, others] = [one.grams(), other.grams()];
  return (
    likeness(grams.asked, others.asked) >= ALIKE.asked && likeness(grams.answered, others.answered) >= ALIKE.answered
  );
}

const isSamePassage = (one: string, other: string) =>
  one !== '' && other !== '' && (one.includes(other) || other.includes(one));

/** Returns true if two answers share most words, or one has all words of the other. */
function sayTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((stem) => other.has(stem)).length;
  const fewest = Math.min(one.size, other.size);
  return common > 0 && (common === fewest || (2 * common) / (one.size + other.size) >= SAME_PASSAGE);
}

/** Fewest words of an item, and their share that the other must have, for both to be the same in other words. */
const REWORDED = { fewest: 4, share: 0.75 };

/** Returns true if one item has most words of the other in its question and answer together. */
function haveAll(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const fewest = Math.min(one.size, other.size);
  const common = [...one].filter((stem) => other.has(stem)).length;
  return fewest >= REWORDED.fewest && common >= fewest * REWORDED.share;
}

/**
 * Finds, for each item, the first earlier one that asks nearly the same, or has the same answer and passage; undefined
 * if there is none. Items with different figures are never duplicates. Items of `there` come before all others. All
 * pairs are compared, a few milliseconds at a time: a hostile model can return thousands of items.
 */
export async function findNearDuplicates(
  items: readonly ItemWordingToCompare[],
  there: readonly ItemWordingToCompare[] = [],
): Promise<(ItemWordingToCompare | undefined)[]> {
  const said = [...there, ...items];
  const read: Reading[] = [];
  const found: (ItemWordingToCompare | undefined)[] = [];
  for (const [at, each] of said.entries()) {
    if (at % AT_ONCE === 0) await yieldToEventLoop();
    const reading = readingOf(each);
    if (at >= there.length) found.push(said[read.findIndex((before) => areAlike(before, reading))]);
    read.push(reading);
  }
  return found;
}

/** Flags near-duplicates of an earlier item or of an existing item in `there`, and replaces earlier `alike` flags. */
export async function flagNearDuplicates<Item extends { flags: GeneratedItemWarning[] }>(
  items: readonly Item[],
  saidBy: (item: Item) => ItemWordingToCompare,
  there: readonly ItemWordingToCompare[] = [],
): Promise<Item[]> {
  const alike = await findNearDuplicates(items.map(saidBy), there);
  return items.map((item, n) => {
    const other = alike[n];
    const flags = item.flags.filter(({ kind }) => kind !== 'alike');
    if (other) flags.push({ kind: 'alike', detail: clipText(other.asked, 200) });
    return { ...item, flags };
  });
}
