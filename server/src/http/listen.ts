import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

export type Listening = { host: string; port: number };

/** Something else listens on the port; the message says what to do. */
export class PortTaken extends Error {}

/**
 * Listens, on a socket that was passed if there is one, and says where: PORT may be 0, and that socket is not on HOST.
 * @throws PortTaken
 */
export async function listen(app: FastifyInstance, { host, port, socket }: Config): Promise<Listening> {
  try {
    if (socket !== undefined) await listenOn(app, socket);
    else if (host === 'localhost') await listenOnBoth(app, port);
    else await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new PortTaken(`Port ${port} on ${host} is taken: stop what uses it, or set PORT to another one.`);
    }
    throw error;
  }
  return { host: socket === undefined ? host : hostOf(app), port: portOf(app) ?? port };
}

/** Fastify itself takes no file descriptor. */
async function listenOn(app: FastifyInstance, fd: number): Promise<void> {
  await app.ready();
  app.server.listen({ fd });
  await once(app.server, 'listening');
}

/**
 * What comes to the second address of `localhost` is handed to the server of the first. Fastify would make another
 * server for it, which none of the bounds of connections reaches.
 */
async function listenOnBoth(app: FastifyInstance, port: number): Promise<void> {
  // As http makes its own sockets.
  const options = { allowHalfOpen: true, noDelay: true };
  const second = createServer(options, (socket) => app.server.emit('connection', socket));
  app.addHook('preClose', (done) => {
    second.close();
    done();
  });
  await app.listen({ host: '127.0.0.1', port });
  second.listen({ host: '::1', port: portOf(app) ?? port });
  // Not every machine has that address.
  await once(second, 'listening').catch(() => undefined);
}

/** A socket in the file system is reached from this machine alone. */
function hostOf(app: FastifyInstance): string {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.address : 'localhost';
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : undefined;
}
