import type { LanguageModelV4 } from '@ai-sdk/provider';
import { CallFailure } from './call-failure.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { NO_USAGE, type Credential } from './calls.ts';

/** Which of OpenAI's two ways of asking is used; only Azure knows both here. */
export type Api = 'responses' | 'chat';

/**
 * The SDK's model for a credential. Each provider's package is loaded when it is first called: an idle server has none
 * of them. `failed` hears what fails in the middle of an answer.
 */
export async function languageModel(
  { provider, model, key }: Credential,
  baseUrl: string,
  api: Api,
  failed: (failure: CallFailure) => void,
): Promise<LanguageModelV4> {
  const options = { apiKey: key, baseURL: baseUrl, fetch: guardedFetch(provider, baseUrl, failed) };
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
      // The responses API, as for OpenAI: what runs behind a deployment cannot be told by its name, and there the
      // parameters are the same for all. Some regions have chat alone.
      return createAzure(options)[api](model);
    }
    case 'deepgram':
      throw new CallFailure('no_model_access', { usage: NO_USAGE });
  }
}
