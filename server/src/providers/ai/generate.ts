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

/** @throws ProviderFailure `bad_answer` or `refused`; what the call itself failed with comes through as it is. */
export async function generateAnswer<T>(
  credential: Credential,
  request: GenerateRequest<T>,
  baseUrls: AiSettings['baseUrls'],
  signal: AbortSignal,
): Promise<{ value: T; usage: CallUsage | undefined }> {
  const model = await languageModel(credential, baseUrlOf(credential, baseUrls));
  const { generateText, NoObjectGeneratedError, NoOutputGeneratedError, Output } = await sdk();
  let usage: CallUsage | undefined;
  let finishReason: string | undefined;
  try {
    const result = await generateText({
      ...COMMON,
      model,
      instructions: request.system,
      prompt: request.prompt,
      output: Output.object({ schema: request.schema }),
      maxOutputTokens: request.maxOutputTokens,
      abortSignal: signal,
      onStepEnd: (step) => {
        usage = usageOf(step.usage);
        finishReason = step.finishReason;
      },
    });
    // A refusal can be JSON of the right form by chance, but it is no answer.
    if (finishReason !== 'content-filter') return { value: result.output, usage: usageOf(result.usage) };
  } catch (error) {
    const unusable = NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error);
    if (!unusable) throw error;
  }
  throw new ProviderFailure(finishReason === 'content-filter' ? 'refused' : 'bad_answer', { usage });
}

/**
 * The fewest output tokens that can be asked for: OpenAI's responses API, which Azure's is too, refuses fewer than 16.
 */
const FEWEST_TOKENS = { anthropic: 1, google: 1, openai: 16, azure_openai: 16 };

/**
 * Asks for the shortest possible answer, whatever it says: that there is one shows that the key works. So does a
 * content filter that does not want to give it, which with Azure is an error and with the others an answer.
 */
export async function generateLeast(
  credential: Credential,
  provider: keyof typeof FEWEST_TOKENS,
  baseUrls: AiSettings['baseUrls'],
  signal: AbortSignal,
): Promise<void> {
  const model = await languageModel(credential, baseUrlOf(credential, baseUrls));
  const { generateText } = await sdk();
  const maxOutputTokens = FEWEST_TOKENS[provider];
  try {
    await generateText({ ...COMMON, model, prompt: 'Say yes.', maxOutputTokens, abortSignal: signal });
  } catch (error) {
    if (!(error instanceof CallFailure) || error.outcome !== 'refused') throw error;
  }
}
