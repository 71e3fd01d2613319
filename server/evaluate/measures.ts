import {
  canDetectLanguage,
  detectLanguage,
  findUnexpectedLanguage,
} from '../src/features/ai/features/checks/language.ts';
import { share, type Measured } from './interval.ts';
import type { Item, Run } from './make-items.ts';

const itemsOf = (runs: readonly Run[]): Item[] => runs.flatMap(({ items }) => items);
const countOf = (runs: readonly Run[], of: (run: Run) => number) => runs.reduce((sum, run) => sum + of(run), 0);

/**
 * Share of the items that aren't clearly in another language than the wanted one, of those that are long enough to tell
 * and whose wanted language the detector knows.
 */
export function languageShare(runs: readonly Run[]): Measured {
  const told = runs.flatMap(({ language, items }) =>
    language === undefined || !canDetectLanguage(language)
      ? []
      : items
          .filter(({ text }) => detectLanguage(text) !== undefined)
          .map(({ text }) => findUnexpectedLanguage(text, language) === undefined),
  );
  return share(told.filter(Boolean).length, told.length);
}

/** Share of what was wanted that came, so that a model which gives little is not good for that. */
export const yieldShare = (runs: readonly Run[]): Measured =>
  share(
    countOf(runs, ({ items, wanted }) => Math.min(items.length, wanted)),
    countOf(runs, ({ wanted }) => wanted),
  );

/** Share of items that say nearly what one before them in the same list says, as the feature flags them. */
export const duplicateShare = (runs: readonly Run[]): Measured => flaggedBy(runs, (kind) => kind === 'alike');

/** Share of items with any flag, which a trainer has to look at. */
export const flaggedShare = (runs: readonly Run[]): Measured => flaggedBy(runs, () => true);

function flaggedBy(runs: readonly Run[], counts: (kind: string) => boolean): Measured {
  const items = itemsOf(runs);
  return share(items.filter(({ flags }) => flags.some(counts)).length, items.length);
}

/** Share of what the model made that was left out: made-up passages, addresses, no sense, contradicted. */
export function droppedShare(runs: readonly Run[]): Measured {
  const dropped = countOf(runs, (run) => run.dropped);
  return share(dropped, dropped + itemsOf(runs).length);
}

/** Share of the parts of the sources that were read. */
export const coverageShare = (runs: readonly Run[]): Measured =>
  share(
    countOf(runs, ({ partsRead }) => partsRead),
    countOf(runs, ({ parts }) => parts),
  );

const singleChoices = (runs: readonly Run[]) =>
  itemsOf(runs).flatMap(({ made }) => ('kind' in made && made.kind === 'single_choice' ? [made] : []));

/** The largest share that one place has of the keys of single-choice questions, as learners see them. */
export function keyPosition(runs: readonly Run[]): Measured {
  const places = singleChoices(runs).map(({ correct }) => correct);
  const most = Math.max(0, ...[...Map.groupBy(places, (place) => place).values()].map(({ length }) => length));
  return share(most, places.length);
}

/**
 * Share of single-choice questions whose key is the longest option by more than a tenth: who knows nothing picks it.
 */
export function keyLongest(runs: readonly Run[]): Measured {
  const questions = singleChoices(runs);
  const longest = questions.filter(({ options, correct }) => {
    const others = options.filter((_, place) => place !== correct).map(({ length }) => length);
    return (options[correct]?.length ?? 0) > 1.1 * Math.max(...others);
  });
  return share(longest.length, questions.length);
}

/** How long the key is beside the mean of its distractors, as the mean over single-choice questions. */
export function keyLength(runs: readonly Run[]): Measured {
  const ratios = singleChoices(runs).map(({ options, correct }) => {
    const others = options.filter((_, place) => place !== correct).map(({ length }) => length);
    return (options[correct]?.length ?? 0) / mean(others);
  });
  return { value: ratios.length === 0 ? null : mean(ratios), of: ratios.length };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** US$ for each item that came, with the calls that check it and all that failed. `cost` is in nano-dollars. */
export function costEach(cost: number | null, runs: readonly Run[]): Measured {
  const of = itemsOf(runs).length;
  return { value: cost === null || of === 0 ? null : cost / 1_000_000_000 / of, of };
}

/** The smallest of the values that 95 of 100 do not exceed. */
export function p95(values: readonly number[]): Measured {
  const sorted = values.toSorted((one, other) => one - other);
  return { value: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null, of: sorted.length };
}
