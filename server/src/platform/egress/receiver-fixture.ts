import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Certificate } from '../../../test/certificate.ts';
import { parseAddressRanges } from '../address-ranges.ts';
import { OutwardHttpClient } from './outward-http-client.ts';
import type { ResolveHost } from './resolve-host.ts';
import type { OutwardPolicy } from './outward-policy.ts';

/** Policy for internet targets only, and the one of `npm run dev:events`. */
export const STRICT: OutwardPolicy = { http: false, privateTargets: parseAddressRanges([]) };
export const LOCAL: OutwardPolicy = { http: true, privateTargets: parseAddressRanges(['loopback']) };

/** Creates an `OutwardHttpClient` that is closed after the test. */
export function outwardWith(
  policy: OutwardPolicy,
  options: ConstructorParameters<typeof OutwardHttpClient>[1] = {},
): OutwardHttpClient {
  const outward = new OutwardHttpClient(policy, options);
  onTestFinished(() => outward.close());
  return outward;
}

/** Creates a name server that answers each query with the next list of addresses, and repeats the last one. */
export function answering(...lists: string[][]): { resolve: ResolveHost; asked: string[] } {
  const asked: string[] = [];
  const resolve: ResolveHost = (hostname) => {
    const list = lists[Math.min(asked.length, lists.length - 1)] ?? [];
    asked.push(hostname);
    return Promise.resolve(list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
  return { resolve, asked };
}

/** Starts a server on 127.0.0.1 that responds with `listener`; it is stopped after the test. */
export async function startReceiver(listener: RequestListener, certificate?: Certificate) {
  let requests = 0;
  const connected = new Set<object>();
  const take: RequestListener = (request, response) => {
    if (request.method === 'POST') {
      requests++;
      return listener(request, response);
    }
    // A health check meant for another test's server, which used this port before.
    connected.delete(request.socket);
    response.writeHead(404, { connection: 'close' }).end();
  };
  const server = certificate ? https.createServer(certificate, take) : http.createServer(take);
  server.on(certificate ? 'secureConnection' : 'connection', (socket: object) => connected.add(socket));
  const { port } = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return {
    port,
    connections: () => connected.size,
    requests: () => requests,
    /** Closes all idle connections. */
    closeIdle: () => server.closeIdleConnections(),
  };
}

/** Lets a server listen on 127.0.0.1 until the test ends. */
export async function listening(server: Server): Promise<{ port: number }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port };
}
