import type { AiFeature } from '@training/shared/ai-features';
import { z } from 'zod';
import { AppError } from '../../../../errors.ts';
import { ProviderFailure } from '../../../../providers/ai/failure.ts';
import { AnswerText } from '../prompt/answer-text.ts';
import type { AskModel, Steps } from '../feature.ts';
import { asData, instructions } from '../prompt/prompt.ts';

/** What a second call finds of the items: one flat form for cards and questions, answered before it is judged. */
export const Verification = z.strictObject({
  items: z.array(
    z.strictObject({
      // Plain numbers: the bounds that an integer brings into a JSON schema are refused by some providers.
      n: z.number(),
      answer: AnswerText,
      options: z.array(z.number()),
      passage: z.enum(['carries', 'lacks', 'contradicts']),
      reason: AnswerText,
    }),
  ),
});
export type VerifiedItem = z.infer<typeof Verification>['items'][number];

/** Output tokens: for what a model thinks before it answers, and for each item. */
const TOKENS = { toThink: 8_000, each: 150 };

type Questions = {
  feature: AiFeature;
  /** Of the step. */
  name: string;
  words: string;
  rules: readonly string[];
  /** What the model saw that made them. */
  source: string;
  /** Each item as data, without what it is to find out. */
  items: readonly string[];
};

/**
 * Has another call look at what was made of a part of a source. Answers what it found by the items' places; undefined
 * for those that it left out, and for all where the call failed: what was made is not lost for that.
 * @throws what says that the job has to wait or is not ours any more
 */
export async function verifyItems(
  ask: AskModel,
  steps: Steps,
  questions: Questions,
): Promise<(VerifiedItem | undefined)[]> {
  const { feature, name, words, rules, source, items } = questions;
  const looks = await steps.step(name, words, Verification.nullable(), () =>
    ask({
      system: instructions(feature, {
        step: 'check',
        material: 'a source and what somebody made of it',
        language: undefined,
        rules,
      }),
      prompt: [...items, asData('source', source)].join('\n'),
      schema: Verification,
      maxOutputTokens: TOKENS.toThink + TOKENS.each * items.length,
    }).catch((error: unknown) => {
      if (isFinal(error)) return null;
      throw error;
    }),
  );
  return items.map((_, place) => looks?.items.find(({ n }) => n === place));
}

/** Whether it would not help to wait: a provider that limits is asked again, and so is one whose own key is parked. */
function isFinal(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== 'provider_key_failed';
  return error instanceof ProviderFailure && error.outcome !== 'rate_limited';
}
