import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { ByteBudget, type Owner } from './byte-budget.ts';
import { discardRest } from './drain-body.ts';
import type { Bounds } from './limits.ts';
import { collect, streamOf, type BodyRule } from './incoming.ts';
import { hasMoreValues } from '../../platform/json-values.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets go of the body; it is called when the answer is made. */
    releaseBody: (() => void) | null;
  }
}

/** Whether a request says that it has a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** The only reader of bodies: each is bounded in length, time and, with all others, in memory (rules/bounds 4). */
export class Bodies {
  readonly #held: ByteBudget;
  readonly #bounds: Bounds;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#held = new ByteBudget(bounds.held);
  }

  /** In bytes. */
  get held(): number {
    return this.#held.held;
  }

  /** What a body may be that is read as a whole. */
  rule(most: number, tooLarge: () => AppError): BodyRule {
    return { most, tooLarge, within: this.#bounds.bodyWithin };
  }

  /** What a file may be: it has time by its length. */
  fileRule(most: number, tooLarge: () => AppError): BodyRule {
    const { bodyWithin, fileBytesPerSecond } = this.#bounds;
    return { most, tooLarge, within: bodyWithin + (most / fileBytesPerSecond) * 1000 };
  }

  /** What a body may be on a public route. */
  publicRule(most: number): BodyRule {
    const words = `The body may have at most ${most / 1024} KiB.`;
    return { most, within: this.#bounds.publicWithin, tooLarge: () => new AppError('body_too_large', words) };
  }

  /** The whole body, which is JSON. @throws AppError 408, 413, 415, 503, or 400 where it is cut off */
  async read(request: FastifyRequest, owner: Owner, rule: BodyRule): Promise<Buffer> {
    request.releaseBody = this.#held.take(owner, announcedBytes(request, rule));
    const body = await collect(request.raw, rule);
    const { jsonValues } = this.#bounds;
    if (hasMoreValues(body, jsonValues)) {
      const most = jsonValues.toLocaleString('en');
      throw new AppError('body_too_large', `The body may hold at most ${most} values. Send several requests.`);
    }
    return body;
  }

  /**
   * The body while it comes in, for a reader that keeps no more than a part of it; reading it has the errors of `read`.
   * @throws AppError 413, 415, 503
   */
  stream(request: FastifyRequest, owner: Owner, rule: BodyRule): ReadableStream<Uint8Array> {
    const bytes = Math.min(announcedBytes(request, rule), this.#bounds.heldOfFile);
    const release = this.#held.take(owner, bytes);
    const { stream, stop } = streamOf(request.raw, rule);
    request.releaseBody = () => {
      stop();
      release();
    };
    return stream;
  }
}

/**
 * By what the body says of its length, and where it does not say the most that it may have. @throws AppError 413, 415
 */
function announcedBytes({ headers }: FastifyRequest, { most, tooLarge }: BodyRule): number {
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
 * Lets go of bodies when their answer is made, also where the sender has gone: what was begun with one goes on until
 * then. What has not come in yet is thrown away.
 */
export function releaseBodies(app: FastifyInstance, bounds: Bounds): void {
  const discard = discardRest(app, bounds);
  app.decorateRequest('releaseBody', null);
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.releaseBody?.();
    request.releaseBody = null;
    if (!request.raw.complete && !request.raw.destroyed) discard(request.raw);
    done(null, payload);
  });
}
