import type { Provider } from '@training/shared/provider-keys';
import { z } from 'zod';
import { NO_USAGE, type CallUsage } from './calls.ts';
import { classify, type Classified } from './classify.ts';
import type { FailureFacts } from './failure.ts';

/**
 * The most that an answer may have after decompression; the longest that is asked for has a few hundred thousand bytes.
 */
const MOST_BYTES = 8 * 1024 * 1024;

/** A call that failed before there was an answer of the model. Only what is in here may leave the adapter. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly outcome: Classified;
  readonly retryAfter: number | undefined;
  /** Zeros where nothing is charged for the call; undefined where nobody knows. */
  readonly usage: CallUsage | undefined;
  readonly about: FailureFacts['about'];

  constructor(outcome: Classified, more: FailureFacts = {}) {
    super(outcome);
    this.outcome = outcome;
    this.retryAfter = more.retryAfter;
    this.usage = more.usage;
    this.about = more.about;
  }
}

/**
 * The least that a good answer has. The SDK takes more than this for granted in some providers and less in others:
 * any JSON at all would pass for an empty transcript.
 */
const ANSWERS: Record<Provider, z.ZodType> = {
  anthropic: z.object({ type: z.literal('message'), content: z.array(z.unknown()) }),
  openai: z.object({ output: z.array(z.unknown()) }),
  google: z.union([z.object({ candidates: z.array(z.unknown()).min(1) }), z.object({ promptFeedback: z.unknown() })]),
  // Of the responses API, and of chat where a region has no other.
  azure_openai: z.union([
    z.object({ output: z.array(z.unknown()) }),
    z.object({ choices: z.array(z.unknown()).min(1) }),
  ]),
  deepgram: z.object({
    metadata: z.object({ duration: z.number() }),
    results: z.object({
      channels: z.array(z.object({ alternatives: z.array(z.object({ transcript: z.string() })).min(1) })).min(1),
    }),
  }),
};

/** What keeps a request from being sent at all, as Node names it. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const FailedToSend = z.object({ cause: z.object({ code: z.string() }) });

function unsent(error: unknown): CallFailure {
  const failed = FailedToSend.safeParse(error);
  return new CallFailure(
    'unreachable',
    failed.success && UNSENT.has(failed.data.cause.code) ? { usage: NO_USAGE } : {},
  );
}

/** By which a gateway says that it has lost an answer, which may well be charged. */
const LOST = new Set([408, 502, 504]);

/** Nothing is charged for an error, but for a text that a content filter has read. */
function usageOf(outcome: Classified, status: number): CallUsage | undefined {
  return outcome === 'refused' || LOST.has(status) ? undefined : NO_USAGE;
}

/** OpenAI's responses can fail inside a 200, with the error where it is in a 4xx. */
const FailedInside = z.object({ error: z.object({ code: z.string() }) });

/** @throws CallFailure when the body breaks off or is too long. */
async function readBody(response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new CallFailure('unreachable');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsedOrThrow(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new CallFailure('unreachable');
  }
}

/**
 * The `fetch` that the SDK gets, and that speech is sent with. It calls nothing but `baseUrl`, follows no redirect, so that a key never goes
 * elsewhere, and lets only good answers through: every failure is told apart here, before the SDK can put the
 * provider's words into an error.
 */
export function guardedFetch(provider: Provider, baseUrl: string): typeof fetch {
  return async (input, init) => {
    const asked = input instanceof Request ? input.url : String(input);
    // What follows must begin a path: "https://api.example.com.evil" begins with "https://api.example.com" too.
    if (!asked.startsWith(`${baseUrl}/`)) throw new CallFailure('unreachable', { usage: NO_USAGE });
    let response: Response;
    let body: string;
    try {
      response = await fetch(asked, { ...init, redirect: 'manual' });
      body = await readBody(response);
    } catch (error) {
      init?.signal?.throwIfAborted();
      throw error instanceof CallFailure ? error : unsent(error);
    }
    if (!response.ok) {
      const { outcome, ...more } = classify(provider, { status: response.status, headers: response.headers, body });
      throw new CallFailure(outcome, { ...more, usage: usageOf(outcome, response.status) });
    }
    const json = parsedOrThrow(body);
    if (FailedInside.safeParse(json).success) {
      const { outcome } = classify(provider, { status: 400, headers: response.headers, body });
      throw new CallFailure(outcome === 'bad_request' ? 'unreachable' : outcome);
    }
    if (!ANSWERS[provider].safeParse(json).success) throw new CallFailure('unreachable');
    return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } });
  };
}
