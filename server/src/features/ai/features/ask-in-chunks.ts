import type { Coverage } from '@training/shared/ai-sources';
import type { ItemFlag } from '@training/shared/generated-items';
import { knowsAddresses } from './checks/addresses.ts';
import { flagAlike } from './checks/flag-alike.ts';
import { nearDuplicates } from './checks/near-duplicates.ts';
import { chooseItems } from './items/choose-items.ts';
import { sharesOf } from './source/chunks.ts';
import type { AskModel, Steps } from './feature.ts';
import { makeOfPart, type LabelledItem } from './items/make-of-part.ts';
import type { QuotedItems } from './items/quoted-items.ts';
import { splitSource, type Part } from './source/read-parts.ts';

/** How much more is asked for than is wanted, for some of it will be left out. */
export const SPARE = 1.25;
/** How often something is made anew in a job at most, in place of what was left out. */
const REPLACEMENTS = 3;

type MadeOfSource<Result> = LabelledItem<Result> & { part: number };

type Found<Result> = { found: Result[]; dropped: number; disputed: number; coverage: Coverage | null };

/**
 * Asks for `count` things of a source, all parts of it or those that are named, and keeps those whose quote is in the
 * part that the model saw, that have no address that the source lacks, and that a second call did not find
 * contradicted. Each part is asked for one thing at least, and told what is there already. What was left out is made up
 * for by what was asked for beyond that, and by some more calls. `dropped` counts what has no such passage, such an
 * address or no sense, `disputed` what is contradicted; what repeats another, or is more than was asked for, neither.
 * @throws what `ask` and `steps` throw
 */
export async function askInChunks<Answer, Item extends { quote: string }, Result extends { flags: ItemFlag[] }>(
  ask: AskModel,
  steps: Steps,
  job: QuotedItems<Answer, Item, Result>,
): Promise<Found<Result>> {
  const { source, count } = job.input;
  const reading = splitSource(source.text, job.input.parts);
  const { parts } = reading;
  const texts = parts.map(({ text }) => text);
  const isKnown = knowsAddresses(`${source.title}\n${source.text}`);
  const made: MadeOfSource<Result>[] = [];
  const dropped = new Set<string>();
  const disputed = new Set<string>();
  /** By the part's place, how much of what it gave was left out. */
  const lost = new Map<number, number>();

  async function make(part: Part, place: number, wanted: number, name: string): Promise<void> {
    const labels = made.map(({ label }) => label);
    const of = await makeOfPart(ask, steps, job, { reading, part, count: wanted, name, labels, disputed, isKnown });
    made.push(...of.made.map((each) => ({ ...each, part: place })));
    for (const each of of.dropped) dropped.add(each);
    for (const each of of.disputed) disputed.add(each);
    lost.set(place, of.dropped.length + of.disputed.length);
  }

  // Each part is written and looked at again.
  await steps.plan(2 * parts.length);
  const asked = sharesOf(texts, Math.ceil(count * SPARE)).map((share) => Math.max(share, 1));
  for (const [place, part] of parts.entries()) {
    // Of some parts of a source, the first that give enough will do.
    if (job.input.parts !== undefined && made.length >= count) break;
    await make(part, place, asked[place] ?? 1, `part-${part.n}`);
  }
  for (let again = 1; again <= REPLACEMENTS && made.length < count; again++) {
    const [most] = [...lost].toSorted(([, one], [, other]) => other - one);
    const [place, left] = most ?? [0, 0];
    const part = parts[place];
    if (!part || left === 0) break;
    await steps.plan(2 * (parts.length + again));
    await make(part, place, Math.ceil((count - made.length) * SPARE), `again-${again}`);
  }
  const found = chosen(job, made, sharesOf(texts, count));
  return { found, dropped: dropped.size, disputed: disputed.size, coverage: reading.coverage() };
}

/** The best of what was made; what says the same as another, or as what is there, is among the last, and says so. */
function chosen<Answer, Item extends { quote: string }, Result extends { flags: ItemFlag[] }>(
  job: QuotedItems<Answer, Item, Result>,
  made: readonly MadeOfSource<Result>[],
  shares: readonly number[],
): Result[] {
  const { there } = job.input;
  const alike = nearDuplicates(
    made.map(({ result }) => job.saidBy(result)),
    there,
  );
  const judged = made.map((each, n) => ({
    ...each,
    isFlagged: each.result.flags.length > 0 || alike[n] !== undefined,
  }));
  const found = chooseItems(judged, shares, job.input.count).map(({ result }) => result);
  return flagAlike(found, (result) => job.saidBy(result), there);
}
