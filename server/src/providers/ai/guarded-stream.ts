import type { Provider } from '@training/shared/provider-keys';
import { z } from 'zod';
import { CallFailure } from './call-failure.ts';
import { classify } from './classify.ts';

/**
 * The most that a stream may have after decompression. Some providers send 300 bytes for each token, and 20,000 of
 * these are asked for at most.
 */
const MOST_BYTES = 32 * 1024 * 1024;

const ErrorPart = z.record(z.string(), z.unknown());
/**
 * Where an error stands inside an answer: beside everything else, in a response that failed, or, with OpenAI, as the
 * event itself.
 */
const Inside = z.object({
  type: z.string().optional().catch(undefined),
  error: ErrorPart.optional().catch(undefined),
  response: z
    .object({ error: ErrorPart.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** What an answer says that is an error; undefined where it says none. */
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
 * The lines of an answer as they come, up to the first that is an error, or to where the answer breaks off: there it
 * ends, and `failed` hears why. So all that came before is read, however slowly, and none of the provider's words about
 * the error.
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
  /** The pieces of the line that has not ended yet. */
  let line: string[] = [];

  function failureOf(whole: string): CallFailure | undefined {
    // An answer’s own words have their quotation marks escaped.
    const mayBeError = whole.startsWith('data:') && whole.includes('"error"');
    return mayBeError ? failureInside(provider, headers, whole.slice('data:'.length)) : undefined;
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
      const failure = failureOf(whole);
      if (failure) return { good, failure };
      good += whole;
    }
    if (rest) line.push(rest);
    return { good, failure: undefined };
  }

  // Read at once and not as it is asked for: what has come is lost with a connection that breaks off.
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
