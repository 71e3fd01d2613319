import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpLimits } from './limits.ts';

/** Number of checks since the connection has had unread data, and the bytes the client had read before. */
type Behind = { looks: number; taken: number };

/**
 * Closes the connections of clients that read responses too slowly or not at all, because unread data stays in memory.
 * Connections are checked periodically, so that it costs nothing per request. Event streams are included.
 */
export function cutSlowReaders(app: FastifyInstance, { slowReader }: HttpLimits): void {
  const { bytesPerSecond, patience, every } = slowReader;
  const open = new Set<Socket>();
  const behind = new WeakMap<Socket, Behind>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  function look() {
    for (const socket of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      const first = behind.get(socket);
      if (socket.writableLength === 0) behind.delete(socket);
      else if (!first) behind.set(socket, { looks: 0, taken });
      else {
        // Counts checks instead of clock time: while our own event loop is blocked, no client can read.
        const waited = (first.looks += 1) * every;
        if (waited > patience && taken - first.taken < (waited / 1000) * bytesPerSecond) socket.destroy();
      }
    }
  }
  const looking = setInterval(look, every).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(looking);
    done();
  });
}
