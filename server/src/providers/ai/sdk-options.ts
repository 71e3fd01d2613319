import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { createHash } from 'node:crypto';
import type { AiCallCredential, GenerateRequest } from './calls.ts';
import type { OpenAiApi } from './language-model.ts';
import type { AiSettings } from './ai-settings.ts';
import { hasCacheWritePrice, findModel } from './prices.ts';

/**
 * Options for all calls of OpenAI and Azure: responses aren't stored, and without a reasoning summary, which only some
 * organisations may request.
 */
const UNKEPT = { store: false, reasoningSummary: null };

/** Marks the end of a prefix that the provider shall write to its cache, in the terms of each SDK. */
const MARK = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  openai: { promptCacheBreakpoint: { mode: 'explicit' } },
  azure: { promptCacheBreakpoint: { mode: 'explicit' } },
} satisfies LanguageModelV4CallOptions['providerOptions'];

/**
 * Converts a request to the SDK's options. `flex` asks for the cheaper tier.
 *
 * Anthropic caches only what is marked. OpenAI's models that charge for cache writes would write each whole prompt, so
 * they are told to write only what is marked; the others cache by themselves, like Google (rules/ai 25).
 */
export async function sdkRequestOptionsOf<T>(
  credential: AiCallCredential,
  { system, prompt, images, prefix, schema, maxOutputTokens, effort }: GenerateRequest<T>,
  models: AiSettings['models'],
  { api, flex }: { api: OpenAiApi; flex: boolean },
): Promise<LanguageModelV4CallOptions> {
  const { asSchema } = await import('ai');
  const listed = findModel(models, credential);
  const told = listed?.effort ? effort : undefined;
  const marks = credential.provider === 'anthropic' || hasCacheWritePrice(listed?.price);
  const mark = marks && { providerOptions: MARK };
  const split = marks && prefix?.isLikely ? prefix.length : 0;
  // In chat, reasoning models accept the limit only under this name, and the others accept it, too.
  const limit = api === 'chat' ? { maxCompletionTokens: maxOutputTokens } : {};
  // The deployment's name doesn't show that its model supports reasoning.
  const openai = {
    ...UNKEPT,
    ...limit,
    promptCacheKey: cacheKeyOf(system, prompt.slice(0, prefix?.length ?? 0)),
    ...(marks && { promptCacheOptions: { mode: 'explicit' } }),
    ...(flex && { serviceTier: 'flex' }),
    ...(told && credential.provider === 'azure_openai' && { forceReasoning: true }),
  };
  return {
    prompt: [
      { role: 'system', content: system, ...mark },
      {
        role: 'user',
        content: [
          ...toSdkImageParts(images),
          ...(split > 0 ? [{ type: 'text' as const, text: prompt.slice(0, split), ...mark }] : []),
          { type: 'text', text: prompt.slice(split) },
        ],
      },
    ],
    responseFormat: { type: 'json', schema: await asSchema(schema).jsonSchema },
    ...(api === 'responses' && { maxOutputTokens }),
    ...(told && { reasoning: told }),
    providerOptions: { openai, azure: openai, ...(flex && { google: { serviceTier: 'flex' } }) },
  };
}

/** Key by which OpenAI sends requests with the same prefix to the same servers: a hash, so it reveals nothing. */
const cacheKeyOf = (...texts: string[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 32);

/** Pictures as the SDK's parts. All providers take them inside the request. */
export const toSdkImageParts = (images: GenerateRequest<unknown>['images'] = []) =>
  images.map(({ bytes, mediaType }) => ({
    type: 'file' as const,
    mediaType,
    data: { type: 'data' as const, data: bytes },
  }));
