import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notModified } from '../rest/conditional.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { referencePage } from './reference/page.ts';
import { operationsInOrder } from './tags.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../openapi.json');
const own = (name: string) => path.join(import.meta.dirname, 'reference', name);
const ofSwaggerUi = (name: string) => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));

/** What the reference page loads, all from here: it works without the internet. */
const ASSETS = {
  'swagger-ui.css': { file: ofSwaggerUi('swagger-ui.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { file: ofSwaggerUi('swagger-ui-bundle.js'), type: 'text/javascript; charset=utf-8' },
  'reference.css': { file: own('reference.css'), type: 'text/css; charset=utf-8' },
  'reference.js': { file: own('reference.js'), type: 'text/javascript; charset=utf-8' },
  'color-scheme.js': { file: own('color-scheme.js'), type: 'text/javascript; charset=utf-8' },
};

/** `/api/v1/openapi.json` and `/api/docs`, open to everybody (rules/api 2). */
export function registerReference(app: FastifyInstance, { auth, config }: ServerDependencies): void {
  app.get('/api/v1/openapi.json', async (request, reply) => {
    const body = await readFile(DOCUMENT);
    return sendUnlessKnown(request, reply, 'application/json; charset=utf-8', body);
  });

  app.get('/api/docs', async (request, reply) => {
    const { rateLimits } = config;
    const page = referencePage({ origin: auth.origins()[0], operations: operationsInOrder(), rateLimits });
    return sendUnlessKnown(request, reply, 'text/html; charset=utf-8', Buffer.from(page));
  });

  for (const [name, { file, type }] of Object.entries(ASSETS)) {
    app.get(`/api/docs/${name}`, async (request, reply) => {
      const { size, mtimeMs } = await stat(file);
      const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
      reply.headers({ etag, 'cache-control': 'no-cache' });
      if (notModified(request, etag)) return reply.code(304).send();
      return reply.headers({ 'content-type': type, 'content-length': size }).send(createReadStream(file));
    });
  }
}

function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, type: string, body: Buffer): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag, 'cache-control': 'no-cache' });
  if (notModified(request, etag)) return reply.code(304).send();
  return reply.header('content-type', type).send(body);
}
