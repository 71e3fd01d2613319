import { BlockList, isIPv4, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressKey } from './addresses.ts';
import type { Bounds } from './figures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a token or a session of the request has been found good. */
    isKnown: boolean;
  }
}

/** Where proxies stand that nobody told us of, and people in offices. */
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
 * Bounds the connections of an address over which nobody has shown yet who they are (rules/bounds 3); one that is too
 * many is cut off. Once somebody has, theirs does not count any more: a whole company may sit behind one address.
 * @param isBehindProxy Whether TRUST_PROXY is set, so that peers are proxies wherever they stand.
 */
export function boundConnections(app: FastifyInstance, { connections }: Bounds, isBehindProxy: boolean): void {
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

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return;
    const key = addressKey(address);
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const isShared = isBehindProxy || PRIVATE.check(address.split('%', 1)[0] ?? address, family);
    const count = (counts.get(key) ?? 0) + 1;
    if (count > (isShared ? connections.ofShared : connections.ofSingle)) {
      socket.destroy();
      return;
    }
    counts.set(key, count);
    counted.set(socket, key);
    socket.once('close', () => letGo(socket));
  });
  app.decorateRequest('isKnown', false);
  // Before the answer, since an event stream’s never ends.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.isKnown) letGo(request.raw.socket);
    done(null, payload);
  });
}
