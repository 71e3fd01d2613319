import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AiProviderError } from './failure.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { StreamListener } from './guarded-stream.ts';
import { ZERO_CALL_USAGE, type AiCallCredential } from './calls.ts';

/** API used for OpenAI's models; both are used for Azure only. */
export type OpenAiApi = 'responses' | 'chat';

/**
 * Creates the SDK's model for a credential. Each provider's package is loaded at its first call, so an idle server
 * loads none. `listener` receives what the answer contains, and failures during the stream. `sendOut` makes the
 * requests to customers' endpoints.
 */
export async function createLanguageModel(
  { provider, model, key }: AiCallCredential,
  baseUrl: string,
  api: OpenAiApi,
  listener: StreamListener,
  sendOut: typeof fetch,
): Promise<LanguageModelV4> {
  const options = { apiKey: key, baseURL: baseUrl, fetch: createGuardedFetch(provider, baseUrl, listener) };
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(options)(model);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(options).responses(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(options)(model);
    }
    case 'azure_openai': {
      const { createAzure } = await import('@ai-sdk/azure');
      // The responses API, as for OpenAI: the deployment's name doesn't reveal its model, and in this API the
      // parameters are the same for all models. Some regions have only chat.
      return createAzure(options)[api](model);
    }
    case 'openai_compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const endpoint = createOpenAICompatible({
        baseURL: baseUrl,
        ...(key && { apiKey: key }),
        name: 'endpoint',
        fetch: createGuardedFetch(provider, baseUrl, listener, sendOut),
        includeUsage: true,
        supportsStructuredOutputs: true,
      });
      return endpoint(model);
    }
    case 'deepgram':
      throw new AiProviderError('no_model_access', { usage: ZERO_CALL_USAGE });
  }
}
