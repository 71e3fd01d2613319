import { BlockList, isIPv4, type Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { limitKeyOfAddress } from './client-address.ts';
import type { HttpLimits } from './limits.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Closes a connection that sends many requests without waiting for the responses (rules/bounds 3): one read can contain
 * two thousand, which would all run at once. This listener runs before Fastify, because the rest of the requests that
 * were read together still arrive and must cost next to nothing.
 */
export function limitPipelining({ server }: FastifyInstance, { unansweredOfConnection }: HttpLimits): void {
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

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts the connection toward its session or token, once that has been verified.
     * @throws AppError 503 `busy` if the session or token has too many connections; the connection is then closed after
     *   the response
     */
    becomesKnown(by: Shown): void;
  }
}

/** Credential that a caller authenticated with. */
type Shown = { kind: 'session' | 'token'; id: string };

/** Private networks: unlisted proxies and offices have such addresses. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/**
 * Limits the connections of an address that haven't authenticated yet (rules/bounds 3), and closes those above the
 * limit. A connection that has authenticated counts toward its session or token instead, because a whole company may
 * share one address. A proxy's connection counts toward the caller who used it last.
 * @param isBehindProxy True if TRUST_PROXY is set: then peers are proxies whatever their address.
 */
export function limitConnectionsPerSender(
  app: FastifyInstance,
  { connections }: HttpLimits,
  isBehindProxy: boolean,
): void {
  const counts = new Map<string, number>();
  const counted = new WeakMap<Socket, string>();
  const letGo = (socket: Socket) => {
    const key = counted.get(socket);
    if (key === undefined) return;
    counted.delete(socket);
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };
  /** Returns true if there was room. */
  const count = (socket: Socket, key: string, most: number): boolean => {
    const now = (counts.get(key) ?? 0) + 1;
    if (now > most) return false;
    letGo(socket);
    counts.set(key, now);
    counted.set(socket, key);
    return true;
  };

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return;
    const key = limitKeyOfAddress(address);
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const isShared = isBehindProxy || PRIVATE.check(address.split('%', 1)[0] ?? address, family);
    if (count(socket, key, isShared ? connections.ofShared : connections.ofSingle)) {
      socket.once('close', () => letGo(socket));
    } else socket.destroy();
  });
  app.decorateRequest('becomesKnown', function (this: FastifyRequest, { kind, id }: Shown) {
    const { socket } = this.raw;
    const key = `${kind} ${id}`;
    const before = counted.get(socket);
    // Closed connections aren't counted any more.
    if (before === undefined || before === key) return;
    const most = kind === 'session' ? connections.ofSession : connections.ofToken;
    if (count(socket, key, most)) return;
    throw new AppError('busy', `The ${kind} has ${most} connections open, which is the limit. Reuse those.`, {
      headers: { 'retry-after': '2', connection: 'close' },
    });
  });
}

/** Number of checks since the connection has had unread data, and the bytes the client had read before. */
type Behind = { looks: number; taken: number };

/**
 * Closes the connections of clients that read responses too slowly or not at all, because unread data stays in memory.
 * Connections are checked periodically, so that it costs nothing per request. Event streams are included.
 */
export function closeSlowReaderConnections(app: FastifyInstance, { slowReader }: HttpLimits): void {
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
