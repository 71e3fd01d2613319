import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests whose sender waits for `100 Continue` before it sends the body. */
const waitingForContinue = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Delays the response to `Expect: 100-continue`. Node would send `100 Continue` at once; here the request is checked
 * first, so that a refused request never sends its body (rules/bounds 3).
 */
export function delayContinue({ server }: FastifyInstance): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waitingForContinue.set(request, response);
    server.emit('request', request, response);
  });
}

/** Sends `100 Continue`, because the body is about to be read. */
export function sendContinue(request: IncomingMessage): void {
  waitingForContinue.get(request)?.writeContinue();
  waitingForContinue.delete(request);
}
