import type { Provider } from '@training/shared/provider-keys';
import { z } from 'zod';
import { hasMoreValues, parseJson } from '../../platform/json-values.ts';
import { CallFailure } from './call-failure.ts';
import { classify } from './classify.ts';

/**
 * The most that a stream may have after decompression. Some providers send 300 bytes for each token, and 20,000 of
 * these are asked for at most.
 */
const MOST_BYTES = 32 * 1024 * 1024;

/** The most of one event, in characters: the longest repeats the whole answer, and what the model thought before. */
const LONGEST_LINE = 2 * 1024 * 1024;

/** The most values of one event in JSON, which the SDK makes all at once. */
const MOST_VALUES = 20_000;

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
  /** The pieces of the line that has not ended yet, and how many characters they are. */
  let line: string[] = [];
  let length = 0;
  /** Characters of the lines of an event behind its first, which no provider has, and the SDK would join. */
  let joined = 0;
  let isInData = false;

  function failureOf(whole: string): CallFailure | undefined {
    // An answer’s own words have their quotation marks escaped.
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

  // Read at once and not as it is asked for: what has come is lost with a connection that breaks off.
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
