import type { FastifyRequest } from 'fastify';

const strong = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Returns true if the client already has `etag`. `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
export function notModified(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => strong(candidate) === strong(etag));
}
