import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';
import { isForwarded } from './bounds/client-address.ts';

/**
 * Whether whoever asks sits at this machine. Behind a proxy every request comes from it, so one that was forwarded does
 * not count, and neither does one for another name, which a proxy or a page of that name can have sent. HTTP/1.0 is
 * what a proxy speaks that was told nothing, and that passes nothing on.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const named = request.hostname.replace(/^\[|\]$/g, '');
  return isLoopback(address) && isLoopback(named) && request.raw.httpVersion !== '1.0' && !isForwarded(request.headers);
}
