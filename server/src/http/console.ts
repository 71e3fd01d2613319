import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const DIST = path.resolve(import.meta.dirname, '../../../web/dist');

/**
 * The built console. Its files are named by their content, so a browser keeps them; the page itself it asks for anew.
 */
export function registerConsole(app: FastifyInstance): { page: string | undefined } {
  if (!existsSync(path.join(DIST, 'index.html'))) return { page: undefined };
  app.register(fastifyStatic, {
    root: DIST,
    wildcard: false,
    index: false,
    setHeaders(reply, file) {
      const forever = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return { page: 'index.html' };
}
