import { z } from 'zod';
import { contractMessage } from '#contract';
import { Id } from '../primitives.ts';

/**
 * Sizes of a model's context window in tokens. `careful` fits most models and what servers such as Ollama can be set to
 * on a small machine.
 */
export const CONTEXT_WINDOW_TOKENS = { least: 8_192, careful: 16_384, most: 2_000_000 };

/**
 * Ways to ask an endpoint for structured answers, best first: by JSON schema, as any JSON, or as text. In the last two
 * the prompt contains the schema.
 */
export const StructuredOutputMode = z.enum(['json_schema', 'json_object', 'text']);
export type StructuredOutputMode = z.infer<typeof StructuredOutputMode>;

/** A key of an endpoint, which may be shorter than those of the large providers. */
const EndpointKey = z
  .string()
  .trim()
  .max(512, { error: () => contractMessage('atMostCharacters', { maximum: 512 }) })
  .regex(/^[\x21-\x7e]*$/, { error: () => contractMessage('keyOnly') });

const BaseUrl = z
  .string()
  .trim()
  .min(1, { error: () => contractMessage('enterBaseUrl') })
  .max(500, { error: () => contractMessage('atMostCharacters', { maximum: 500 }) })
  .describe('Address before /chat/completions and /models, such as https://ai.example.com/v1.');

const EndpointModel = z
  .string()
  .trim()
  .min(1, { error: () => contractMessage('enterModel') })
  .max(200)
  .regex(/^[\x21-\x7e]*$/, { error: () => contractMessage('modelId') });

const EndpointFields = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: () => contractMessage('enterName') })
    .max(60, { error: () => contractMessage('atMostCharacters', { maximum: 60 }) }),
  base_url: BaseUrl,
  model: EndpointModel,
  context_tokens: z
    .int({ error: () => contractMessage('wholeNumber') })
    .min(CONTEXT_WINDOW_TOKENS.least, {
      error: () => contractMessage('atLeastTokens', { minimum: String(CONTEXT_WINDOW_TOKENS.least) }),
    })
    .max(CONTEXT_WINDOW_TOKENS.most, {
      error: () => contractMessage('atMostTokens', { maximum: String(CONTEXT_WINDOW_TOKENS.most) }),
    })
    .describe('Size of the model’s context window. Longer sources are split into smaller parts.'),
});

/** Adds an endpoint that speaks OpenAI's protocol (rules/provider-keys 14). */
export const AddModelEndpoint = EndpointFields.extend({
  provider: z.literal('openai_compatible'),
  key: EndpointKey.describe('Empty if the endpoint needs none.'),
});
export type AddModelEndpoint = z.infer<typeof AddModelEndpoint>;

/** Changes an endpoint in place. `version` is the one that the page showed. */
export const ChangeModelEndpoint = EndpointFields.extend({
  id: Id,
  version: z.int().min(1),
  key: EndpointKey.nullable().describe(
    'Null to use the stored key, which is refused if the base URL changes; empty if the endpoint needs none.',
  ),
});
export type ChangeModelEndpoint = z.infer<typeof ChangeModelEndpoint>;

/** Asks an endpoint for its models. `id` names the stored key to use if `key` is null. */
export const ListEndpointModels = z.strictObject({
  base_url: BaseUrl,
  key: EndpointKey.nullable(),
  id: Id.nullable(),
});
export type ListEndpointModels = z.infer<typeof ListEndpointModels>;

export const EndpointModels = z.strictObject({
  models: z.array(
    z.strictObject({
      id: z.string(),
      context_tokens: z.int().nullable().describe('Null if the endpoint doesn’t say.'),
    }),
  ),
  left_out: z.int().min(0).describe('Number of models that are left out because their ids contain the key.'),
});
export type EndpointModels = z.infer<typeof EndpointModels>;

/** An endpoint as shown on the page, without its key. */
export const ModelEndpoint = z.strictObject({
  name: z.string(),
  base_url: z.string().nullable().describe('Null for those who see the status only.'),
  context_tokens: z.int(),
  has_key: z.boolean(),
  answer_form: StructuredOutputMode.nullable().describe('How it gives structured answers, as far as known.'),
});
export type ModelEndpoint = z.infer<typeof ModelEndpoint>;
