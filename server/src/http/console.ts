import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { BUILT, REFERENCE } from './built.ts';

/** What is sent in place of a file that is here too, and what has another address or none. */
const NO_ADDRESS = ['**/*.br', '**/*.gz', `${REFERENCE}/**`, '*.sha256'];

/**
 * The built console. Its files are named by their content, so a browser keeps them; the page itself it asks for anew.
 * Whoever takes brotli or gzip gets what the build has compressed.
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
