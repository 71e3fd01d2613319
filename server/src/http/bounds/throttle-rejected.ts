import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Bounds } from './limits.ts';
import type { Refusals } from './rejected-clients.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session or token it carries, once that has been looked at; null where anybody could have sent it. */
    sender: string | null;
    /** Whether it is answered as one of somebody who was refused too often. */
    isHeld: boolean;
    /** Counts how it is answered, if that is a refusal. */
    noteRefusal(error: AppError): void;
  }
}

/** Where it is looked up who asks. Whoever is held can sign out all the same. */
const OF_CALLERS = /^\/api\/(v1|trpc|token|workspaces)\b/;

type Options = {
  bounds: Bounds;
  refusals: Refusals;
  /** Whose session or token a request carries, without asking the database; null where anybody could have sent it. */
  findSender: (request: FastifyRequest) => Promise<string | null>;
  answer: (request: FastifyRequest, reply: FastifyReply, error: AppError) => FastifyReply;
  stopping: AbortSignal;
};

/**
 * Holds the requests of who was refused again and again (rules/bounds 12): nothing is looked up for them, their refusal
 * is made once for all, comes late, and ends the connection. So whoever sends the next request as soon as the last one
 * is refused, over however many connections, costs next to nothing. Those who share their address or proxy are not
 * held.
 */
export function throttleRejected(
  app: FastifyInstance,
  { bounds, refusals, findSender, answer, stopping }: Options,
): void {
  const { most, within, heldFor, waiting } = bounds.refusals;
  const error = new AppError(
    'busy',
    `More than ${most} requests of this session or token were refused within ${within / 1000} s. Wait, then send fewer.`,
    { headers: { 'retry-after': String(Math.ceil(within / 1000)), connection: 'close' } },
  );
  /** The connections on which a request waits to be refused, with what ends its wait. */
  const held = new Map<Socket, () => void>();
  stopping.addEventListener('abort', () => {
    for (const end of held.values()) end();
  });

  app.decorateRequest('sender', null);
  app.decorateRequest('isHeld', false);
  app.decorateRequest('noteRefusal', function (this: FastifyRequest, refusal: AppError) {
    if (!refusals.note(refusal, this.sender)) return;
    const [kind] = (this.sender ?? '').split(' ', 1);
    this.log.warn({ kind, ip: this.ip }, `A ${kind} was refused ${most} times within ${within / 1000} s, and is held`);
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!refusals.isAnybodyHeld || !OF_CALLERS.test(request.routeOptions.url ?? '')) return undefined;
    const sender = await findSender(request);
    if (sender === null || !refusals.isHeld(sender)) return undefined;
    request.sender = sender;
    request.isHeld = true;
    // Its connection ends with the answer that another of its requests waits for.
    if (held.has(request.socket)) return reply.hijack();
    // Who finds no room is answered at once: a proxy that is hung up on takes that for the failure of the instance.
    if (held.size < waiting) await late(request.socket, reply);
    request.noteRefusal(error);
    return answer(request, reply, error);
  });

  /** When a refusal is due, its caller has gone or the server stops. */
  function late(socket: Socket, { raw }: FastifyReply): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        held.delete(socket);
        resolve();
      };
      const timer = setTimeout(end, stopping.aborted || raw.destroyed ? 0 : heldFor);
      held.set(socket, end);
      raw.once('close', end);
    });
  }
}
