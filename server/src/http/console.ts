import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '../core/errors.ts';
import { WEB_DIST_FOLDER, API_REFERENCE_SUBFOLDER } from './openapi/api-reference-files.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Paths that don't belong to the console: with or without a trailing slash, in any case. */
const NO_PAGE = /^\/(api|scim|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$|%00/i;

/**
 * Answers requests that match no route: the console's page for a console path, 405 with `Allow` if only the method is
 * wrong, else 404. Runs before any other check and before the body is read (rules/api 3).
 */
export function registerUnmatchedRouteHook(app: FastifyInstance, page: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    const address = request.url.split('?', 1)[0] ?? '/';
    const allowed = METHODS.filter((method) => app.findRoute({ method, url: address }) !== null);
    if (allowed.length > 0) {
      throw new AppError('method_not_allowed', `Use ${allowed.join(' or ')} here, not ${request.method}.`, {
        headers: { allow: allowed.join(', ') },
      });
    }
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || NO_PAGE.test(address)) {
      throw new AppError('route_not_found', `There is nothing at ${address}. The API reference is at /api/docs.`);
    }
    if (page === undefined) {
      throw new AppError('route_not_found', 'The console is not built: start the server with npm start.');
    }
    return reply.header('cache-control', 'no-cache').sendFile(page);
  });
}

/** Files that aren't served at their own path: compressed copies, files with another address, and files with none. */
const NO_ADDRESS = ['**/*.br', '**/*.gz', `${API_REFERENCE_SUBFOLDER}/**`, '*.sha256'];

/**
 * Serves the built console. File names contain a hash of the content, so browsers cache them forever. The icon is
 * cached for a day, and the page itself is revalidated. Clients that accept brotli or gzip get the files compressed by
 * the build. ETags suffice to revalidate them.
 */
export function registerConsole(app: FastifyInstance, built = WEB_DIST_FOLDER): { page: string | undefined } {
  if (!existsSync(path.join(built, 'index.html'))) return { page: undefined };
  app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    index: false,
    lastModified: false,
    preCompressed: true,
    globIgnore: NO_ADDRESS,
    setHeaders(reply, file) {
      reply.header('cache-control', cachingOf(path.relative(built, file)));
    },
  });
  return { page: 'index.html' };
}

function cachingOf(file: string): string {
  if (file.startsWith(`assets${path.sep}`)) return 'public, max-age=31536000, immutable';
  return file.startsWith('icon.svg') ? 'public, max-age=86400' : 'no-cache';
}
