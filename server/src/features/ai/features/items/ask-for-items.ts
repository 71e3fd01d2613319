import { z } from 'zod';
import type { SharedPromptPrefix } from '../../../../providers/ai/calls.ts';
import { AiProviderError, type FailureOutcome } from '../../../../providers/ai/failure.ts';
import type { AskModel, FinishedItems } from '../feature.ts';

/** Output tokens reserved for reasoning. */
const ROOM_TO_THINK = 8_000;

/** Maximum number of consecutive unusable answers without any item. */
const MOST_USELESS = 3;

/** Describes the items to request. */
export type RequestedItemKind<Item> = {
  system: string;
  /** Name of the list in the answer, and the schema of its items. */
  list: string;
  item: z.ZodType<Item>;
  /** Output tokens per item. */
  tokensEach: number;
  /** Text that must be unique among the items. */
  labelOf(item: Item): string;
};

type Part<Item> = {
  wanted: number;
  /** Builds the prompt for up to `most` more items, given the labels of existing ones. */
  promptFor: (most: number, made: readonly string[]) => { prompt: string; prefix: SharedPromptPrefix };
  /** Preview of an item for users while others are still generated; undefined for none. */
  shownOf: (item: Item) => unknown;
};

/** Failures that concern only this request; the items received so far are kept. */
const ABOUT_THE_REQUEST = new Set<FailureOutcome>(['bad_answer', 'bad_request', 'refused']);

/**
 * Requests items until there are enough or the model has no more. Each item is kept as soon as it is complete, so an
 * interrupted answer or a crashed server loses only the item being written, and the next request asks for the rest
 * (rules/ai 16). After an answer that was too long, the next request asks for half as many.
 * An answer that broke off with nothing to use is charged, so it is not requested again (rules/ai 5).
 * @throws errors of `ask` and `kept`; those about the request, and a cut answer, only if no items were received
 */
export async function askForItems<Item extends object>(
  ask: AskModel,
  kept: FinishedItems,
  kind: RequestedItemKind<Item>,
  { wanted, promptFor, shownOf }: Part<Item>,
): Promise<Item[]> {
  const schema = z.strictObject({ [kind.list]: z.array(kind.item) });
  const made: Item[] = kept.before.flatMap((each) => kind.item.safeParse(each).data ?? []);
  let atOnce = wanted;
  let useless = 0;

  /** Requests `count` more items; returns true if there may be others. */
  async function askFor(count: number): Promise<boolean> {
    const before = made.length;
    const take = async (raw: unknown) => {
      const { data: item } = kind.item.safeParse(raw);
      if (item === undefined) return;
      await kept.keep(item, shownOf(item) ?? null);
      made.push(item);
    };
    try {
      const answer = await ask({
        system: kind.system,
        ...promptFor(
          count,
          made.map((item) => kind.labelOf(item)),
        ),
        schema,
        maxOutputTokens: ROOM_TO_THINK + kind.tokensEach * count,
        items: { list: kind.list, take },
      });
      const items = answer[kind.list] ?? [];
      made.splice(before, Infinity, ...items);
      return items.length >= count;
    } catch (error) {
      if (!(error instanceof AiProviderError)) throw error;
      const isCut = error.about === 'cut';
      if (isCut && made.length > before) throw new AiProviderError('unreachable', { retryAfter: error.retryAfter });
      if (!isCut && !ABOUT_THE_REQUEST.has(error.outcome)) throw error;
      if (error.about === 'length') atOnce = Math.ceil(count / 2);
      useless = made.length > before ? 0 : useless + 1;
      const isLast = isCut || error.outcome !== 'bad_answer' || useless >= MOST_USELESS;
      if (isLast && made.length === 0) throw error;
      return !isLast;
    }
  }

  for (let isMore = true; isMore && made.length < wanted;) {
    const before = made.length;
    isMore = await askFor(Math.min(atOnce, wanted - before));
    // Without progress the job must not pause, because the failed tries are counted only in this run.
    if (isMore && made.length > before && made.length < wanted) kept.mustHaveTime();
  }
  return made;
}
