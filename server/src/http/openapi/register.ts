import path from 'node:path';
import { readFile } from 'node:fs/promises';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { ServerDependencies } from '../dependencies.ts';
import { encodingFor, etagOf, type Encoding, notModified } from '../rest/compressed-answers.ts';
import { referencePage } from './reference-page.ts';
import { operationsInOrder } from './tags.ts';
import { serveReferenceFiles } from './reference-files.ts';

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

const ENCODINGS = { br: promisify(brotliCompress), gzip: promisify(gzip) } satisfies Record<Encoding, unknown>;

/**
 * Serves a text that is the same for all clients. Compresses it on the first request instead of for each response. Each
 * encoding has its own ETag, like the files compressed by the build.
 */
class CompressedOnce {
  readonly #type: string;
  /** Compressed versions of the current text. The text changes only if the file on disk is replaced. */
  #made: { hash: string; encoded: Map<Encoding, Promise<Buffer>> } = { hash: '', encoded: new Map() };

  constructor(type: string) {
    this.#type = type;
  }

  async send(request: FastifyRequest, reply: FastifyReply, text: Buffer): Promise<FastifyReply> {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const encoding = encodingFor(request);
    const etag = etagOf(hash, encoding);
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (notModified(request, etag)) return reply.code(304).send();
    reply.header('content-type', this.#type);
    if (encoding === undefined) return reply.send(text);
    return reply.header('content-encoding', encoding).send(await this.#encoded(hash, encoding, text));
  }

  #encoded(hash: string, encoding: Encoding, text: Buffer): Promise<Buffer> {
    if (this.#made.hash !== hash) this.#made = { hash, encoded: new Map() };
    const { encoded } = this.#made;
    const known = encoded.get(encoding) ?? ENCODINGS[encoding](text);
    encoded.set(encoding, known);
    return known;
  }
}
