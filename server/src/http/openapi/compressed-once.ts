import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notModified } from '../rest/conditional.ts';

const ENCODINGS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof ENCODINGS;

/**
 * Answers with a text that is the same for everybody, and compresses it when it is first asked for, not with each
 * answer. Each encoding has an ETag of its own, as a file that the build has compressed.
 */
export class CompressedOnce {
  readonly #type: string;
  /** Of the newest text: a server has one, until what it serves is replaced on the disk. */
  #made: { hash: string; encoded: Map<Encoding, Promise<Buffer>> } = { hash: '', encoded: new Map() };

  constructor(type: string) {
    this.#type = type;
  }

  async send(request: FastifyRequest, reply: FastifyReply, text: Buffer): Promise<FastifyReply> {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const encoding = encodingFor(request);
    const etag = encoding === undefined ? `"${hash}"` : `"${hash}-${encoding}"`;
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

/** The smaller of those that the reader takes; one that it names with `q=0` it does not. */
function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const taken = (headers['accept-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.split(';')[0]);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : undefined;
}
