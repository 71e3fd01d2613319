import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Those whose sender waits to be told that the body is wanted, until they are. */
const uninvited = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Who sends `Expect: 100-continue` waits with the body until it is asked for. Node would ask for it at once; here the
 * request is looked at first, so that one that is refused keeps its body (rules/bounds 3).
 */
export function inviteLate({ server }: FastifyInstance): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    uninvited.set(request, response);
    server.emit('request', request, response);
  });
}

/** Asks for the body, because it is about to be read. */
export function invite(request: IncomingMessage): void {
  uninvited.get(request)?.writeContinue();
  uninvited.delete(request);
}
