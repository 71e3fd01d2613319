import type { ItemFlag, SourceText } from '@training/shared/ai-features';
import type { z } from 'zod';
import { clip, withoutDuplicates } from './answer-text.ts';
import { knowsAddresses } from './checks/addresses.ts';
import { nearDuplicates, type Said } from './checks/near-duplicates.ts';
import { proofOf, type Proof } from './checks/proof.ts';
import { chunksWorthAsking, sharesOf } from './chunks.ts';
import type { Ask, Steps } from './feature.ts';
import { indexPassages } from './find-passage.ts';
import { asData } from './prompt.ts';

/** Calls of one job at most: of a longer source, parts that are spread evenly over it. */
const MOST_CHUNKS = 20;
/** Output tokens for what a model thinks before it answers. */
const ROOM_TO_THINK = 8_000;

export type QuotedItems<Answer, Item extends { quote: string }, Result extends { flags: ItemFlag[] }> = {
  input: { source: SourceText; count: number };
  system: string;
  /** For people who watch. */
  words: string;
  schema: z.ZodType<Answer>;
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

/**
 * Asks for `count` things of a source, a chunk at a time, and keeps those whose quote is in the chunk that the model
 * saw, and no address that the source lacks. `dropped` counts those without such a passage, with such an address, or without sense; what repeats another, or is more than was asked
 * for, it does not.
 */
export async function askInChunks<Answer, Item extends { quote: string }, Result extends { flags: ItemFlag[] }>(
  ask: Ask,
  steps: Steps,
  job: QuotedItems<Answer, Item, Result>,
): Promise<{ found: Result[]; dropped: number }> {
  const { source, count } = job.input;
  const chunks = chunksWorthAsking(source.text, Math.min(count, MOST_CHUNKS));
  const shares = sharesOf(chunks, count);
  await steps.plan(chunks.length);
  const isKnown = knowsAddresses(`${source.title}\n${source.text}`);
  let dropped = 0;
  const kept: { label: string; result: Result; chunk: number; start: number; surplus: boolean }[] = [];
  for (const [chunk, text] of chunks.entries()) {
    const share = shares[chunk] ?? 0;
    if (share === 0) continue;
    const answer = await steps.step(`part-${chunk + 1}`, job.words, job.schema, () =>
      ask({
        system: job.system,
        prompt: [`Count: ${share}`, asData('title', source.title), asData('source', text)].join('\n'),
        schema: job.schema,
        maxOutputTokens: ROOM_TO_THINK + job.tokensEach * share,
      }),
    );
    const passages = indexPassages(text);
    const proof = proofOf(`${source.title}\n\n${text}`);
    let ofChunk = 0;
    for (const item of job.itemsOf(answer)) {
      const passage = passages.find(item.quote);
      const isSafe = job.textsOf(item).every(isKnown);
      const result = passage && isSafe ? job.accept(item, passage.text, proof) : undefined;
      if (result && passage)
        kept.push({ label: job.labelOf(item), result, chunk, start: passage.start, surplus: ofChunk++ >= share });
      else dropped++;
    }
  }
  const distinct = withoutDuplicates(kept, ({ label }) => label);
  // What one chunk gave beyond its share stands in for what another gave too little of.
  const chosen = [...distinct.filter(({ surplus }) => !surplus), ...distinct.filter(({ surplus }) => surplus)];
  const inOrder = chosen.slice(0, count).toSorted((one, other) => one.chunk - other.chunk || one.start - other.start);
  const found = inOrder.map(({ result }) => result);
  const said = found.map((result) => job.saidBy(result));
  for (const [n, before] of nearDuplicates(said).entries()) {
    const other = before === undefined ? undefined : said[before];
    if (other) found[n]?.flags.push({ kind: 'alike', detail: clip(other.asked, 200) });
  }
  return { found, dropped };
}
