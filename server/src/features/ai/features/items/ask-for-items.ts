import type { z } from 'zod';
import { ProviderFailure, type FailureOutcome } from '../../../../providers/ai/failure.ts';
import type { AskModel, FinishedSteps } from '../feature.ts';

/** Output tokens for what a model thinks before it answers. */
const ROOM_TO_THINK = 8_000;

/** Answers in a row that cannot be used and have not one item. */
const MOST_USELESS = 3;

/** What is asked for as a list of items. */
export type Kind<Answer, Item> = {
  system: string;
  schema: z.ZodType<Answer>;
  /** The name of the list in an answer, and what is in it. */
  list: string;
  item: z.ZodType<Item>;
  /** Output tokens of one item. */
  tokensEach: number;
  itemsOf(answer: Answer): Item[];
  /** What must not occur twice. */
  labelOf(item: Item): string;
};

type Part<Item> = {
  wanted: number;
  /** What is asked for at most so many more, beside those with these labels. */
  promptFor: (most: number, made: readonly string[]) => string;
  /** What people see of an item while others are made; undefined where they are not to. */
  shownOf: (item: Item) => unknown;
};

/** Failures that are about this one request: what has come counts all the same. */
const ABOUT_THE_REQUEST = new Set<FailureOutcome>(['bad_answer', 'bad_request', 'refused']);

/**
 * As many items as are wanted, or fewer where there are no more. Each is kept as it becomes whole, so that an answer
 * which breaks off, or a server that dies, loses the one that was being written; what asks again asks for the rest
 * (rules/ai 16). After an answer that was too long the next is asked for half as many.
 * @throws what `ask` and `kept` throw; what is about the request only where it brought nothing
 */
export async function askForItems<Answer, Item extends object>(
  ask: AskModel,
  kept: FinishedSteps,
  kind: Kind<Answer, Item>,
  { wanted, promptFor, shownOf }: Part<Item>,
): Promise<Answer> {
  const made: Item[] = kept.before.flatMap((each) => kind.item.safeParse(each).data ?? []);
  let atOnce = wanted;
  let useless = 0;

  /** Asks for `count` more, and says whether there may be others. */
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
        prompt: promptFor(
          count,
          made.map((item) => kind.labelOf(item)),
        ),
        schema: kind.schema,
        maxOutputTokens: ROOM_TO_THINK + kind.tokensEach * count,
        items: { list: kind.list, take },
      });
      const items = kind.itemsOf(answer);
      made.splice(before, Infinity, ...items);
      return items.length >= count;
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !ABOUT_THE_REQUEST.has(error.outcome)) throw error;
      if (error.about === 'length') atOnce = Math.ceil(count / 2);
      useless = made.length > before ? 0 : useless + 1;
      const isLast = error.outcome !== 'bad_answer' || useless >= MOST_USELESS;
      if (isLast && made.length === 0) throw error;
      return !isLast;
    }
  }

  for (let isMore = true; isMore && made.length < wanted;) {
    const before = made.length;
    isMore = await askFor(Math.min(atOnce, wanted - before));
    // Without progress there is no other turn, for the tries are counted in this one.
    if (isMore && made.length > before && made.length < wanted) kept.mustHaveTime();
  }
  return kind.schema.parse({ [kind.list]: made });
}
