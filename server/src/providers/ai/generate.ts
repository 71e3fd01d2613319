import { z } from 'zod';
import { byApi } from './azure-api.ts';
import { ProviderFailure } from './failure.ts';
import { baseUrlOf } from './endpoints.ts';
import { CallFailure } from './guarded-fetch.ts';
import { languageModel } from './language-model.ts';
import type { CallUsage, Credential, GenerateRequest } from './calls.ts';
import type { AiSettings } from './settings.ts';

/** The SDK, loaded when it is first needed, with its warnings off: they would print names of models and settings. */
async function sdk() {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return import('ai');
}

/**
 * What all calls have in common: never repeated by the SDK, watched by nobody, and not kept by OpenAI and Azure after
 * the answer.
 */
const COMMON = {
  maxRetries: 0,
  telemetry: { isEnabled: false },
  providerOptions: { openai: { store: false }, azure: { store: false } },
};

/** Undefined where the provider did not say all of it. */
function usageOf(
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined,
): CallUsage | undefined {
  const { inputTokens, outputTokens } = usage ?? {};
  return inputTokens === undefined || outputTokens === undefined
    ? undefined
    : { inputTokens, outputTokens, seconds: 0 };
}

type Answer<T> = { value: T | undefined; usage: CallUsage | undefined; finishReason: string | undefined };

/** Asks once; no `value` where the answer cannot be used. What the call itself fails with comes through as it is. */
async function answerOf<T>(
  credential: Credential,
  request: Omit<GenerateRequest<T>, 'signal'>,
  baseUrls: AiSettings['baseUrls'],
  signal: AbortSignal,
): Promise<Answer<T>> {
  const baseUrl = baseUrlOf(credential, baseUrls);
  return byApi(credential, baseUrl, async (api) => {
    const model = await languageModel(credential, baseUrl, api);
    const { generateText, NoObjectGeneratedError, NoOutputGeneratedError, Output } = await sdk();
    const answer: Answer<T> = { value: undefined, usage: undefined, finishReason: undefined };
    try {
      const result = await generateText({
        ...COMMON,
        ...(api === 'chat' ? chatLimit(request.maxOutputTokens) : { maxOutputTokens: request.maxOutputTokens }),
        model,
        instructions: request.system,
        prompt: request.prompt,
        output: Output.object({ schema: request.schema }),
        abortSignal: signal,
        onStepEnd: (step) => {
          answer.usage = usageOf(step.usage);
          answer.finishReason = step.finishReason;
        },
      });
      // A refusal can be JSON of the right form by chance, but it is no answer.
      if (answer.finishReason === 'content-filter') return answer;
      return { ...answer, value: result.output, usage: usageOf(result.usage) };
    } catch (error) {
      const unusable = NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error);
      if (!unusable) throw error;
      return answer;
    }
  });
}

/** In chat, models that think take the limit by this name alone, and the others take it too. */
function chatLimit(maxCompletionTokens: number) {
  return { providerOptions: { openai: { store: false, maxCompletionTokens } } };
}

/** @throws ProviderFailure `bad_answer` or `refused`; what the call itself failed with comes through as it is. */
export async function generateAnswer<T>(
  credential: Credential,
  request: GenerateRequest<T>,
  baseUrls: AiSettings['baseUrls'],
  signal: AbortSignal,
): Promise<{ value: T; usage: CallUsage | undefined }> {
  const { value, usage, finishReason } = await answerOf(credential, request, baseUrls, signal);
  if (value !== undefined) return { value, usage };
  throw new ProviderFailure(finishReason === 'content-filter' ? 'refused' : 'bad_answer', { usage });
}

/** One field, asked for as features ask: a model that has no such answers is found out before its key is saved. */
const LEAST = {
  system: 'You check that a connection works.',
  prompt: 'Answer "yes".',
  schema: z.object({ answer: z.string() }),
  maxOutputTokens: 64,
};

/**
 * Asks for one short structured answer. One that was cut, as where the tokens went into thinking, shows that the key
 * works; so does a content filter that does not want to give it, which with Azure is an error and with the others an
 * answer.
 * @throws CallFailure `no_model_access` where the model answers in another form, or its provider does not take such a
 * request for it
 */
export async function generateLeast(
  credential: Credential,
  baseUrls: AiSettings['baseUrls'],
  signal: AbortSignal,
): Promise<void> {
  try {
    const { value, finishReason } = await answerOf(credential, LEAST, baseUrls, signal);
    if (value === undefined && finishReason === 'stop') throw new CallFailure('no_model_access');
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.outcome === 'bad_request') throw new CallFailure('no_model_access', error);
    if (error.outcome !== 'refused') throw error;
  }
}
