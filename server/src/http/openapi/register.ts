import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { ServerDependencies } from '../dependencies.ts';
import { CompressedOnce } from './compressed-once.ts';
import { referencePage } from './reference/page.ts';
import { serveReferenceFiles } from './reference/serve-files.ts';
import { operationsInOrder } from './tags.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../openapi.json');

/** Registers `/api/v1/openapi.json` and `/api/docs`, which need no authentication (rules/api 2). */
export function registerReference(app: FastifyInstance, router: AnyRouter, { auth, config }: ServerDependencies): void {
  const document = new CompressedOnce('application/json; charset=utf-8');
  app.get('/api/v1/openapi.json', async (request, reply) => document.send(request, reply, await readFile(DOCUMENT)));

  const reference = new CompressedOnce('text/html; charset=utf-8');
  app.get('/api/docs', async (request, reply) => {
    const { rateLimits } = config;
    const page = referencePage({ origin: auth.origins()[0], operations: operationsInOrder(router), rateLimits });
    return reference.send(request, reply, Buffer.from(page));
  });

  serveReferenceFiles(app);
}
