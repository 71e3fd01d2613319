import type { FastifyRequest } from 'fastify';

/** Content encodings of answers. */
export type Encoding = 'br' | 'gzip';

/** Returns the smallest encoding that the client accepts. `q=0` means not accepted. */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const taken = (headers['accept-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.split(';')[0]);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : undefined;
}

/** Returns the strong ETag of a version in an encoding: other bytes, another ETag. */
export const etagOf = (version: string, encoding: Encoding | undefined): string =>
  encoding === undefined ? `"${version}"` : `"${version}-${encoding}"`;
