import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import { AiProviderError } from './failure.ts';
import { toSdkImageParts } from './sdk-options.ts';
import type { CustomEndpoint, AiCallCredential, GenerateRequest } from './calls.ts';

/** Returns the forms to try with an endpoint, from the one it is known to accept. */
export function listOutputModesToTry({ form }: CustomEndpoint): readonly StructuredOutputMode[] {
  return StructuredOutputMode.options.slice(StructuredOutputMode.options.indexOf(form));
}

/** Returns the simplest of the forms, which works for all models that accept one of them; null if none is given. */
export function simplestOutputModeOf(...forms: (StructuredOutputMode | null)[]): StructuredOutputMode | null {
  return StructuredOutputMode.options.findLast((form) => forms.includes(form)) ?? null;
}

/** Has `learn` told the form of answers that the credential's endpoint accepts, if it has one. */
export function addOutputModeListener(
  credential: AiCallCredential,
  learn: (form: StructuredOutputMode) => void,
): AiCallCredential {
  const { endpoint } = credential;
  return endpoint ? { ...credential, endpoint: { ...endpoint, learn } } : credential;
}

/**
 * Asks in one form after another until the endpoint accepts one, and tells the endpoint's record which. Only a refusal
 * of the request leads to the next form: it isn't charged, and the last one is passed on.
 */
export async function tryOutputModes(
  { form: known, learn }: CustomEndpoint,
  forms: readonly StructuredOutputMode[],
  ask: (form: StructuredOutputMode) => Promise<void>,
): Promise<void> {
  for (const form of forms) {
    try {
      await ask(form);
      if (form !== known) learn?.(form);
      return;
    } catch (error) {
      const isRefused =
        error instanceof AiProviderError && error.outcome === 'bad_request' && error.about === undefined;
      if (!isRefused || form === forms.at(-1)) throw error;
    }
  }
}

const SCHEMA_RULE =
  'Answer with one JSON object that matches this JSON schema and with nothing else: no words before or after it, no Markdown.';

/**
 * Converts a request to the SDK's options for an endpoint. The answer may fill half of the model's context window: the
 * parts of sources are cut for the other half.
 */
export async function sdkOptionsOfEndpointCall<T>(
  { contextTokens }: CustomEndpoint,
  { system, prompt, images, schema: answer, maxOutputTokens }: GenerateRequest<T>,
  form: StructuredOutputMode,
): Promise<LanguageModelV4CallOptions> {
  const { asSchema } = await import('ai');
  const schema = await asSchema(answer).jsonSchema;
  const told = form === 'json_schema' ? system : `${system}\n\n${SCHEMA_RULE}\n${JSON.stringify(schema)}`;
  return {
    prompt: [
      { role: 'system', content: told },
      { role: 'user', content: [...toSdkImageParts(images), { type: 'text', text: prompt }] },
    ],
    ...(form === 'json_schema' && { responseFormat: { type: 'json', schema } }),
    ...(form === 'json_object' && { responseFormat: { type: 'json' } }),
    maxOutputTokens: Math.min(maxOutputTokens, Math.floor(contextTokens / 2)),
  };
}

const THOUGHT = { begin: '<think>', end: '</think>' };

/**
 * Returns the JSON object in an answer. Models that aren't bound to a form put it into a Markdown block, and some write
 * their thoughts before it.
 */
export function extractJson(text: string): string {
  const isThought = text.trimStart().startsWith(THOUGHT.begin);
  const after = isThought ? text.indexOf(THOUGHT.end) : -1;
  const said = after < 0 ? text : text.slice(after + THOUGHT.end.length);
  const [begin, end] = [said.indexOf('{'), said.lastIndexOf('}')];
  return begin < 0 || end < begin ? said : said.slice(begin, end + 1);
}
