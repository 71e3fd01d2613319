import type { Coverage, ItemFlag, SourceText } from '@training/shared/ai-features';
import type { z } from 'zod';
import { clip, comparisonKey } from './answer-text.ts';
import { askForItems } from './ask-for-items.ts';
import { knowsAddresses } from './checks/addresses.ts';
import { nearDuplicates, type Said } from './checks/near-duplicates.ts';
import { proofOf, type Proof } from './checks/proof.ts';
import { chooseItems } from './choose-items.ts';
import { sharesOf } from './chunks.ts';
import { existingItems } from './existing-items.ts';
import type { Ask, Steps } from './feature.ts';
import { indexPassages } from './find-passage.ts';
import { asData } from './prompt.ts';
import { partsOf, type Part } from './read-parts.ts';

/** How much more is asked for than is wanted, for some of it will be left out. */
const SPARE = 1.25;
/** Further calls of one job at most, in place of what was left out. */
const REPLACEMENTS = 3;

export type QuotedItems<Answer, Item extends { quote: string }, Result extends { flags: ItemFlag[] }> = {
  input: { source: SourceText; count: number; existing: readonly string[] };
  system: string;
  /** For people who watch. */
  words: string;
  schema: z.ZodType<Answer>;
  /** The name of the list in an answer, and what is in it. */
  list: string;
  item: z.ZodType<Item>;
  /** Output tokens of one item. */
  tokensEach: number;
  itemsOf(answer: Answer): Item[];
  /** What must not occur twice. */
  labelOf(item: Item): string;
  /** Its texts that people will read, for what must not be in them. */
  textsOf(item: Item): string[];
  /** The item for the answer, with the source's own words; undefined when it makes no sense. */
  accept(item: Item, quote: string, source: Proof): Result | undefined;
  /** What may say the same as another; the result with what is found. */
  saidBy(result: Result): Said;
};

type Made<Result> = { result: Result; part: number; start: number };

/**
 * Asks for `count` things of a source, all parts of it, and keeps those whose quote is in the part that the model saw,
 * and no address that the source lacks. Each part is asked for at least one, and told what is there already. What was left out is made up for by what was asked for
 * beyond that, and by some more calls. `dropped` counts what has no such passage, such an address or no sense; what
 * repeats another, or is more than was asked for, it does not.
 * @throws what `ask` and `steps` throw
 */
export async function askInChunks<Answer, Item extends { quote: string }, Result extends { flags: ItemFlag[] }>(
  ask: Ask,
  steps: Steps,
  job: QuotedItems<Answer, Item, Result>,
): Promise<{ found: Result[]; dropped: number; coverage: Coverage }> {
  const { source, count, existing } = job.input;
  const reading = partsOf(source.text);
  const { parts } = reading;
  const texts = parts.map(({ text }) => text);
  const isKnown = knowsAddresses(`${source.title}\n${source.text}`);
  const made: Made<Result>[] = [];
  const seen = new Set(existing.map(comparisonKey));
  const labels: string[] = [];
  const dropped = new Set<string>();
  /** Of each part what could be made anew. */
  const lost = new Map<number, number>();

  async function make(part: Part, index: number, wanted: number, name: string): Promise<void> {
    const passages = indexPassages(part.text);
    const proof = proofOf(`${source.title}\n\n${part.text}`);
    /** An item that holds, with where its passage begins. */
    const check = (item: Item) => {
      const passage = passages.find(item.quote);
      const isSafe = job.textsOf(item).every(isKnown);
      const result = passage && isSafe ? job.accept(item, passage.text, proof) : undefined;
      return result && passage && { result, start: passage.start };
    };
    const promptFor = (most: number, before: readonly string[]) =>
      [
        `Count: ${most}`,
        asData('title', source.title),
        ...existingItems([...labels, ...before], existing),
        asData('source', part.text),
      ].join('\n');
    const shownOf = (item: Item) => check(item)?.result;
    const answer = await reading.readPart(part, steps, { name, words: job.words, schema: job.schema }, (keeping) =>
      askForItems(ask, keeping, job, { wanted, promptFor, shownOf }),
    );
    if (answer === undefined) return;
    let left = 0;
    for (const item of job.itemsOf(answer).slice(0, 2 * count + 10)) {
      const label = job.labelOf(item);
      const key = comparisonKey(label);
      const good = check(item);
      if (!good) {
        dropped.add(JSON.stringify(item));
        left++;
      } else if (!seen.has(key)) {
        seen.add(key);
        made.push({ ...good, part: index });
      }
      labels.push(label);
    }
    lost.set(index, left);
  }

  await steps.plan(parts.length);
  const asked = sharesOf(texts, Math.ceil(count * SPARE)).map((share) => Math.max(share, 1));
  for (const [index, part] of parts.entries()) await make(part, index, asked[index] ?? 1, `part-${part.n}`);
  for (let again = 1; again <= REPLACEMENTS && made.length < count; again++) {
    const [most] = [...lost].toSorted(([, one], [, other]) => other - one);
    const [index, left] = most ?? [0, 0];
    const part = parts[index];
    if (!part || left === 0) break;
    await steps.plan(parts.length + again);
    await make(part, index, Math.ceil((count - made.length) * SPARE), `again-${again}`);
  }
  return { found: chosen(job, made, sharesOf(texts, count)), dropped: dropped.size, coverage: reading.coverage() };
}

/** The best of what was made; what says the same as another is among the last, and says so. */
function chosen<Answer, Item extends { quote: string }, Result extends { flags: ItemFlag[] }>(
  job: QuotedItems<Answer, Item, Result>,
  made: Made<Result>[],
  shares: number[],
): Result[] {
  const alike = nearDuplicates(made.map(({ result }) => job.saidBy(result)));
  const judged = made.map((each, n) => ({
    ...each,
    isFlagged: each.result.flags.length > 0 || alike[n] !== undefined,
  }));
  const found = chooseItems(judged, shares, job.input.count).map(({ result }) => result);
  const said = found.map((result) => job.saidBy(result));
  for (const [n, before] of nearDuplicates(said).entries()) {
    const other = before === undefined ? undefined : said[before];
    if (other) found[n]?.flags.push({ kind: 'alike', detail: clip(other.asked, 200) });
  }
  return found;
}
