import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './figures.ts';

/** Where a connection stood when it was first seen to have an answer waiting: when, and how many bytes it had taken. */
type Behind = { since: number; taken: number };

/**
 * Cuts off who takes their answers too slowly, or not at all: what they do not take waits in our memory. It looks at the
 * connections now and then, so that a request costs nothing; event streams are held to the same.
 */
export function cutSlowReaders(app: FastifyInstance, { slowReader }: Bounds): void {
  const { bytesPerSecond, patience, every } = slowReader;
  const open = new Set<Socket>();
  const behind = new WeakMap<Socket, Behind>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  function look() {
    const now = performance.now();
    for (const socket of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      const first = behind.get(socket);
      if (socket.writableLength === 0) behind.delete(socket);
      else if (!first) behind.set(socket, { since: now, taken });
      else if (now - first.since > patience && taken - first.taken < ((now - first.since) / 1000) * bytesPerSecond) {
        socket.destroy();
      }
    }
  }
  const looking = setInterval(look, every).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(looking);
    done();
  });
}
