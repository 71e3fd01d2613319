import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import {
  AiModel,
  type AiCapability,
  AiProvider,
  AI_PROVIDER_TRAITS,
} from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { type OutwardPolicy, PrivateTargets } from '../../platform/egress/outward-policy.ts';
import type { AiCallCredential } from './calls.ts';
import { isValidModelId, BUILT_IN_MODELS, type SelectableAiModel } from './models.ts';
import { NANODOLLARS_PER_USD, type ModelPrice } from './prices.ts';

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

const MILLION_TOKENS = dollars(
  NANODOLLARS_PER_USD / 1_000_000,
  'Must be US$ for a million tokens, with at most three decimals',
);
const MINUTE = dollars(NANODOLLARS_PER_USD, 'Must be US$ for a minute of audio, with at most nine decimals');

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
    .transform((steps): ModelPrice => ({ steps }));

const models = <Tier extends AiModel['tier'], P extends z.ZodType<ModelPrice>>(
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

const modelId = z.string().refine(isValidModelId, 'Must be the model’s id, as the provider calls it');
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
function readModelsFile(file: string): z.infer<typeof ModelsFile> {
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

/** Milliseconds. */
export type AiTimeouts = {
  verify: number;
  /** Verification of a customer's endpoint, which may have to load the model. */
  verifyEndpoint: number;
  transcribe: number;
  /** Time to the first words of a response; models reason before. */
  firstChunk: number;
  /** Time between two pieces of a response. */
  nextChunk: number;
  /**
   * Total time of a response, even if pieces arrive steadily. Must be less than the lifetime of a reservation
   * (`EXPIRY_MINUTES`).
   */
  answer: number;
};

export type AiSettings = {
  /** The operator's own endpoints, with version segment and without trailing slash. */
  baseUrls: Partial<Record<AiProvider, string>>;
  /** Used for workspaces without a key for the capability; undefined if the installation has no pooled key. */
  pooled: Record<AiCapability, AiCallCredential | undefined>;
  models: Record<AiProvider, SelectableAiModel[]>;
  /** Policy for requests to customers' endpoints. */
  endpoints: OutwardPolicy;
  /** Nano-dollars that a workspace may spend on pooled keys per calendar month in UTC; null means no limit. */
  pooledMonthly: number | null;
  timeouts: AiTimeouts;
};

/** Default timeouts. The longest response requested, 20,000 tokens, just fits at 35 tokens per second. */
const TIMEOUTS: AiTimeouts = {
  verify: 15_000,
  verifyEndpoint: 60_000,
  transcribe: 60_000,
  firstChunk: 120_000,
  nextChunk: 30_000,
  answer: 600_000,
};

/** A provider whose address is fixed. A customer's endpoint has its own, and no pooled key. */
const FIXED = AiProvider.exclude(['openai_compatible']);
type FixedProvider = z.infer<typeof FIXED>;

/** Beginnings of the names of a provider's variables. */
const VARIABLES = {
  anthropic: 'ANTHROPIC',
  openai: 'OPENAI',
  google: 'GOOGLE',
  azure_openai: 'AZURE_OPENAI',
  deepgram: 'DEEPGRAM',
} as const;

/** Path after the origin if the operator gives none. Azure's is that of its v1 API, which needs no api-version. */
const VERSION_SEGMENTS: Record<FixedProvider, string> = {
  anthropic: '/v1',
  openai: '/v1',
  google: '/v1beta',
  azure_openai: '/openai/v1',
  deepgram: '/v1',
};

/** Returns the base URL of `provider` with exactly one version segment, whether or not `address` has one. */
export function withVersionSegment(provider: FixedProvider, address: string): string {
  const trimmed = address.replace(/(?<!\/)\/+$/, '');
  if (/^\/v\d[a-z0-9]*$/.test(trimmed.slice(trimmed.lastIndexOf('/')))) return trimmed;
  const segment = VERSION_SEGMENTS[provider];
  return provider === 'azure_openai' && trimmed.endsWith('/openai') ? `${trimmed}/v1` : `${trimmed}${segment}`;
}

const baseUrl = (provider: FixedProvider) =>
  z
    .url({ protocol: /^https?$/, error: 'Must be an http or https address' })
    .refine((value) => {
      const { username, password, search, hash } = new URL(value);
      return !username && !password && !search && !hash;
    }, 'Must be an address alone: no name or password, no ? and no #')
    .transform((value) => withVersionSegment(provider, value))
    .optional();

const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,512}$/, 'Must be 8 to 512 visible ASCII characters without spaces')
  .optional();

/** Environment variables of AI providers (rules/operation 7). */
export const AiEnvironment = z.object({
  ANTHROPIC_BASE_URL: baseUrl('anthropic'),
  OPENAI_BASE_URL: baseUrl('openai'),
  GOOGLE_BASE_URL: baseUrl('google'),
  AZURE_OPENAI_BASE_URL: baseUrl('azure_openai'),
  DEEPGRAM_BASE_URL: baseUrl('deepgram'),
  ANTHROPIC_API_KEY: apiKey,
  OPENAI_API_KEY: apiKey,
  GOOGLE_API_KEY: apiKey,
  AZURE_OPENAI_API_KEY: apiKey,
  AZURE_OPENAI_RESOURCE: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be the name of the resource alone, no address')
    .optional(),
  AZURE_OPENAI_DEPLOYMENT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'Must be the name of the deployment')
    .optional(),
  DEEPGRAM_API_KEY: apiKey,
  AI_PRIVATE_TARGETS: PrivateTargets.optional(),
  AI_MODELS_FILE: z.string().optional(),
  AI_POOLED_MONTHLY_USD: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, 'Must be US$ with at most two decimals, such as 25 or 12.50')
    .transform((amount) => Math.round(Number(amount) * 100) * (NANODOLLARS_PER_USD / 100))
    .refine((amount) => amount > 0, 'Must be more than 0: leave it out for no limit')
    .optional(),
});
export type AiEnvironment = z.infer<typeof AiEnvironment>;

/**
 * Returns the pooled credential of a capability: the first provider with a key, in the order of `Provider`, with its
 * large model.
 */
function pooled(env: AiEnvironment, models: Record<AiProvider, SelectableAiModel[]>, capability: AiCapability) {
  for (const provider of FIXED.options.filter((each) => AI_PROVIDER_TRAITS[each].capability === capability)) {
    const key = env[`${VARIABLES[provider]}_API_KEY`];
    const azure = provider === 'azure_openai';
    const listed = models[provider].find(({ tier }) => tier === 'large') ?? models[provider][0];
    const model = azure ? env.AZURE_OPENAI_DEPLOYMENT : listed?.id;
    if (key && model) return { provider, model, resource: (azure && env.AZURE_OPENAI_RESOURCE) || null, key };
  }
  return undefined;
}

/** @throws Error whose message names the wrong variable. */
export function readAiSettings(env: AiEnvironment): AiSettings {
  const azure = [env.AZURE_OPENAI_API_KEY, env.AZURE_OPENAI_RESOURCE, env.AZURE_OPENAI_DEPLOYMENT];
  if (azure.some(Boolean) && !azure.every(Boolean)) {
    throw new Error(
      'AZURE_OPENAI_API_KEY, AZURE_OPENAI_RESOURCE and AZURE_OPENAI_DEPLOYMENT go together: set all three or none',
    );
  }
  const changed = env.AI_MODELS_FILE ? readModelsFile(env.AI_MODELS_FILE) : {};
  const models: Record<AiProvider, SelectableAiModel[]> = { ...BUILT_IN_MODELS, ...changed };
  return {
    baseUrls: Object.fromEntries(FIXED.options.map((provider) => [provider, env[`${VARIABLES[provider]}_BASE_URL`]])),
    pooled: {
      generation: pooled(env, models, 'generation'),
      transcription: pooled(env, models, 'transcription'),
    },
    models,
    endpoints: {
      http: 'private',
      privateTargets: env.AI_PRIVATE_TARGETS ?? new BlockList(),
      setting: 'AI_PRIVATE_TARGETS',
    },
    pooledMonthly: env.AI_POOLED_MONTHLY_USD ?? null,
    timeouts: TIMEOUTS,
  };
}
