import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { clientAddressesOf } from './client-address.ts';
import type { HttpLimits } from './limits.ts';
import type { ErrorCode } from '@training/shared/errors';
import { LRUCache } from 'lru-cache';
import { FixedWindowLimiter } from '../../platform/concurrency/fixed-window-counter.ts';

/** Maximum number of throttled senders that are remembered. Above it, the oldest are released. */
const MOST_THROTTLED = 10_000;

/** Error codes that count as a refusal, in addition to the statuses 401, 403 and 429. */
const REFUSAL_CODES = new Set<ErrorCode>(['busy']);
const STATUSES = new Set([401, 403, 429]);

/** Begins the senders that are an address, not a session or token. */
export const ADDRESS_SENDER_PREFIX = 'address ';

/**
 * Tracks senders that are refused repeatedly (rules/bounds 12). Requests with credentials are counted by session or
 * token only: many users may share an address, and one of them could get all the others throttled.
 */
export class RejectedSenderCounter {
  readonly #attempts: FixedWindowLimiter;
  readonly #ofAddresses: FixedWindowLimiter;
  readonly #throttled: LRUCache<string, true>;
  #listener: (code: ErrorCode) => void = () => undefined;

  constructor({ most, mostOfAddress, within }: HttpLimits['refusals']) {
    this.#attempts = new FixedWindowLimiter({ most, window: within });
    this.#ofAddresses = new FixedWindowLimiter({ most: mostOfAddress, window: within });
    this.#throttled = new LRUCache({ max: MOST_THROTTLED, ttl: within, ttlAutopurge: true });
  }

  /** Registers a function that receives the error code of each refusal. */
  whenRefused(listener: (code: ErrorCode) => void): void {
    this.#listener = listener;
  }

  get isAnyThrottled(): boolean {
    return this.#throttled.size > 0;
  }

  isThrottled(sender: string): boolean {
    return this.#throttled.has(sender);
  }

  /** Counts an error if it is a refusal. Returns true if the sender has just become throttled. */
  note(error: AppError, sender: string | null): boolean {
    if (!STATUSES.has(error.status) && !REFUSAL_CODES.has(error.code)) return false;
    this.#listener(error.code);
    if (sender === null) return false;
    const counter = sender.startsWith(ADDRESS_SENDER_PREFIX) ? this.#ofAddresses : this.#attempts;
    if (counter.take(sender, Date.now()) === 0) return false;
    const isNew = !this.#throttled.has(sender);
    this.#throttled.set(sender, true);
    return isNew;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Session or token of the request, once it was checked; the address of a request without credentials. Null if the
     * credentials could be made up.
     */
    sender: string | null;
    /** True if the request is refused because its sender is throttled. */
    isThrottled: boolean;
    /** Counts the response if it is a refusal. */
    noteRefusal(error: AppError): void;
  }
}

/** Routes that look up the caller. A throttled caller can still sign out. */
const OF_CALLERS = /^\/(api\/(v1|trpc|token|workspaces)|scim)\b/;

type Options = {
  bounds: HttpLimits;
  refusals: RejectedSenderCounter;
  /** Returns the session or token of a request without a database query; null if the credential could be made up. */
  knownCredentialOf: (request: FastifyRequest) => Promise<string | null>;
  answer: (request: FastifyRequest, reply: FastifyReply, error: AppError) => FastifyReply;
  stopping: AbortSignal;
};

/**
 * Throttles senders that are refused repeatedly (rules/bounds 12). Their requests cause no lookups; they get a prepared
 * refusal, late, and the connection is closed. A client that retries as soon as it is refused then costs next to
 * nothing, over any number of connections. Other senders with the same address or proxy aren't affected.
 */
export function throttleRejectedSenders(
  app: FastifyInstance,
  { bounds, refusals, knownCredentialOf, answer, stopping }: Options,
): void {
  const { most, mostOfAddress, within, delay, waiting } = bounds.refusals;
  const error = new AppError(
    'busy',
    `Too many of your requests were refused within ${within / 1000} s. Wait, then send fewer.`,
    { headers: { 'retry-after': String(Math.ceil(within / 1000)), connection: 'close' } },
  );
  /** Connections with a request waiting to be refused, each with the function that ends the wait. */
  const held = new Map<Socket, () => void>();
  stopping.addEventListener('abort', () => {
    for (const end of held.values()) end();
  });

  app.decorateRequest('sender', null);
  app.decorateRequest('isThrottled', false);
  app.decorateRequest('noteRefusal', function (this: FastifyRequest, refusal: AppError) {
    if (!refusals.note(refusal, this.sender)) return;
    const [kind] = (this.sender ?? '').split(' ', 1);
    const times = kind === ADDRESS_SENDER_PREFIX.trim() ? mostOfAddress : most;
    this.log.warn({ kind, ip: this.ip }, `A ${kind} was refused ${times} times within ${within / 1000} s; throttled`);
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!OF_CALLERS.test(request.routeOptions.url ?? '')) return undefined;
    const { authorization, cookie } = request.headers;
    if (authorization === undefined && cookie === undefined) request.sender = addressSender(request);
    if (!refusals.isAnyThrottled) return undefined;
    const sender = request.sender ?? (await knownCredentialOf(request));
    if (sender === null || !refusals.isThrottled(sender)) return undefined;
    request.sender = sender;
    request.isThrottled = true;
    // The connection is closed with the response to an earlier request that is still waiting.
    if (held.has(request.socket)) return reply.hijack();
    // If too many requests wait, the refusal is sent at once. Closing the connection without a response would look to a
    // proxy like a failure of the instance.
    if (held.size < waiting) await late(request.socket, reply);
    request.noteRefusal(error);
    return answer(request, reply, error);
  });

  /** Resolves when the refusal is due, the client has disconnected, or the server stops. */
  function late(socket: Socket, { raw }: FastifyReply): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        held.delete(socket);
        resolve();
      };
      const timer = setTimeout(end, stopping.aborted || raw.destroyed ? 0 : delay);
      held.set(socket, end);
      raw.once('close', end);
    });
  }
}

function addressSender(request: FastifyRequest): string {
  const { address, claimed } = clientAddressesOf(request);
  return ADDRESS_SENDER_PREFIX + (claimed === undefined ? address : `${address} for ${claimed}`);
}
