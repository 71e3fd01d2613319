import type { EndpointModels } from '@training/shared/provider-keys/model-endpoints';
import type { KeyTestOutcome, AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { OutwardHttpClient } from '../../platform/egress/outward-http-client.ts';
import { parseBoundedJson } from '../../platform/json-values.ts';
import { runInSpan } from '../../platform/tracing/spans.ts';
import type { AiSettings } from './ai-settings.ts';
import { AiProviderError, type AiProviderErrorFields, keyTestOutcomeOf } from './failure.ts';
import {
  type CustomEndpoint,
  type CallUsage,
  type AiCallCredential,
  type GenerateRequest,
  type TranscriptionResult,
  ZERO_CALL_USAGE,
  type TranscribeRequest,
} from './calls.ts';
import { classifyErrorResponse } from './classify-error-response.ts';
import { generateModelOutput, verifyCredentialByGeneration } from './generate.ts';
import { readResponseBody, classifyErrorWithoutResponse } from './guarded-fetch.ts';
import { ItemConsumerError } from './read-model-output.ts';
import { transcribeAudio } from './transcribe.ts';
import { UnknownPartCounter } from './unknown-parts.ts';

/** Limits of a list: bytes, values in JSON, and models. */
const MOST = { bytes: 1024 * 1024, values: 50_000, models: 1_000 };

const window = z.int().min(1).optional().catch(undefined);
/** Besides the id, the size of the context window as vLLM, OpenRouter and Mistral say it. */
const Listed = z.object({
  data: z.array(
    z
      .object({
        id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
        max_model_len: window,
        context_length: window,
        max_context_length: window,
      })
      .optional()
      .catch(undefined),
  ),
});

/** Returns a text in Base64 as it is within others, without the letters that it shares with its neighbours. */
function insideBase64(bytes: Buffer, before: number): string {
  const shared = Math.ceil((before * 4) / 3);
  const whole = Math.floor(((before + bytes.length) * 4) / 3);
  return Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .slice(shared, whole);
}

/** Letters of Base64 that a key must have there: fewer occur in other names by chance. */
const FEWEST = 8;

/** Replaces the letters of Base64 in addresses by the usual ones. */
const standard = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');

/** Returns a function that tests whether a text has the key in it: as it is, in other letters, or encoded. */
function namesKey(key: string): (text: string) => boolean {
  if (key === '') return () => false;
  const bytes = Buffer.from(key);
  const inBase64 = [0, 1, 2].map((before) => insideBase64(bytes, before)).filter(({ length }) => length >= FEWEST);
  const forms = [key, encodeURIComponent(key), bytes.toString('hex'), ...inBase64];
  const written = forms.map((form) => standard(form).toLowerCase());
  return (text) => {
    const small = standard(text).toLowerCase();
    return written.some((form) => small.includes(form));
  };
}

/**
 * Asks an endpoint for its models, in its order. Leaves out and counts those that are named after the key, which the
 * endpoint knows.
 * @throws AiProviderError; the signal's reason
 */
async function listModels(
  { baseUrl, key }: Pick<CustomEndpoint, 'baseUrl'> & { key: string },
  send: typeof fetch,
  signal: AbortSignal,
): Promise<EndpointModels> {
  let response: Response;
  let body: string;
  try {
    const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    response = await send(`${baseUrl}/models`, { headers, signal, redirect: 'manual' });
    body = await readResponseBody(response, response.ok ? MOST.bytes : undefined);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof AiProviderError ? error : classifyErrorWithoutResponse(error);
  }
  const { status, headers } = response;
  if (!response.ok)
    throw new AiProviderError(classifyErrorResponse('openai_compatible', { status, headers, body }).outcome);
  const { data: listed } = Listed.safeParse(parseBoundedJson(Buffer.from(body), MOST.values));
  if (!listed) throw new AiProviderError('unreachable');
  const isKey = namesKey(key);
  const found = listed.data.filter((model) => model !== undefined);
  const models = found.filter(({ id }) => !isKey(id));
  return {
    models: models.slice(0, MOST.models).map(({ id, ...window }) => ({
      id,
      context_tokens: window.max_model_len ?? window.context_length ?? window.max_context_length ?? null,
    })),
    left_out: found.length - models.length,
  };
}

/** Returns one second of silence as a WAV file: 8,000 samples of 16 bits, mono. */
export function createOneSecondSilenceWav(): Uint8Array {
  const rate = 8_000;
  const bytes = rate * 2;
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16); // length of the format chunk
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // channels
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(bytes, 28); // bytes per second
  wav.writeUInt16LE(2, 32); // bytes per sample
  wav.writeUInt16LE(16, 34); // bits per sample
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(bytes, 40);
  return wav;
}

/** Calls to AI providers. Nothing is retried here, and a call's key is used for that call only. */
export interface AiProviders {
  /**
   * Requests a structured response from a generation provider and streams it; `request.items` receives items meanwhile.
   * @throws AiProviderError; the signal's reason if it was aborted; the errors of `request.items.take`.
   */
  generate<T>(credential: AiCallCredential, request: GenerateRequest<T>): Promise<{ value: T; usage: CallUsage }>;
  /**
   * Transcribes a recording.
   * @throws AiProviderError; the signal's reason if it was aborted.
   */
  transcribe(
    credential: AiCallCredential,
    request: TranscribeRequest,
  ): Promise<{ value: TranscriptionResult; usage: CallUsage }>;
  /**
   * Verifies a key with a one-field response from the chosen model, or with a bundled one-second clip
   * (rules/provider-keys 2). Never throws for failures of the provider; throws the signal's reason if it was aborted.
   */
  verify(credential: AiCallCredential, signal?: AbortSignal): Promise<KeyCheckResult>;
  /**
   * Asks a customer's endpoint for its models.
   * @throws AiProviderError
   */
  listModels(asked: { baseUrl: string; key: string }): Promise<EndpointModels>;
}

/** Result of a key's verification. `usage` is zero if it isn't known. */
export type KeyCheckResult = { outcome: KeyTestOutcome; about: AiProviderErrorFields['about']; usage: CallUsage };

type Operation = { name: 'generate' | 'transcribe' | 'verify' | 'list models'; provider: AiProvider };

/** Runs one call in a span. Model and address aren't recorded: customers choose them. */
function call<R>(
  { name, provider }: Operation,
  limit: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const attributes = { 'gen_ai.operation.name': name, 'gen_ai.provider.name': provider };
  return runInSpan(`${name} ${provider}`, attributes, () => withinLimit(limit, signal, run), 'client');
}

/**
 * Runs one call with its timeout. It throws only `AiProviderError`, the reason of the caller's signal, or an error of
 * the item's consumer: errors of the SDK contain the request and the response, so none of them may get out.
 */
async function withinLimit<R>(
  limit: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<R>,
) {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(limit);
  try {
    return await run(signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ItemConsumerError) throw error.reason;
    throw error instanceof AiProviderError ? error : new AiProviderError('unreachable');
  }
}

export function createAiProviders(
  settings: Pick<AiSettings, 'baseUrls' | 'timeouts' | 'models' | 'endpoints'>,
  log?: { warn?(fields: object, message: string): void },
): AiProviders {
  const { baseUrls, timeouts, models } = settings;
  const unknown = new UnknownPartCounter(log);
  const sendOut = new OutwardHttpClient(settings.endpoints).fetch;
  return {
    generate: (credential, request) =>
      call({ name: 'generate', provider: credential.provider }, timeouts.answer, request.signal, (signal) =>
        generateModelOutput(credential, request, { baseUrls, models, waits: timeouts, unknown, sendOut, signal }),
      ),
    transcribe: (credential, request) =>
      call({ name: 'transcribe', provider: credential.provider }, timeouts.transcribe, request.signal, (signal) =>
        transcribeAudio(credential, request, baseUrls, signal),
      ),
    verify: async (credential, outer) => {
      const { provider } = credential;
      const limit = credential.endpoint ? timeouts.verifyEndpoint : timeouts.verify;
      const run = async (signal: AbortSignal): Promise<CallUsage> => {
        const waits = { firstChunk: limit, nextChunk: limit };
        if (provider !== 'deepgram') {
          return verifyCredentialByGeneration(credential, { baseUrls, models, waits, unknown, sendOut, signal });
        }
        const clip = { audio: createOneSecondSilenceWav(), mediaType: 'audio/wav' };
        return (await transcribeAudio(credential, clip, baseUrls, signal)).usage;
      };
      try {
        return {
          outcome: 'live',
          about: undefined,
          usage: await call({ name: 'verify', provider }, limit, outer, run),
        };
      } catch (error) {
        if (!(error instanceof AiProviderError)) throw error;
        const { outcome, about, usage = ZERO_CALL_USAGE } = error;
        return { outcome: keyTestOutcomeOf(outcome), about, usage };
      }
    },
    listModels: (asked) =>
      call({ name: 'list models', provider: 'openai_compatible' }, timeouts.verify, undefined, (signal) =>
        listModels(asked, sendOut, signal),
      ),
  };
}
