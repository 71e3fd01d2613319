import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { Credential, GenerateRequest } from './calls.ts';
import type { Api } from './language-model.ts';
import type { AiSettings } from './ai-settings.ts';

/**
 * Options for all calls of OpenAI and Azure: responses aren't stored, and without a reasoning summary, which only some
 * organisations may request.
 */
const UNKEPT = { store: false, reasoningSummary: null };

/** Converts a request to the SDK's options. */
export async function optionsOf<T>(
  credential: Credential,
  { system, prompt, schema, maxOutputTokens, effort }: GenerateRequest<T>,
  models: AiSettings['models'],
  api: Api,
): Promise<LanguageModelV4CallOptions> {
  const { asSchema } = await import('ai');
  const told = takesEffort(credential, models) ? effort : undefined;
  // In chat, reasoning models accept the limit only under this name, and the others accept it, too.
  const limit = api === 'chat' ? { maxCompletionTokens: maxOutputTokens } : {};
  // The deployment's name doesn't show that its model supports reasoning.
  const openai = {
    ...UNKEPT,
    ...limit,
    ...(told && credential.provider === 'azure_openai' && { forceReasoning: true }),
  };
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    responseFormat: { type: 'json', schema: await asSchema(schema).jsonSchema },
    ...(api === 'responses' && { maxOutputTokens }),
    ...(told && { reasoning: told }),
    providerOptions: { openai, azure: openai },
  };
}

function takesEffort({ provider, model, resource }: Credential, models: AiSettings['models']): boolean {
  const id = provider === 'azure_openai' ? `${resource}/${model}` : model;
  return models[provider].find((each) => each.id === id)?.effort ?? false;
}
