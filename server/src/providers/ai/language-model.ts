import type { LanguageModel } from 'ai';
import { CallFailure, guardedFetch } from './guarded-fetch.ts';
import { NO_USAGE, type Credential } from './calls.ts';

/** Which of OpenAI's two ways of asking is used; only Azure knows both here. */
export type Api = 'responses' | 'chat';

/**
 * The SDK's model for a credential. Each provider's package is loaded when it is first called: an idle server has none
 * of them.
 */
export async function languageModel(
  { provider, model, key }: Credential,
  baseUrl: string,
  api: Api,
): Promise<LanguageModel> {
  const options = { apiKey: key, baseURL: baseUrl, fetch: guardedFetch(provider, baseUrl) };
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
