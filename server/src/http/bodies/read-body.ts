import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../core/errors.ts';
import type { FastifyInstance } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses the body as JSON. @throws AppError `malformed_json` */
export function parseJsonBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw new AppError('malformed_json', 'The body is empty. Send a JSON object.');
  }
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new AppError('malformed_json', 'The body isn’t UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('malformed_json', `The body isn’t JSON: ${positionOf(error)}.`);
  }
}

/** Describes the position where JSON.parse failed, without the part of the body that its message repeats. */
function positionOf(error: unknown): string {
  const position = error instanceof Error && /at position (\d+)/.exec(error.message)?.[1];
  return position
    ? `it breaks off at character ${position}`
    : 'it ends too early or has a character that is out of place';
}

/** Requests whose sender waits for `100 Continue` before it sends the body. */
const waitingForContinue = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Delays the response to `Expect: 100-continue`. Node would send `100 Continue` at once; here the request is checked
 * first, so that a refused request never sends its body (rules/bounds 3).
 */
export function delayContinueResponses({ server }: FastifyInstance): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waitingForContinue.set(request, response);
    server.emit('request', request, response);
  });
}

/** Sends `100 Continue`, because the body is about to be read. */
function sendContinue(request: IncomingMessage): void {
  waitingForContinue.get(request)?.writeContinue();
  waitingForContinue.delete(request);
}

export type BodyLimit = {
  /** Bytes. */
  most: number;
  /** Milliseconds, counted from the start of reading. */
  within: number;
  tooLarge: () => AppError;
};

type Listener = { data(chunk: Buffer): void; end(): void; fail(error: AppError): void };

/**
 * Passes on incoming data, up to the length and the deadline of the rule. Pauses the stream on failure; the rest of the
 * body is discarded later.
 * @returns A function that stops listening.
 */
function listen(raw: IncomingMessage, { most, within, tooLarge }: BodyLimit, to: Listener): () => void {
  let size = 0;
  const late = () => new AppError('request_timeout', 'The body didn’t arrive in time.', closing);
  const timer = setTimeout(() => fail(late()), within);
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size > most) fail(tooLarge());
    else to.data(chunk);
  };
  const onEnd = () => {
    stop();
    to.end();
  };
  const onCut = () => fail(new AppError('invalid_request', 'The body didn’t arrive in full. Send it again.'));
  function stop() {
    clearTimeout(timer);
    raw.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
  }
  function fail(error: AppError) {
    stop();
    raw.pause();
    to.fail(error);
  }
  raw.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  if (raw.destroyed) onCut();
  else sendContinue(raw);
  return stop;
}

const closing = { headers: { connection: 'close' } };

/** Reads the whole body. @throws AppError */
export function readRequestBody(raw: IncomingMessage, rule: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    listen(raw, rule, {
      data: (chunk) => chunks.push(chunk),
      end: () => resolve(Buffer.concat(chunks)),
      fail: reject,
    });
  });
}

/** Streams the body with backpressure: it is read no faster than it is consumed. Errors are AppErrors. */
export function streamRequestBody(
  raw: IncomingMessage,
  rule: BodyLimit,
): { stream: ReadableStream<Uint8Array>; stop: () => void } {
  let stop: (() => void) | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        stop ??= listen(raw, rule, {
          data(chunk) {
            controller.enqueue(chunk);
            raw.pause();
          },
          end: () => controller.close(),
          fail: (error) => controller.error(error),
        });
        raw.resume();
      },
      cancel: () => stop?.(),
    },
    { highWaterMark: 0 },
  );
  return { stream, stop: () => stop?.() };
}
