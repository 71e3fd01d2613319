import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { Credential, GenerateRequest } from './calls.ts';
import type { Api } from './language-model.ts';
import type { AiSettings } from './settings.ts';

/**
 * What of OpenAI and Azure is the same for all calls: not kept after the answer, and without a summary of what was
 * thought, which only some organisations may have.
 */
const UNKEPT = { store: false, reasoningSummary: null };

/** A request as the SDK's models take it. */
export async function optionsOf<T>(
  credential: Credential,
  { system, prompt, schema, maxOutputTokens, effort }: GenerateRequest<T>,
  models: AiSettings['models'],
  api: Api,
): Promise<LanguageModelV4CallOptions> {
  const { asSchema } = await import('ai');
  const told = takesEffort(credential, models) ? effort : undefined;
  // In chat, models that think take the limit by this name alone, and the others take it too.
  const limit = api === 'chat' ? { maxCompletionTokens: maxOutputTokens } : {};
  // By a deployment's name nobody can tell that its model thinks.
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
