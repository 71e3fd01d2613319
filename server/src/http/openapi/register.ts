import path from 'node:path';
import { readFile, stat } from 'node:fs/promises';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { ServerDependencies } from '../dependencies.ts';
import { encodingFor, etagOf, type Encoding } from '../rest/encodings.ts';
import { notModified } from '../rest/not-modified.ts';
import { referencePage } from './reference-page.ts';
import { operationsInOrder } from './tags.ts';
import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BUILT, REFERENCE } from '../console.ts';

const own = (name: string) => path.join(import.meta.dirname, name);
const ofSwaggerUi = (name: string) => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));

/** Assets of the reference page. All are served from here, so the page works without internet access. */
export const REFERENCE_FILES = {
  'swagger-ui.css': { file: ofSwaggerUi('swagger-ui.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { file: ofSwaggerUi('swagger-ui-bundle.js'), type: 'text/javascript; charset=utf-8' },
  'reference.css': { file: own('reference.css'), type: 'text/css; charset=utf-8' },
  'reference.js': { file: own('reference.js'), type: 'text/javascript; charset=utf-8' },
  'color-scheme.js': { file: own('color-scheme.js'), type: 'text/javascript; charset=utf-8' },
};

/** Serves the reference assets: the compressed files if there is a build, else the originals. */
export function serveReferenceFiles(app: FastifyInstance, built = BUILT): void {
  const compressed = path.join(built, REFERENCE);
  for (const [name, { file, type }] of Object.entries(REFERENCE_FILES)) {
    const address = `/api/docs/${name}`;
    if (existsSync(path.join(compressed, name))) {
      app.get(address, (_request, reply) => reply.sendFile(name, compressed));
      continue;
    }
    app.get(address, async (request, reply) => {
      const { size, mtimeMs } = await stat(file);
      const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
      reply.headers({ etag, 'cache-control': 'no-cache' });
      if (notModified(request, etag)) return reply.code(304).send();
      return reply.headers({ 'content-type': type, 'content-length': size }).send(createReadStream(file));
    });
  }
}

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
