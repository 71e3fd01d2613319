import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { ByteBudget, type ByteLimits, type WorkspaceOrUnauthenticated } from './byte-budget.ts';
import { readRequestBody, streamRequestBody, type BodyLimit } from './read-body.ts';
import { hasMoreJsonValues } from '../../platform/json-values.ts';

/** Limits of request bodies, in bytes and milliseconds (`HTTP_LIMITS`). */
type BodyLimits = {
  jsonValues: number;
  bodyWithin: number;
  publicWithin: number;
  fileBytesPerSecond: number;
  discarded: { bytesPerSecond: number; within: number };
  held: ByteLimits;
  heldOfFile: number;
};

/** Media type of a file. */
export const FILE_CONTENT_TYPE_PATTERN = /^application\/octet-stream *(;|$)/i;

/** Milliseconds between two rounds of reading. */
const EVERY = 50;

/** Minimum bytes read of one body per round: the size of a chunk of a socket. */
const LEAST = 64 * 1024;

/**
 * Discards the rest of request bodies that won't be read, so that senders receive the response: many clients read it
 * only after they have sent everything. The total speed is limited and shared round-robin, or else a few endless
 * senders would keep the process busy. Each body has a time limit, after which its connection is closed.
 */
function discardRest(app: FastifyInstance, { discarded }: BodyLimits): (raw: IncomingMessage) => void {
  const perTurn = (discarded.bytesPerSecond * EVERY) / 1000;
  /** Bytes that each request may still deliver in its round; the first has waited longest. */
  const waiting = new Map<IncomingMessage, number>();
  let reading: NodeJS.Timeout | undefined;

  function readOn() {
    const inTurn = [...waiting.keys()].slice(0, Math.ceil(perTurn / LEAST));
    for (const raw of inTurn) {
      waiting.delete(raw);
      waiting.set(raw, perTurn / inTurn.length);
      raw.resume();
    }
    if (waiting.size > 0) return;
    clearInterval(reading);
    reading = undefined;
  }
  app.addHook('preClose', (done) => {
    for (const raw of waiting.keys()) raw.destroy();
    done();
  });

  return (raw) => {
    const cut = setTimeout(() => raw.destroy(), discarded.within).unref();
    const end = () => {
      clearTimeout(cut);
      waiting.delete(raw);
    };
    // Until the stream has been read once, Node discards the data itself at full speed.
    raw.read();
    raw.on('end', end).on('close', end).on('error', end);
    raw.on('data', (chunk: Buffer) => {
      const left = (waiting.get(raw) ?? 0) - chunk.length;
      waiting.set(raw, left);
      if (left <= 0) raw.pause();
    });
    raw.pause();
    waiting.set(raw, 0);
    reading ??= setInterval(readOn, EVERY).unref();
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Frees the bytes reserved for the body. Called when the response is ready. */
    releaseBody: (() => void) | null;
  }
}

/** Returns true if the headers announce a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads all request bodies. Limits each one in length and time, and all of them together in memory (rules/bounds 4).
 */
export class RequestBodyReader {
  readonly #held: ByteBudget;
  readonly #limits: BodyLimits;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
    this.#held = new ByteBudget(limits.held);
  }

  /** Bytes. */
  get held(): number {
    return this.#held.held;
  }

  rule(most: number, tooLarge: () => AppError): BodyLimit {
    return { most, tooLarge, within: this.#limits.bodyWithin };
  }

  /** Limits of a file. Its deadline depends on its maximum length. */
  fileRule(most: number): BodyLimit {
    const { bodyWithin, fileBytesPerSecond } = this.#limits;
    const words = `The file may have at most ${most / 1024 / 1024} MiB.`;
    const tooLarge = () => new AppError('file_too_large', words);
    return { most, tooLarge, within: bodyWithin + (most / fileBytesPerSecond) * 1000 };
  }

  publicRule(most: number): BodyLimit {
    const words = `The body may have at most ${most / 1024} KiB.`;
    return { most, within: this.#limits.publicWithin, tooLarge: () => new AppError('body_too_large', words) };
  }

  /** Reads the whole JSON body. @throws AppError 408, 413, 415, 503, or 400 if the body is cut off */
  async read(request: FastifyRequest, owner: WorkspaceOrUnauthenticated, rule: BodyLimit): Promise<Buffer> {
    request.releaseBody = this.#held.take(owner, announcedBytes(request, rule));
    const body = await readRequestBody(request.raw, rule);
    const { jsonValues } = this.#limits;
    if (hasMoreJsonValues(body, jsonValues)) {
      const most = jsonValues.toLocaleString('en');
      throw new AppError('body_too_large', `The body may hold at most ${most} values. Send several requests.`);
    }
    return body;
  }

  /**
   * Streams the body to a reader that buffers only part of it. Reading the stream can fail with the errors of `read`.
   * @throws AppError 413, 415, 503
   */
  stream(request: FastifyRequest, owner: WorkspaceOrUnauthenticated, rule: BodyLimit): ReadableStream<Uint8Array> {
    const bytes = Math.min(announcedBytes(request, rule), this.#limits.heldOfFile);
    const release = this.#held.take(owner, bytes);
    const { stream, stop } = streamRequestBody(request.raw, rule);
    request.releaseBody = () => {
      stop();
      release();
    };
    return stream;
  }
}

/** Length according to Content-Length, or else the maximum allowed. @throws AppError 413, 415 */
function announcedBytes({ headers }: FastifyRequest, { most, tooLarge }: BodyLimit): number {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', `Send the body as it is, not as ${encoding}.`);
  }
  const announced = headers['content-length'];
  const bytes = announced === undefined ? most : Number(announced);
  if (bytes > most) throw tooLarge();
  return bytes;
}

/**
 * Frees the bytes of a body when its response is sent, even if the client has disconnected, because work that uses the
 * body runs until then. Discards the part of the body that hasn't arrived yet.
 */
export function registerBodyReleaseHook(app: FastifyInstance, limits: BodyLimits): void {
  const discard = discardRest(app, limits);
  app.decorateRequest('releaseBody', null);
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.releaseBody?.();
    request.releaseBody = null;
    if (!request.raw.complete && !request.raw.destroyed) discard(request.raw);
    done(null, payload);
  });
}
