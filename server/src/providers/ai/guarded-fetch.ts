import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { OutwardError } from '../../platform/egress/failures.ts';
import { parseBoundedJson } from '../../platform/json-values.ts';
import { AiProviderError } from './failure.ts';
import { ZERO_CALL_USAGE, type CallUsage } from './calls.ts';
import { classifyErrorResponse, type HttpFailureOutcome } from './classify-error-response.ts';
import {
  findFailureInResponse,
  filterModelEventsUntilError,
  MAX_STREAM_PIECES,
  MAX_JSON_VALUES_PER_EVENT as MOST_OF_EVENT,
  type StreamListener,
} from './guarded-stream.ts';
import { createAnthropicEventReader } from './protocols/anthropic.ts';
import { createGoogleEventReader } from './protocols/google.ts';
import { createOpenAiChatReader, createOpenAiResponsesReader } from './protocols/openai.ts';
import type { ReadModelEvent } from './protocols/model-events.ts';

/**
 * The most bytes, after decompression, of an answer which comes whole: a transcript of what was said in the longest
 * recording, word by word, has a quarter of it.
 */
const MOST_BYTES = 1024 * 1024;
const MOST_VALUES = 50_000;

/** How much is read of an error, in bytes: one that is longer is told by its status. */
const MOST_OF_ERROR = 64 * 1024;

/**
 * Minimum content of a response that isn't streamed: without it, any JSON would count as an empty transcript. Responses
 * of models are streamed, and the SDK checks that they are complete.
 */
const Transcribed = z.object({
  results: z.object({
    channels: z.tuple(
      [z.object({ alternatives: z.tuple([z.object({ transcript: z.string() })], z.unknown()) })],
      z.unknown(),
    ),
  }),
});

/** Node's error codes for requests that weren't sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const FailedToSend = z.union([
  z.object({ cause: z.object({ code: z.string() }) }).transform(({ cause }) => cause.code),
  z.object({ code: z.string() }).transform(({ code }) => code),
]);

/** Returns the failure of a request that got no response. */
export function classifyErrorWithoutResponse(error: unknown): AiProviderError {
  if (error instanceof OutwardError) {
    return new AiProviderError('unreachable', {
      usage: ZERO_CALL_USAGE,
      about: error.kind === 'private_target' || error.kind === 'address' ? 'private' : undefined,
    });
  }
  const failed = FailedToSend.safeParse(error);
  return new AiProviderError(
    'unreachable',
    failed.success && UNSENT.has(failed.data) ? { usage: ZERO_CALL_USAGE } : {},
  );
}

/** Statuses of a gateway that has lost a response, which may be charged nevertheless. */
const LOST = new Set([408, 502, 504]);

/** Returns the usage of an error response: nothing is charged, except for text that a content filter has read. */
function usageOf(outcome: HttpFailureOutcome, status: number): CallUsage | undefined {
  return outcome === 'refused' || LOST.has(status) ? undefined : ZERO_CALL_USAGE;
}

/**
 * Reads the body of an answer that comes whole, or else the beginning of an error.
 * @throws AiProviderError if an answer has more than `most` bytes, or too many pieces
 */
export async function readResponseBody(response: Response, most: number | undefined): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    chunks.push(chunk);
    const isTooLong = bytes > (most ?? Infinity) || chunks.length > MAX_STREAM_PIECES;
    if (isTooLong) throw new AiProviderError('unreachable', { about: 'cut' });
    // Left before its end, the loop cancels the rest.
    if (most === undefined && bytes > MOST_OF_ERROR) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws AiProviderError */
function mustBeTranscript(body: string): void {
  const json = parseBoundedJson(Buffer.from(body), MOST_VALUES);
  if (!Transcribed.safeParse(json).success) throw new AiProviderError('unreachable', { about: 'cut' });
}

/** Creates the reader of one answer to a call of `url`. */
function readerOf(provider: Exclude<AiProvider, 'deepgram'>, url: string): ReadModelEvent {
  if (provider === 'anthropic') return createAnthropicEventReader();
  if (provider === 'google') return createGoogleEventReader();
  return url.includes('/chat/completions') ? createOpenAiChatReader() : createOpenAiResponsesReader();
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false;

/** Fails with the provider's error, also if it is in a 200 response. @throws AiProviderError */
function fail(provider: AiProvider, { status, headers }: Response, body: string): never {
  if (status >= 200 && status < 300)
    throw (
      findFailureInResponse(provider, headers, parseBoundedJson(Buffer.from(body), MOST_OF_EVENT)) ??
      new AiProviderError('unreachable')
    );
  const { outcome, ...more } = classifyErrorResponse(provider, { status, headers, body });
  throw new AiProviderError(outcome, { ...more, usage: usageOf(outcome, status) });
}

/**
 * Creates the `fetch` used by the SDK and for speech. It calls only `baseUrl` and follows no redirects, so that a key
 * never goes elsewhere. Only successful responses pass: every failure is classified here, before the SDK can put the
 * provider's text into an error. Model responses are streamed; the listener receives what they contain, and a failure
 * during the stream. `send` makes the requests.
 */
export function createGuardedFetch(
  provider: AiProvider,
  baseUrl: string,
  listener: StreamListener = { read: () => undefined, failed: () => undefined },
  send: typeof fetch = fetch,
): typeof fetch {
  return async (input, init) => {
    const asked = input instanceof Request ? input.url : String(input);
    // The slash is needed: "https://api.example.com.evil" begins with "https://api.example.com", too.
    if (!asked.startsWith(`${baseUrl}/`)) throw new AiProviderError('unreachable', { usage: ZERO_CALL_USAGE });
    let response: Response | undefined;
    let body: string;
    try {
      response = await send(asked, { ...init, redirect: 'manual' });
      if (response.ok && response.body && provider !== 'deepgram' && isStream(response)) {
        const { body: streamed, headers } = response;
        const guarded = filterModelEventsUntilError(
          provider,
          { body: streamed, headers },
          readerOf(provider, asked),
          listener,
        );
        return new Response(guarded, { headers: { 'content-type': 'text/event-stream' } });
      }
      body = await readResponseBody(response, response.ok && provider === 'deepgram' ? MOST_BYTES : undefined);
    } catch (error) {
      init?.signal?.throwIfAborted();
      if (error instanceof AiProviderError) throw error;
      // A recording is transcribed, and charged, before the answer begins.
      throw response?.ok && provider === 'deepgram'
        ? new AiProviderError('unreachable', { about: 'cut' })
        : classifyErrorWithoutResponse(error);
    }
    if (!response.ok || provider !== 'deepgram') fail(provider, response, body);
    mustBeTranscript(body);
    return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } });
  };
}
