import type { AiFeature } from '@training/shared/ai/ai-features';
import { z } from 'zod';
import { AppError } from '../../../../core/errors.ts';
import { AiProviderError } from '../../../../providers/ai/failure.ts';
import { ModelOutputText } from '../prompt/model-output-text.ts';
import type { AskModel, FeatureStepRunner } from '../feature.ts';
import { wrapAsPromptData, buildSystemPrompt } from '../prompt/prompt.ts';

/**
 * Result of the checking call: one flat form for cards, questions and evidence. The model must answer before it judges.
 */
export const VerificationModelOutput = z.strictObject({
  items: z.array(
    z.strictObject({
      // Plain numbers: some providers reject the bounds that an integer adds to a JSON schema.
      n: z.number(),
      answer: ModelOutputText,
      options: z.array(z.number()),
      passage: z.enum(['carries', 'lacks', 'contradicts']),
      reason: ModelOutputText,
    }),
  ),
});
export type ItemVerification = z.infer<typeof VerificationModelOutput>['items'][number];

/** Output tokens for reasoning, and per item. */
const TOKENS = { toThink: 8_000, each: 150 };

type Questions = {
  feature: AiFeature;
  name: string;
  words: string;
  rules: readonly string[];
  /** Defaults to the source and the items. */
  material?: string;
  /** The source that the first call saw; left out if the items hold all that may be read. */
  source?: string;
  /** True if the source was read before, and is likely to be read again. */
  isRepeated?: boolean;
  /** Items as prompt data, without the answers to find. */
  items: readonly string[];
};

/**
 * Has a second call check items of a part of a source, or the evidence of a grade. Returns the findings by the items'
 * positions; undefined for items that the call left out, and for all if it failed, so that the items aren't lost.
 * @throws errors that mean that the job must wait or was lost
 */
export async function verifyItems(
  ask: AskModel,
  steps: FeatureStepRunner,
  questions: Questions,
): Promise<(ItemVerification | undefined)[]> {
  const { feature, name, words, rules, material = 'a source and what somebody made of it', source, items } = questions;
  const shared = source === undefined ? [] : [wrapAsPromptData('source', source)];
  const looks = await steps.step(name, words, VerificationModelOutput.nullable(), () =>
    ask({
      task: 'second_look',
      system: buildSystemPrompt(feature, {
        step: 'check',
        material,
        language: undefined,
        rules,
      }),
      prompt: [...shared, ...items].join('\n'),
      prefix: { length: shared.join('').length, isLikely: questions.isRepeated ?? false },
      schema: VerificationModelOutput,
      maxOutputTokens: TOKENS.toThink + TOKENS.each * items.length,
    }).catch((error: unknown) => {
      if (isFinal(error)) return null;
      throw error;
    }),
  );
  return items.map((_, place) => looks?.items.find(({ n }) => n === place));
}

/** Returns true if waiting can't help. Rate limits and a paused own key can be retried. */
function isFinal(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== 'provider_key_failed';
  return error instanceof AiProviderError && error.outcome !== 'rate_limited';
}
