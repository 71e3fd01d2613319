import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../core/config.ts';
import { hasForwardingHeaders } from './limits/client-address.ts';

/**
 * Returns true if the request comes from this machine. Behind a local proxy every request does, so forwarded requests
 * don't count, and neither do requests for another host name, which a proxy or a page with that name may have sent.
 * HTTP/1.0 doesn't count because a proxy with default settings uses it and forwards no headers.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const named = request.hostname.replace(/^\[|\]$/g, '');
  return (
    isLoopback(address) &&
    isLoopback(named) &&
    request.raw.httpVersion !== '1.0' &&
    !hasForwardingHeaders(request.headers)
  );
}
