import type { SourceReadingCoverage } from '@training/shared/ai/ai-sources';
import type { GeneratedItemWarning } from '@training/shared/ai/generated-items';
import { createKnownAddressChecker } from './checks/web-addresses.ts';
import { flagNearDuplicates, findNearDuplicates } from './checks/near-duplicate-items.ts';
import { stepNameForSize, MAX_SOURCE_LENGTH_PER_CALL, distributeCount } from './source/chunks.ts';
import type { AskModel, FeatureStepRunner } from './feature.ts';
import { generateItemsFromPart, type ItemWithUniquenessKey } from './items/generate-items-from-part.ts';
import type { ItemGenerationSpec } from './items/item-generation-spec.ts';
import { splitSource, type SourcePart } from './source/read-parts.ts';

/** Factor for requesting more items than needed, because some are dropped. */
export const SURPLUS_FACTOR = 1.25;
/**
 * Maximum items kept of all parts, as a surplus for those that lack some, and after that of a part, for each that was
 * asked for: all are compared with each other.
 */
const MOST = { made: 200, each: 2 };
/** Maximum number of calls per job that replace dropped items. */
const REPLACEMENTS = 3;

type MadeOfSource<Result> = ItemWithUniquenessKey<Result> & { part: number };

type Found<Result> = { found: Result[]; dropped: number; disputed: number; coverage: SourceReadingCoverage | null };

/**
 * Asks the model for `count` items from all parts of a source, or only the named parts. Keeps an item if its quote is
 * in the part that the model saw, it contains no address missing from the source, and a second call didn't find it
 * contradicted. Each part is asked for at least one item, and its prompt lists the items that already exist. Surplus
 * items, and then a few more calls, make up for dropped ones. `dropped` counts items with no such passage, a foreign
 * address or no valid form; `disputed` counts contradicted items. Duplicates and surplus items count as neither.
 * @throws errors of `ask` and `steps`
 */
export async function generateItemsFromParts<
  Item extends { quote: string },
  Result extends { flags: GeneratedItemWarning[] },
>(ask: AskModel, steps: FeatureStepRunner, job: ItemGenerationSpec<Item, Result>): Promise<Found<Result>> {
  const { source, count, partSize = MAX_SOURCE_LENGTH_PER_CALL } = job.input;
  const reading = await splitSource(source.text, job.input.parts, partSize);
  const { parts } = reading;
  const texts = parts.map(({ text }) => text);
  const isKnown = createKnownAddressChecker(`${source.title}\n${source.text}`);
  const made: MadeOfSource<Result>[] = [];
  const dropped = new Set<string>();
  const disputed = new Set<string>();
  /** Number of items lost, by the part's position. */
  const lost = new Map<number, number>();

  async function make(part: SourcePart, place: number, wanted: number, name: string): Promise<void> {
    const labels = made.map(({ label }) => label);
    const isRepeated = lost.has(place) || job.input.parts !== undefined;
    const rest = { name, labels, disputed, isRepeated, isKnown };
    const of = await generateItemsFromPart(ask, steps, job, { reading, part, count: wanted, ...rest });
    const most = Math.max(MOST.made - made.length, MOST.each * wanted);
    made.push(...of.made.slice(0, most).map((each) => ({ ...each, part: place })));
    for (const each of of.dropped) dropped.add(each);
    for (const each of of.disputed) disputed.add(each);
    lost.set(place, of.dropped.length + of.disputed.length);
  }

  // Two steps per part: write and check.
  await steps.plan(2 * parts.length);
  const asked = distributeCount(texts, Math.ceil(count * SURPLUS_FACTOR)).map((share) => Math.max(share, 1));
  for (const [place, part] of parts.entries()) {
    // If only some parts were named, stop once there are enough items.
    if (job.input.parts !== undefined && made.length >= count) break;
    await make(part, place, asked[place] ?? 1, stepNameForSize(`part-${part.n}`, partSize));
  }
  for (let again = 1; again <= REPLACEMENTS && made.length < count; again++) {
    const [most] = [...lost].toSorted(([, one], [, other]) => other - one);
    const [place, left] = most ?? [0, 0];
    const part = parts[place];
    if (!part || left === 0) break;
    await steps.plan(2 * (parts.length + again));
    await make(
      part,
      place,
      Math.ceil((count - made.length) * SURPLUS_FACTOR),
      stepNameForSize(`again-${again}`, partSize),
    );
  }
  const found = await chosen(job, made, distributeCount(texts, count));
  return { found, dropped: dropped.size, disputed: disputed.size, coverage: reading.coverage() };
}

/** Chooses the best items. Near-duplicates of another or an existing item are ranked last and flagged. */
async function chosen<Item extends { quote: string }, Result extends { flags: GeneratedItemWarning[] }>(
  job: ItemGenerationSpec<Item, Result>,
  made: readonly MadeOfSource<Result>[],
  shares: readonly number[],
): Promise<Result[]> {
  const { there } = job.input;
  const alike = await findNearDuplicates(
    made.map(({ result }) => job.saidBy(result)),
    there,
  );
  const judged = made.map((each, n) => ({
    ...each,
    isFlagged: each.result.flags.length > 0 || alike[n] !== undefined,
  }));
  const found = chooseItems(judged, shares, job.input.count).map(({ result }) => result);
  return flagNearDuplicates(found, (result) => job.saidBy(result), there);
}

/** An item made from a part of a source. */
type Candidate = {
  /** Index of the part, from 0. */
  part: number;
  /** Start of its passage in the part. */
  start: number;
  /** True if a trainer should check the item. */
  isFlagged: boolean;
};

/**
 * Chooses `count` items, in the order of the source. Each part's share comes first, then the surplus of other parts;
 * flagged items come last in each group.
 * @param shares Number of items wanted per part; they add up to `count`.
 */
function chooseItems<T extends Candidate>(made: readonly T[], shares: readonly number[], count: number): T[] {
  const best = made.toSorted((one, other) => Number(one.isFlagged) - Number(other.isFlagged));
  const given = new Map<number, number>();
  const own: T[] = [];
  const surplus: T[] = [];
  for (const each of best) {
    const before = given.get(each.part) ?? 0;
    given.set(each.part, before + 1);
    (before < (shares[each.part] ?? 0) ? own : surplus).push(each);
  }
  return [...own, ...surplus]
    .slice(0, count)
    .toSorted((one, other) => one.part - other.part || one.start - other.start);
}
