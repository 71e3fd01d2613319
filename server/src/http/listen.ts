import { once } from 'node:events';
import { createServer, type Server as SocketServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../core/config.ts';
import { AppError } from '../core/errors.ts';
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
export async function waitForConnectionsToClose(server: Server): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + LONGEST;
  while (performance.now() < deadline && (await connections()) > 0) await sleep(EVERY);
}

export type ListenAddress = { host: string; port: number };

/** The port is in use. The message says what to do. */
export class PortTakenError extends Error {}

/**
 * Listens on the configured port, or on a socket passed by the parent process, and on the instance's own port. Returns
 * the actual address: PORT may be 0, and a passed socket may not be on HOST.
 * @throws PortTakenError
 */
export async function listen(
  app: FastifyInstance,
  { host, port, socket, instancePort }: Config,
): Promise<ListenAddress> {
  const instance = passingServer(app, (connection) => instanceConnections.add(connection));
  await orPortTaken({ host, port, setting: 'PORT' }, async () => {
    if (socket !== undefined) await listenOn(app, socket);
    else if (host === 'localhost') await listenOnBoth(app, port);
    else await app.listen({ host, port });
  });
  if (instancePort !== undefined) {
    const address = { host: LOOPBACK, port: instancePort };
    await orPortTaken({ ...address, setting: 'INSTANCE_PORT' }, () => listenAt(instance, address));
  }
  return { host: socket === undefined ? host : hostOf(app), port: portOf(app) ?? port };
}

/** @throws PortTakenError */
async function orPortTaken(on: ListenAddress & { setting: string }, listening: () => Promise<unknown>): Promise<void> {
  try {
    await listening();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    const { host, port, setting } = on;
    throw new PortTakenError(`Port ${port} on ${host} is taken: stop what uses it, or set ${setting} to another one.`);
  }
}

const LOOPBACK = '127.0.0.1';

/** Routes that describe one instance. */
export const INSTANCE_PORT_PATHS: ReadonlySet<string> = new Set(['/metrics', '/healthz', '/readyz']);

/** Connections to an instance's own port. */
const instanceConnections = new WeakSet<Socket>();

/**
 * Registers a hook that refuses all paths on the instance's own port except those that describe the instance. Add it
 * before other hooks.
 */
export function restrictInstancePortPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions: { url = '' } }) => {
    if (!instanceConnections.has(raw.socket) || INSTANCE_PORT_PATHS.has(url)) return;
    throw new AppError(
      'route_not_found',
      `This port has ${[...INSTANCE_PORT_PATHS].join(', ')} only. Use the server's own.`,
    );
  });
}

/** Listens on a file descriptor, which Fastify itself doesn't support. */
async function listenOn(app: FastifyInstance, fd: number): Promise<void> {
  await app.ready();
  app.server.listen({ fd });
  await once(app.server, 'listening');
}

/** Listens on both addresses of `localhost`. Not every machine has the second one. */
async function listenOnBoth(app: FastifyInstance, port: number): Promise<void> {
  const second = passingServer(app);
  await app.listen({ host: LOOPBACK, port });
  await listenAt(second, { host: '::1', port: portOf(app) ?? port }).catch(() => undefined);
}

/**
 * Creates a server for another address, which passes its connections to the server of the first: Fastify would create
 * another server, which our connection limits don't cover.
 */
function passingServer(app: FastifyInstance, accept?: (connection: Socket) => void): SocketServer {
  // Same options as http uses for its own sockets.
  const passing = createServer({ allowHalfOpen: true, noDelay: true }, (connection) => {
    accept?.(connection);
    app.server.emit('connection', connection);
  });
  app.addHook('preClose', (done) => {
    passing.close();
    done();
  });
  return passing;
}

function listenAt(server: SocketServer, address: ListenAddress): Promise<unknown> {
  server.listen(address);
  return once(server, 'listening');
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
