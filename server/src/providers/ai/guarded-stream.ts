import type { Provider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { hasMoreValues, parseJson } from '../../platform/json-values.ts';
import { CallFailure } from './call-failure.ts';
import { classify } from './classify.ts';

/**
 * Maximum bytes of a stream after decompression. Some providers send 300 bytes per token, and at most 20,000 tokens are
 * requested.
 */
const MOST_BYTES = 32 * 1024 * 1024;

/** The most of one event, in characters: the longest repeats the whole answer, and what the model thought before. */
const LONGEST_LINE = 2 * 1024 * 1024;

/** The most values of one event in JSON, which the SDK makes all at once. */
const MOST_VALUES = 20_000;

const ErrorPart = z.record(z.string(), z.unknown());
/**
 * Positions of an error inside a response: at the top level, in a failed response, or, with OpenAI, as the event
 * itself.
 */
const Inside = z.object({
  type: z.string().optional().catch(undefined),
  error: ErrorPart.optional().catch(undefined),
  response: z
    .object({ error: ErrorPart.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** Returns the error that a response contains; undefined if there is none. */
export function failureInside(provider: Provider, headers: Headers, body: string): CallFailure | undefined {
  const json = parseJson(Buffer.from(body), MOST_VALUES);
  const { data } = Inside.safeParse(json);
  const error = data?.error ?? data?.response?.error ?? (data?.type === 'error' ? json : undefined);
  if (error === undefined) return undefined;
  const said = z.object({ code: z.int().min(400).max(599) }).safeParse(error);
  const status = said.success ? said.data.code : 400;
  const { outcome, retryAfter } = classify(provider, { status, headers, body: JSON.stringify({ error }) });
  return new CallFailure(outcome === 'bad_request' ? 'unreachable' : outcome, { retryAfter });
}

/** Each value takes a character at least. */
function isTooMuch(line: string): boolean {
  return line.length > LONGEST_LINE || (line.length > MOST_VALUES && hasMoreValues(Buffer.from(line), MOST_VALUES));
}

/**
 * Passes on the lines of a response as they arrive, up to the first error or to where the response breaks off. There
 * the stream ends, and `failed` receives the reason. So the consumer reads everything before the error, however slowly,
 * and none of the provider's text about the error.
 */
export function guardedStream(
  provider: Provider,
  { body, headers }: { body: ReadableStream<Uint8Array<ArrayBuffer>>; headers: Headers },
  failed: (failure: CallFailure) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let bytes = 0;
  /** Pieces of the incomplete line. */
  let line: string[] = [];
  let length = 0;
  /** Characters of the lines of an event behind its first, which no provider has, and the SDK would join. */
  let joined = 0;
  let isInData = false;

  function failureOf(whole: string): CallFailure | undefined {
    // Quotation marks inside the response's text are escaped, so they can't match.
    const mayBeError = whole.startsWith('data:') && whole.includes('"error"');
    return mayBeError ? failureInside(provider, headers, whole.slice('data:'.length)) : undefined;
  }

  function follow(whole: string): void {
    const isData = whole.startsWith('data:');
    joined = isInData && isData ? joined + whole.length : whole.trim() === '' ? 0 : joined;
    isInData = whole.trim() !== '' && (isInData || isData);
  }

  /** What has become whole with `chunk`, up to an error. */
  function goodIn(chunk: Uint8Array): { good: string; failure: CallFailure | undefined } {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return { good: '', failure: new CallFailure('unreachable') };
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    const rest = lines.pop();
    let good = '';
    for (const end of lines) {
      const whole = `${line.join('')}${end}\n`;
      line = [];
      length = 0;
      follow(whole);
      const failure = isTooMuch(whole) || joined > MOST_VALUES ? new CallFailure('unreachable') : failureOf(whole);
      if (failure) return { good, failure };
      good += whole;
    }
    if (rest) line.push(rest);
    length += rest?.length ?? 0;
    return { good, failure: length > LONGEST_LINE ? new CallFailure('unreachable') : undefined };
  }

  function lastLine(): { good: string; failure: CallFailure | undefined } {
    const good = line.join('');
    return isTooMuch(good) ? { good: '', failure: new CallFailure('unreachable') } : { good, failure: undefined };
  }

  // Reads eagerly instead of on demand, because unread data is lost when the connection breaks.
  async function pump(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      const { good, failure } = value ? goodIn(value) : lastLine();
      if (good) controller.enqueue(encoder.encode(good));
      if (failure) throw failure;
      if (done) return;
    }
  }

  let isCancelled = false;
  return new ReadableStream({
    start(controller) {
      const end = (error?: unknown) => {
        if (isCancelled) return;
        if (error !== undefined) failed(error instanceof CallFailure ? error : new CallFailure('unreachable'));
        void reader.cancel().catch(() => undefined);
        controller.close();
      };
      pump(controller).then(() => end(), end);
    },
    cancel(reason) {
      isCancelled = true;
      return reader.cancel(reason);
    },
  });
}
