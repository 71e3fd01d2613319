import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import { z } from 'zod';
import { parseBoundedJson } from '../../platform/json-values.ts';
import type { AiSettings, AiTimeouts } from './ai-settings.ts';
import { tryOutputModes, sdkOptionsOfEndpointCall, listOutputModesToTry, extractJson } from './output-modes.ts';
import { AiProviderError } from './failure.ts';
import { type CallUsage, type AiCallCredential, type GenerateRequest, ZERO_CALL_USAGE } from './calls.ts';
import { baseUrlOf } from './endpoints.ts';
import { MAX_JSON_VALUES_PER_EVENT as MOST_OF_EVENT } from './guarded-stream.ts';
import { type OpenAiApi, createLanguageModel } from './language-model.ts';
import { CallUsageMeter, tokensOfPicture } from './call-usage-meter.ts';
import { sdkRequestOptionsOf } from './sdk-options.ts';
import { priceOfModel } from './prices.ts';
import type { ParsedModelEvent } from './protocols/model-events.ts';
import { ItemConsumerError, readModelOutput, type StreamedModelOutput } from './read-model-output.ts';
import type { UnknownPartCounter } from './unknown-parts.ts';

/** Milliseconds for which a deployment that supports only chat isn't tried with the responses API again. */
const BELIEVED = 60 * 60_000;
/** Maximum number of remembered deployments. Forgetting one costs an additional refused request. */
const MOST = 1_000;

/** Deployments that support only chat, and the time until which that is assumed. */
const chatOnly = new Map<string, number>();

function remember(deployment: string): void {
  chatOnly.delete(deployment);
  chatOnly.set(deployment, Date.now() + BELIEVED);
  const [eldest] = chatOnly.keys();
  if (eldest !== undefined && chatOnly.size > MOST) chatOnly.delete(eldest);
}

/**
 * Calls the responses API, and the chat API if Azure doesn't offer the former. Azure reports an API missing in a region
 * in the same ways as a missing deployment, so both are retried once with chat, and that result counts.
 */
async function byApi<T>(
  { provider, model }: AiCallCredential,
  baseUrl: string,
  ask: (api: OpenAiApi) => Promise<T>,
): Promise<T> {
  if (provider !== 'azure_openai') return ask('responses');
  const deployment = `${baseUrl} ${model}`;
  if ((chatOnly.get(deployment) ?? 0) > Date.now()) return ask('chat');
  try {
    return await ask('responses');
  } catch (error) {
    if (!(error instanceof AiProviderError) || error.outcome !== 'no_model_access') throw error;
  }
  const answer = await ask('chat');
  remember(deployment);
  return answer;
}

/** Settings of a call, in addition to its request. */
export type CallSettings = Pick<AiSettings, 'baseUrls' | 'models'> & {
  waits: Pick<AiTimeouts, 'firstChunk' | 'nextChunk'>;
  unknown: UnknownPartCounter;
  /** Makes the requests to customers' endpoints. */
  sendOut: typeof fetch;
  signal: AbortSignal;
};

/** Result of a call. `spent` is its usage as reported by the provider, and estimated as far as it isn't. */
type Asked = StreamedModelOutput & { spent: CallUsage };

/**
 * Sends the request once; to an endpoint again in another of `forms` if it refuses one. An answer whose end got lost is
 * taken if it is whole.
 * @throws AiProviderError with the call's usage, about `cut` if the model had begun to answer; ItemConsumerError; the
 * reason of
 *   the signal
 */
async function ask<T>(
  credential: AiCallCredential,
  request: GenerateRequest<T>,
  calling: CallSettings,
  forms?: readonly StructuredOutputMode[],
): Promise<Asked> {
  const { provider, endpoint } = credential;
  const baseUrl = baseUrlOf(credential, calling.baseUrls);
  let said = nothing();
  let meter = new CallUsageMeter();
  let sent = '';
  const pictureTokens = (request.images ?? []).reduce((sum, each) => sum + tokensOfPicture(provider, each), 0);
  const spent = () => meter.usage({ text: sent, pictureTokens }, request.maxOutputTokens);
  const askBy = async (api: OpenAiApi, options: LanguageModelV4CallOptions) => {
    said = nothing();
    meter = new CallUsageMeter();
    const [told] = options.prompt;
    const system = told?.role === 'system' ? told.content : '';
    sent = `${system}${request.prompt}${JSON.stringify(options.responseFormat)}`;
    const read = (reading: ParsedModelEvent) => {
      meter.read(reading);
      for (const type of reading.unknown ?? []) calling.unknown.count(provider, type);
    };
    const stream = async (abortSignal: AbortSignal, failed: (failure: AiProviderError) => void) => {
      const model = await createLanguageModel(credential, baseUrl, api, { read, failed }, calling.sendOut);
      return model.doStream({ ...options, abortSignal });
    };
    await readModelOutput(stream, { ...calling, items: request.items }, said);
    if (endpoint) said.text = extractJson(said.text);
  };
  try {
    if (endpoint) {
      await tryOutputModes(endpoint, forms ?? listOutputModesToTry(endpoint), async (form) =>
        askBy('chat', await sdkOptionsOfEndpointCall(endpoint, request, form)),
      );
    } else {
      const hasFlex = Boolean(request.flex && priceOfModel(calling.models, credential)?.flex);
      await byTier(
        hasFlex,
        () => meter.hasBegun,
        (flex) =>
          byApi(credential, baseUrl, async (api) =>
            askBy(api, await sdkRequestOptionsOf(credential, request, calling.models, { api, flex })),
          ),
      );
    }
  } catch (error) {
    if (error instanceof ItemConsumerError || request.signal?.aborted) {
      request.givenUp?.(spent());
      throw error;
    }
    const { outcome, usage, retryAfter, about } =
      error instanceof AiProviderError ? error : new AiProviderError('unreachable');
    const isCut = outcome === 'unreachable' && meter.hasBegun;
    if (isCut && endpoint) said.text = extractJson(said.text);
    if (isCut && parsedBy(request.schema, said) !== undefined) return { ...said, ended: 'stop', spent: spent() };
    throw new AiProviderError(outcome, { retryAfter, about: isCut ? 'cut' : about, usage: usage ?? spent() });
  }
  return { ...said, spent: spent() };
}

/** Failures of the flex tier, which the standard tier may not have: no capacity, too slow, not for this account. */
const OF_FLEX = new Set<AiProviderError['outcome']>(['rate_limited', 'unreachable', 'bad_request']);

/**
 * Asks in the flex tier if `hasFlex`, and once more in the standard tier if flex has no capacity or is too slow, unless
 * the answer has begun, which is charged.
 */
async function byTier(hasFlex: boolean, hasBegun: () => boolean, ask: (flex: boolean) => Promise<void>): Promise<void> {
  try {
    await ask(hasFlex);
  } catch (error) {
    const isOfFlex = error instanceof AiProviderError && OF_FLEX.has(error.outcome) && error.about === undefined;
    if (!hasFlex || !isOfFlex || hasBegun()) throw error;
    await ask(false);
  }
}

const nothing = (): StreamedModelOutput => ({ text: '', ended: undefined });

/**
 * Parses the response; undefined if it doesn't match the schema, or holds more values than an event may. A refusal
 * could be valid JSON by chance, so it is excluded.
 */
function parsedBy<T>(schema: z.ZodType<T>, { text, ended }: StreamedModelOutput): T | undefined {
  if (ended === 'content-filter') return undefined;
  return schema.safeParse(parseBoundedJson(Buffer.from(text), MOST_OF_EVENT)).data;
}

/** @throws AiProviderError `bad_answer` or `refused`; failures of the call itself are passed on unchanged. */
export async function generateModelOutput<T>(
  credential: AiCallCredential,
  request: GenerateRequest<T>,
  calling: CallSettings,
): Promise<{ value: T; usage: CallUsage }> {
  const asked = await ask(credential, request, calling);
  const value = parsedBy(request.schema, asked);
  if (value !== undefined) return { value, usage: asked.spent };
  throw new AiProviderError(asked.ended === 'content-filter' ? 'refused' : 'bad_answer', {
    usage: asked.spent,
    ...(asked.ended === 'length' && { about: 'length' }),
  });
}

/**
 * Minimal request with the features that all calls use, so that a model without structured output is detected before
 * its key is saved.
 */
const LEAST = {
  system: 'You check that a connection works.',
  prompt: 'Answer "yes".',
  schema: z.object({ answer: z.string() }),
  maxOutputTokens: 64,
};

/** Output tokens of the same request to an endpoint, whose model may think first, and isn't told how long. */
const LEAST_OF_ENDPOINT = 512;

/**
 * Requests one short structured response. A truncated one, for example because reasoning used up the tokens, proves
 * that the key works. So does a refusal by a content filter, which is an error with Azure and a response with the
 * others. An endpoint is asked in all forms, best first, because some ignore the form that they don't support.
 * @returns usage of the calls
 * @throws AiProviderError `no_model_access` if the model's response has another form, or the provider doesn't accept
 *   such a request for the model
 */
export async function verifyCredentialByGeneration(
  credential: AiCallCredential,
  calling: CallSettings,
): Promise<CallUsage> {
  const { endpoint } = credential;
  if (!endpoint) {
    const { usage, failed } = await askLeast(credential, calling);
    if (failed) throw failed;
    return usage;
  }
  let spent = ZERO_CALL_USAGE;
  let last: AiProviderError | undefined;
  const withSpent = (usage: CallUsage): CallUsage => ({
    ...usage,
    inputTokens: spent.inputTokens + usage.inputTokens,
    outputTokens: spent.outputTokens + usage.outputTokens,
  });
  for (const form of StructuredOutputMode.options) {
    const asking = askLeast({ ...credential, endpoint: { ...endpoint, form } }, calling, form);
    const { usage, failed } = await asking.catch((error: unknown) => {
      if (!(error instanceof AiProviderError)) throw error;
      const { outcome, retryAfter, about, usage: ofLast = ZERO_CALL_USAGE } = error;
      throw new AiProviderError(outcome, { retryAfter, about, usage: withSpent(ofLast) });
    });
    spent = withSpent(usage);
    if (!failed) {
      endpoint.learn?.(form);
      return spent;
    }
    last = failed;
  }
  throw new AiProviderError('no_model_access', { about: last?.about, usage: spent });
}

/**
 * Makes the minimal request. `failed` is set if the model answers in another form, or the request isn't accepted.
 * @throws AiProviderError for other failures
 */
async function askLeast(
  credential: AiCallCredential,
  calling: CallSettings,
  form?: StructuredOutputMode,
): Promise<{ usage: CallUsage; failed?: AiProviderError }> {
  const request = form ? { ...LEAST, maxOutputTokens: LEAST_OF_ENDPOINT } : LEAST;
  try {
    const asked = await ask(credential, request, calling, form && [form]);
    const { ended, spent: usage } = asked;
    if (ended !== 'stop' || parsedBy(LEAST.schema, asked) !== undefined) return { usage };
    return { usage, failed: new AiProviderError('no_model_access', { usage }) };
  } catch (error) {
    if (!(error instanceof AiProviderError)) throw error;
    const { outcome, usage = ZERO_CALL_USAGE } = error;
    if (outcome === 'bad_request') return { usage, failed: new AiProviderError('no_model_access', error) };
    if (outcome !== 'refused' || error.usage === undefined) throw error;
    return { usage };
  }
}
