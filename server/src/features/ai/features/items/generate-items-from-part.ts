import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AiFeature } from '@training/shared/ai/ai-features';
import type { GeneratedItemWarning } from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { clipText } from '../../../../platform/clip-text.ts';
import { comparisonKeyOf } from '../prompt/model-output-text.ts';
import { askForItems } from './ask-for-items.ts';
import { analyseSourcePart, widenPassageIfNegated } from '../checks/source-part-analysis.ts';
import { formatExistingItemsAsPromptData } from './existing-items.ts';
import type { AskModel, FeatureStepRunner } from '../feature.ts';
import { indexPassages } from '../source/find-passage.ts';
import { wrapAsPromptData } from '../prompt/prompt.ts';
import type { ItemGenerationSpec, SecondCheckSpec } from './item-generation-spec.ts';
import type { SourcePart, SplitSource } from '../source/read-parts.ts';
import { verifyItems } from '../checks/verify-items.ts';

/** `label` is what must not occur twice; the passage begins at `start` of the part. */
export type ItemWithUniquenessKey<Result> = { label: string; result: Result; start: number };

export type PartResult<Result> = {
  made: ItemWithUniquenessKey<Result>[];
  /** Without a passage or sense, or with an address that the source lacks: the JSON of each. */
  dropped: string[];
  /** JSON of each item that the source contradicts, according to the second call. */
  disputed: string[];
};

type Wanted = {
  reading: SplitSource;
  part: SourcePart;
  count: number;
  name: string;
  /** Labels of the items made so far by the job. */
  labels: readonly string[];
  /** Items that the source contradicts, as in `PartResult`. They aren't checked again, or a repeat might pass. */
  disputed: ReadonlySet<string>;
  /** True if the part was read before: to replace dropped items, or an item that somebody wants made again. */
  isRepeated: boolean;
  /** Returns true if the source contains all addresses of a text. */
  isKnown: (text: string) => boolean;
};

/**
 * Requests items from one part of a source, and has a second call check them. The prompt lists existing items; repeats
 * of them are left out of the result.
 * @throws errors of `ask` and `steps`
 */
export async function generateItemsFromPart<
  Item extends { quote: string },
  Result extends { flags: GeneratedItemWarning[] },
>(
  ask: AskModel,
  steps: FeatureStepRunner,
  job: ItemGenerationSpec<Item, Result>,
  { reading, part, count, name, labels, disputed: contradicted, isRepeated, isKnown }: Wanted,
): Promise<PartResult<Result>> {
  const { source, existing = [] } = job.input;
  const passages = indexPassages(part.text);
  const reference = analyseSourcePart(source.title, part.text, job.input.language, existing);
  /** Validates an item: returns it with the start of its passage, or undefined. */
  const held = (item: Item) => {
    const found = passages.find(item.quote);
    const passage = found && widenPassageIfNegated(reference, found);
    const isSafe = job.textsOf(item).every(isKnown);
    const result = passage && isSafe ? job.accept(item, passage, reference) : undefined;
    return result && passage && { result, start: passage.start };
  };
  const shared = [wrapAsPromptData('title', source.title), wrapAsPromptData('source', part.text)].join('\n');
  const promptFor = (most: number, before: readonly string[]) => ({
    prompt: [shared, ...formatExistingItemsAsPromptData([...labels, ...before], existing), `Count: ${most}`].join('\n'),
    // The first request for a part is often the only one; after a second one, more are likely.
    prefix: { length: shared.length, isLikely: isRepeated || before.length > 0 },
  });
  const shownOf = (item: Item) => held(item)?.result;
  const step = { name, words: job.words, schema: z.array(job.item) };
  const items = await reading.readPart(part, steps, step, (keeping) =>
    askForItems(ask, keeping, job, { wanted: count, promptFor, shownOf }),
  );
  const seen = new Set([...existing, ...labels].map(comparisonKeyOf));
  const made: ItemWithUniquenessKey<Result>[] = [];
  const dropped: string[] = [];
  // Limits how many items are read from a model that returns far too many.
  for (const item of (items ?? []).slice(0, 2 * count + 10)) {
    await yieldToEventLoop();
    const label = job.labelOf(item);
    const key = comparisonKeyOf(label);
    const good = held(item);
    if (!good) dropped.push(JSON.stringify(item));
    else if (!seen.has(key) && !contradicted.has(JSON.stringify(good.result))) made.push({ label, ...good });
    if (good) seen.add(key);
  }
  const looks = await secondLook(ask, steps, job, { name, part, made, isRepeated });
  const disputed = made.filter((_, n) => looks[n] === undefined).map(({ result }) => JSON.stringify(result));
  for (const [n, { result }] of made.entries()) {
    // What code has flagged, too, is said once.
    const isNew = ({ kind, detail }: GeneratedItemWarning) =>
      !result.flags.some((each) => each.kind === kind && each.detail === detail);
    result.flags.push(...safe(looks[n] ?? [], isKnown).filter(isNew));
  }
  return { made: made.filter((_, n) => looks[n] !== undefined), dropped, disputed };
}

/** Flags that the second call adds to each item; undefined for items that the source contradicts. */
async function secondLook<Result extends { flags: GeneratedItemWarning[] }>(
  ask: AskModel,
  steps: FeatureStepRunner,
  { feature, second }: { feature: AiFeature; second: SecondCheckSpec<Result> },
  {
    name,
    part,
    made,
    isRepeated,
  }: { name: string; part: SourcePart; made: readonly ItemWithUniquenessKey<Result>[] } & Pick<Wanted, 'isRepeated'>,
): Promise<(GeneratedItemWarning[] | undefined)[]> {
  if (made.length === 0) return [];
  const { words, rules } = second;
  const asked = made.map(({ result }, n) => second.asData(result, n));
  // Lines are numbered on after the items.
  const linesOf = made.map(({ result }) => second.linesOf?.(result) ?? []);
  const lines = linesOf.flat().map((line, place) => wrapAsPromptData('rubric', line, made.length + place));
  const looks = await verifyItems(ask, steps, {
    feature,
    name: `check-${name}`,
    words,
    rules,
    source: part.text,
    isRepeated,
    items: [...asked, ...lines],
  });
  const ofLines = looks.slice(made.length);
  return made.map(({ result }, n) => {
    const look = looks[n];
    const found = ofLines.splice(0, linesOf[n]?.length ?? 0);
    return look ? second.judge(result, look, found) : [{ kind: 'unchecked', detail: '' }];
  });
}

/** Clips the details of flags and blanks those with unknown addresses: a model's remarks could contain links, too. */
const safe = (flags: readonly GeneratedItemWarning[], isKnown: (text: string) => boolean): GeneratedItemWarning[] =>
  flags.map(({ kind, detail }) => ({ kind, detail: isKnown(detail) ? clipText(detail, 200) : '' }));
