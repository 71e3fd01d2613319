import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../core/config.ts';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Milliseconds that connections still open at shutdown may wait for their next request. */
const LONGEST = 1_000;

/** Milliseconds between two checks. */
const EVERY = 20;

/**
 * Waits until all connections are closed, but not for long: some clients have no more requests, and some follow an
 * event stream.
 */
export async function connectionsEnd(server: Server): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + LONGEST;
  while (performance.now() < deadline && (await connections()) > 0) await sleep(EVERY);
}

export type Listening = { host: string; port: number };

/** The port is in use. The message says what to do. */
export class PortTaken extends Error {}

/**
 * Listens on the configured port, or on a socket passed by the parent process. Returns the actual address: PORT may be
 * 0, and a passed socket may not be on HOST.
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

/** Listens on a file descriptor, which Fastify itself doesn't support. */
async function listenOn(app: FastifyInstance, fd: number): Promise<void> {
  await app.ready();
  app.server.listen({ fd });
  await once(app.server, 'listening');
}

/**
 * Listens on both addresses of `localhost`. Connections to the second address are passed to the server of the first:
 * Fastify would create another server, which our connection limits don't cover.
 */
async function listenOnBoth(app: FastifyInstance, port: number): Promise<void> {
  // Same options as http uses for its own sockets.
  const options = { allowHalfOpen: true, noDelay: true };
  const second = createServer(options, (socket) => app.server.emit('connection', socket));
  app.addHook('preClose', (done) => {
    second.close();
    done();
  });
  await app.listen({ host: '127.0.0.1', port });
  second.listen({ host: '::1', port: portOf(app) ?? port });
  // Not every machine has this address.
  await once(second, 'listening').catch(() => undefined);
}

/** Host of the listening socket. A Unix domain socket can be reached from this machine only. */
function hostOf(app: FastifyInstance): string {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.address : 'localhost';
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : undefined;
}
