import type { Provider } from '@training/shared/provider-keys';
import { z } from 'zod';
import { CallFailure } from './call-failure.ts';
import { classify } from './classify.ts';

/**
 * Maximum bytes of a stream after decompression. Some providers send 300 bytes per token, and at most 20,000 tokens are
 * requested.
 */
const MOST_BYTES = 32 * 1024 * 1024;

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
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { data } = Inside.safeParse(json);
  const error = data?.error ?? data?.response?.error ?? (data?.type === 'error' ? json : undefined);
  if (error === undefined) return undefined;
  const said = z.object({ code: z.int().min(400).max(599) }).safeParse(error);
  const status = said.success ? said.data.code : 400;
  const { outcome, retryAfter } = classify(provider, { status, headers, body: JSON.stringify({ error }) });
  return new CallFailure(outcome === 'bad_request' ? 'unreachable' : outcome, { retryAfter });
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

  function failureOf(whole: string): CallFailure | undefined {
    // Quotation marks inside the response's text are escaped, so they can't match.
    const mayBeError = whole.startsWith('data:') && whole.includes('"error"');
    return mayBeError ? failureInside(provider, headers, whole.slice('data:'.length)) : undefined;
  }

  /** Returns the lines completed by `chunk`, up to an error. */
  function goodIn(chunk: Uint8Array): { good: string; failure: CallFailure | undefined } {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return { good: '', failure: new CallFailure('unreachable') };
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    const rest = lines.pop();
    let good = '';
    for (const end of lines) {
      const whole = `${line.join('')}${end}\n`;
      line = [];
      const failure = failureOf(whole);
      if (failure) return { good, failure };
      good += whole;
    }
    if (rest) line.push(rest);
    return { good, failure: undefined };
  }

  // Reads eagerly instead of on demand, because unread data is lost when the connection breaks.
  async function pump(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      const { good, failure } = value ? goodIn(value) : { good: line.join(''), failure: undefined };
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
