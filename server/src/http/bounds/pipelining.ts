import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './limits.ts';

/**
 * Cuts off a connection that sends request after request without waiting for answers (rules/bounds 3): two thousand fit
 * into what is read of it at once, and all of them would be under way together. It stands before Fastify, because those
 * that were read together with the one too many still come, and must cost next to nothing.
 */
export function boundPipelines({ server }: FastifyInstance, { unansweredOfConnection }: Bounds): void {
  const unanswered = new WeakMap<Socket, number>();
  const serve = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const count = unanswered.get(socket) ?? 0;
    if (socket.destroyed || count >= unansweredOfConnection) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const listener of serve) Reflect.apply(listener, server, [request, response]);
  });
}
