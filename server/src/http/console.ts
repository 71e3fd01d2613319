import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { BUILT, REFERENCE } from './built.ts';

/** Files that aren't served at their own path: compressed copies, files with another address, and files with none. */
const NO_ADDRESS = ['**/*.br', '**/*.gz', `${REFERENCE}/**`, '*.sha256'];

/**
 * Serves the built console. File names contain a hash of the content, so browsers cache them forever; the page itself
 * is revalidated. Clients that accept brotli or gzip get the files compressed by the build.
 */
export function registerConsole(app: FastifyInstance, built = BUILT): { page: string | undefined } {
  if (!existsSync(path.join(built, 'index.html'))) return { page: undefined };
  app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: NO_ADDRESS,
    setHeaders(reply, file) {
      const forever = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return { page: 'index.html' };
}
