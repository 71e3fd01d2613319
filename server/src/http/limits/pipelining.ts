import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpLimits } from './limits.ts';

/**
 * Closes a connection that sends many requests without waiting for the responses (rules/bounds 3): one read can contain
 * two thousand, which would all run at once. This listener runs before Fastify, because the rest of the requests that
 * were read together still arrive and must cost next to nothing.
 */
export function boundPipelines({ server }: FastifyInstance, { unansweredOfConnection }: HttpLimits): void {
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
