import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { parseBoundedJson } from '../../platform/json-values.ts';
import { AiProviderError } from './failure.ts';
import { classifyErrorResponse } from './classify-error-response.ts';
import type { ReadModelEvent, ParsedModelEvent } from './protocols/model-events.ts';

/**
 * Maximum bytes of a stream after decompression. Some providers send 300 bytes per token, and at most 20,000 tokens are
 * requested.
 */
const MOST_BYTES = 32 * 1024 * 1024;

/** The most of one event, in characters: the longest repeats the whole answer, and what the model thought before. */
const LONGEST_EVENT = 2 * 1024 * 1024;

/**
 * Maximum pieces in which an answer arrives, and maximum events: each costs the same, however small it is. The longest
 * answer has 20,000 tokens, which some servers send in three pieces each.
 */
export const MAX_STREAM_PIECES = 100_000;

/** The most values of one event in JSON, which are made all at once. */
export const MAX_JSON_VALUES_PER_EVENT = 20_000;

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
export function findFailureInResponse(
  provider: AiProvider,
  headers: Headers,
  json: unknown,
): AiProviderError | undefined {
  const { data } = Inside.safeParse(json);
  const error = data?.error ?? data?.response?.error ?? (data?.type === 'error' ? json : undefined);
  if (error === undefined) return undefined;
  const said = z.object({ code: z.int().min(400).max(599) }).safeParse(error);
  const status = said.success ? said.data.code : 400;
  const { outcome, retryAfter } = classifyErrorResponse(provider, { status, headers, body: JSON.stringify({ error }) });
  return new AiProviderError(outcome === 'bad_request' ? 'unreachable' : outcome, { retryAfter });
}

/** Receivers of what a stream contains besides the events for the SDK. */
export type StreamListener = {
  /** Receives what each event means, before the SDK gets it. */
  read(reading: ParsedModelEvent): void;
  failed(failure: AiProviderError): void;
};

/** Joins the lines of a stream to events (html.spec.whatwg.org, 9.2.6). Only their data matters. */
class Events {
  /** Pieces of the incomplete line, and complete lines of data of the incomplete event, with their lengths. */
  #line: string[] = [];
  #lineLength = 0;
  #data: string[] = [];
  #dataLength = 0;

  /** Adds a piece of the stream, and returns the data of the events that it completes. @throws AiProviderError */
  add(piece: string): string[] {
    const events: string[] = [];
    const [rest = '', ...lines] = piece.split('\n').toReversed();
    for (const end of lines.toReversed()) {
      const isBlank = this.#endLine(end);
      if (isBlank && this.#data.length > 0) events.push(this.#take());
    }
    if (rest !== '') this.#line.push(rest);
    this.#lineLength += rest.length;
    this.#mustFit();
    return events;
  }

  /** Returns the data of an event that the stream's end completes. @throws AiProviderError */
  end(): string {
    this.#endLine('');
    return this.#take();
  }

  /** Ends a line; returns true if it is blank. */
  #endLine(end: string): boolean {
    const whole = `${this.#line.join('')}${end}`.trimEnd();
    this.#line = [];
    this.#lineLength = 0;
    if (whole.startsWith('data:')) {
      this.#data.push(whole.slice('data:'.length));
      this.#dataLength += whole.length;
      this.#mustFit();
    }
    return whole === '';
  }

  #take(): string {
    const data = this.#data.join('\n');
    this.#data = [];
    this.#dataLength = 0;
    return data;
  }

  #mustFit(): void {
    if (this.#lineLength + this.#dataLength > LONGEST_EVENT) throw new AiProviderError('unreachable');
  }
}

/**
 * Passes on the events of a response as they arrive, as far as the reader knows them, up to the first error or to where
 * the response breaks off. There the stream ends, and `failed` receives the reason. So the consumer reads everything
 * before the error, however slowly, and none of the provider's text about the error.
 */
export function filterModelEventsUntilError(
  provider: AiProvider,
  { body, headers }: { body: ReadableStream<Uint8Array<ArrayBuffer>>; headers: Headers },
  readEvent: ReadModelEvent,
  listener: StreamListener,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const events = new Events();
  let bytes = 0;
  let pieceCount = 0;
  let eventCount = 0;

  /** Returns an event as the SDK gets it; empty if it gets nothing. @throws AiProviderError */
  function passed(data: string): string {
    const text = data.trim();
    if (text === '') return '';
    if (++eventCount > MAX_STREAM_PIECES) throw new AiProviderError('unreachable');
    if (text === '[DONE]') return 'data: [DONE]\n\n';
    const json = parseBoundedJson(Buffer.from(text), MAX_JSON_VALUES_PER_EVENT);
    if (json === undefined) throw new AiProviderError('unreachable');
    const reading = readEvent(json);
    listener.read(reading);
    // Quotation marks inside the response's text are escaped, so they can't match.
    const failure = text.includes('"error"') ? findFailureInResponse(provider, headers, json) : undefined;
    if (failure) throw failure;
    return reading.event ? `data: ${JSON.stringify(reading.event)}\n\n` : '';
  }

  // Reads eagerly instead of on demand, because unread data is lost when the connection breaks.
  async function pump(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    const pass = (data: string) => {
      const event = passed(data);
      if (event) controller.enqueue(encoder.encode(event));
    };
    for (;;) {
      const { done, value } = await reader.read();
      bytes += value?.byteLength ?? 0;
      if (bytes > MOST_BYTES || ++pieceCount > MAX_STREAM_PIECES) throw new AiProviderError('unreachable');
      for (const data of value ? events.add(decoder.decode(value, { stream: true })) : []) pass(data);
      if (!done) continue;
      // The last event may lack its blank line. If the response broke off within it, it can't be read.
      const last = events.end();
      if (parseBoundedJson(Buffer.from(last), MAX_JSON_VALUES_PER_EVENT) !== undefined) pass(last);
      return;
    }
  }

  let isCancelled = false;
  return new ReadableStream({
    start(controller) {
      const end = (error?: unknown) => {
        if (isCancelled) return;
        if (error !== undefined)
          listener.failed(error instanceof AiProviderError ? error : new AiProviderError('unreachable'));
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
