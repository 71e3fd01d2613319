import type { GeneratedQuestion } from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { formatQuestionAsPromptData } from '../../src/features/ai/features/checks/question-check.ts';
import type { AskModel } from '../../src/features/ai/features/feature.ts';
import { formatCorrectAnswers } from '../../src/features/ai/features/items/quiz-question.ts';
import { wrapAsPromptData, buildSystemPrompt } from '../../src/features/ai/features/prompt/prompt.ts';
import { cutIntoChunks } from '../../src/features/ai/features/source/chunks.ts';
import { messageOf, type RunAll } from '../in-parallel.ts';

/** An item and the source that it is judged by. */
export type Judgeable = { text: string; quote: string; item: { front: string; back: string } | GeneratedQuestion };

/** Answer of a judge about items. It is flat, because all providers take that. */
export const Judgements = z.strictObject({
  items: z.array(
    z.strictObject({
      n: z.number(),
      answerable: z.boolean(),
      claim: z.enum(['right', 'wrong', 'missing', 'none']),
      right: z.array(z.number()),
      distractors: z.enum(['good', 'weak', 'none']),
    }),
  ),
});
type Judgement = z.infer<typeof Judgements>['items'][number];

/** An item with what the judge found. */
export type Judged<T extends Judgeable = Judgeable> = { of: T; look: Judgement };

export type Judging<T extends Judgeable = Judgeable> = { judged: Judged<T>[]; problems: string[] };

const RULES = [
  'You judge cards and quiz questions that somebody else made of the source, as an examiner would. The source alone decides, not what you know. "items" holds each exactly once: "n" is its number.',
  '"answerable": whether somebody who has read the source, and nothing else, can answer the front or the question, and can only answer it in one way.',
  '"claim": of what stands between the markers "back". "right" where it answers the front or the question as the source does and says nothing else. "wrong" where the source says otherwise, be it in a figure, a unit, a "not", an order, or an "at least" in place of an "at most", or where it answers something else. "missing" where it says something that the source does not. Lines of it are accepted answers or criteria: one that is wrong makes all wrong. "none" where there is no back.',
  'Where a question has options, "right" holds the places of all that are right by the source; otherwise it is empty.',
  '"distractors": "good" where at least two wrong options, or the only one, could be believed by somebody who has not learned it: they are of the same kind, grammar and length as the right one, and come from mistakes that people make. "weak" where they are absurd, of another kind, or give the answer away. "none" where there are no options.',
];

/** Output tokens: for what a model thinks before it answers, and for each item. */
const TOKENS = { toThink: 8_000, each: 80 };
const MOST_AT_ONCE = 10;

/** An item as data: the key of a choice is left out, because a judge who knows it agrees. */
function itemAsData({ item }: Judgeable, n: number): string {
  if ('front' in item)
    return [wrapAsPromptData('front', item.front, n), wrapAsPromptData('back', item.back, n)].join('\n');
  return [
    formatQuestionAsPromptData(item, n),
    ...('options' in item ? [] : [wrapAsPromptData('back', formatCorrectAnswers(item), n)]),
  ].join('\n');
}

/**
 * Has a model judge items, those of one part of a source together. A call that fails is named. Of several judgements of
 * an item the first counts; items without one are left out.
 */
export async function judgeItems<T extends Judgeable>(
  ask: AskModel,
  items: readonly T[],
  runAll: RunAll,
): Promise<Judging<T>> {
  const problems: string[] = [];
  const judged = await runAll(batchesOf(items), async ({ part, of }) => {
    try {
      const { items: looks } = await ask({
        system: buildSystemPrompt('quiz_generation', {
          step: 'check',
          material: 'a source, and cards and questions that were made of it',
          language: undefined,
          rules: RULES,
        }),
        prompt: ['Judge each item.', ...of.map(itemAsData), wrapAsPromptData('source', part)].join('\n'),
        schema: Judgements,
        maxOutputTokens: TOKENS.toThink + TOKENS.each * of.length,
      });
      return of.flatMap((each, n) => {
        const look = looks.find((one) => one.n === n);
        return look ? [{ of: each, look }] : [];
      });
    } catch (error) {
      problems.push(messageOf(error));
      return [];
    }
  });
  return { judged: judged.flat(), problems };
}

function batchesOf<T extends Judgeable>(items: readonly T[]) {
  return [...Map.groupBy(items, ({ text }) => text).values()].flatMap((of) => {
    const parts = cutIntoChunks(of[0]?.text ?? '');
    const byPart = Map.groupBy(of, ({ quote }) =>
      Math.max(
        parts.findIndex((part) => part.includes(quote)),
        0,
      ),
    );
    return [...byPart].flatMap(([place, list]) =>
      Array.from({ length: Math.ceil(list.length / MOST_AT_ONCE) }, (_, n) => ({
        part: parts[place] ?? '',
        of: list.slice(n * MOST_AT_ONCE, (n + 1) * MOST_AT_ONCE),
      })),
    );
  });
}

/** True if the judge finds the item wrong, or that it can't be answered from the source. */
export function objects({ of: { item }, look }: Judged): boolean {
  if (!look.answerable) return true;
  if ('front' in item || !('correct' in item)) return look.claim !== 'right';
  const key = new Set([item.correct].flat());
  const found = new Set(look.right);
  return found.size !== key.size || [...key].some((place) => !found.has(place));
}
