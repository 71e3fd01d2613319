import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './limits.ts';

/** How often a connection was looked at since it had an answer waiting, and how many bytes it had taken before. */
type Behind = { looks: number; taken: number };

/**
 * Cuts off who takes their answers too slowly, or not at all: what they do not take waits in our memory. It looks at
 * the connections now and then, so that a request costs nothing; event streams are held to the same.
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
    for (const socket of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      const first = behind.get(socket);
      if (socket.writableLength === 0) behind.delete(socket);
      else if (!first) behind.set(socket, { looks: 0, taken });
      else {
        // Not by the clock: while our own loop stands still, nobody can take anything.
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
