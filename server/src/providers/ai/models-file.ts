import { readFileSync } from 'node:fs';
import { AiModel } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { isModelId } from './models.ts';
import { NANO, type Price } from './prices.ts';

/** Tolerance for numbers that binary floating point can't represent, such as 0.0077. */
const CLOSE = 1e-6;

/**
 * US$ as in price lists, converted to whole nano-dollars. `parts` is the number of nano-dollars in one US$ of the list.
 */
const dollars = (parts: number, rule: string) =>
  z
    .number(rule)
    .min(0, rule)
    .max(10_000, rule)
    .refine((amount) => Math.abs(amount * parts - Math.round(amount * parts)) < CLOSE, rule)
    .transform((amount) => Math.round(amount * parts));

const MILLION_TOKENS = dollars(NANO / 1_000_000, 'Must be US$ for a million tokens, with at most three decimals');
const MINUTE = dollars(NANO, 'Must be US$ for a minute of audio, with at most nine decimals');

const from = z.iso.date('Must be the day, in UTC, on which it begins, such as 2026-12-01').optional();
const TokenStep = z
  .strictObject({
    from,
    prompt_over: z.int('Must be a number of tokens').min(0).optional(),
    input: MILLION_TOKENS,
    output: MILLION_TOKENS,
    cached: MILLION_TOKENS.optional(),
    cache_write: MILLION_TOKENS.optional(),
  })
  .transform(({ prompt_over: promptOver, cache_write: cacheWrite, ...step }) => ({ ...step, promptOver, cacheWrite }));
const SpeechStep = z.strictObject({ from, minute: MINUTE });

/** Schema of a price: a single step, or several by date and prompt length. */
const priceOf = <Step extends typeof TokenStep | typeof SpeechStep>(step: Step, form: string) =>
  z
    .preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(step).min(1, form))
    .transform((steps): Price => ({ steps }));

const models = <Tier extends AiModel['tier'], P extends z.ZodType<Price>>(
  tiers: readonly Tier[],
  price: P,
  id: z.ZodString,
) =>
  z
    .array(
      AiModel.extend({
        id,
        label: z.string().trim().min(1),
        tier: z.enum(tiers),
        price: price.optional(),
        effort: z.boolean().optional(),
        vision: z.boolean().optional(),
        flex: z.literal(true, 'Must be true, or left out').optional(),
      }).transform(({ flex, ...model }) => ({
        ...model,
        ...(flex && model.price && { price: { ...model.price, flex } }),
      })),
    )
    .min(1, 'Must name at least one model')
    .refine((listed) => new Set(listed.map((each) => each.id)).size === listed.length, 'Must not name a model twice');

const modelId = z.string().refine(isModelId, 'Must be the model’s id, as the provider calls it');
const deploymentId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}\/[\w.-]{1,64}$/, 'Must be resource/deployment, such as acme-eu/training');
const tokens = priceOf(TokenStep, 'Must be {"input": US$, "output": US$} for a million tokens, or a list of such');
const speech = priceOf(SpeechStep, 'Must be {"minute": US$}, or a list of such');
const GENERATION_TIERS = ['large', 'middle', 'small'] as const;
const generation = models(GENERATION_TIERS, tokens, modelId).optional();

/** Content of AI_MODELS_FILE: models that replace the built-in ones of its providers (docs/operate/models.md). */
const ModelsFile = z.strictObject({
  anthropic: generation,
  openai: generation,
  google: generation,
  azure_openai: models(GENERATION_TIERS, tokens, deploymentId).optional(),
  deepgram: models(['speech'], speech, modelId).optional(),
});

/** @throws Error whose message names the file, the position in it, and the expected value. */
export function readModelsFile(file: string): z.infer<typeof ModelsFile> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing) throw new Error(`AI_MODELS_FILE: there is no file ${file}`);
    throw new Error(`AI_MODELS_FILE: ${file} cannot be read as JSON`);
  }
  const parsed = ModelsFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    ({ path, message }) => `AI_MODELS_FILE: ${file}: ${path.join('.') || 'the whole'}: ${message}`,
  );
  throw new Error(issues.join('\n'));
}
