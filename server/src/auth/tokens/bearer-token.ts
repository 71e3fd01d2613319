import type { FastifyRequest } from 'fastify';

/** Returns the value of `Authorization: Bearer …`; undefined if the request has none. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}
