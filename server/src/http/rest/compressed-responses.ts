import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import type { FastifyRequest } from 'fastify';

/** Content encodings of answers. */
export type ContentEncoding = 'br' | 'gzip';

/** Returns the smallest encoding that the client accepts. `q=0` means not accepted. */
export function acceptedEncodingOf({ headers }: FastifyRequest): ContentEncoding | undefined {
  const taken = (headers['accept-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.split(';')[0]);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : undefined;
}

/** Returns the strong ETag of a version in an encoding: other bytes, another ETag. */
export const etagOfEncodedVersion = (version: string, encoding: ContentEncoding | undefined): string =>
  encoding === undefined ? `"${version}"` : `"${version}-${encoding}"`;

/** Bytes below which the headers weigh as much as what compression saves. */
const LONG = 1024;

/** Quality for answers that are made for one request: higher ones take several times as long for a few percent less. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const GZIP = { level: 5 };

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Leaves two of Node's four threads to files, names and signatures. */
const inTurn = pLimit(2);

/** Compressed versions of answers that a cache keeps, for as long as it keeps them. */
const made = new WeakMap<Buffer, Map<ContentEncoding, Promise<Buffer>>>();

export const isWorthCompressing = (body: string | Buffer): boolean => body.length > LONG;

/** Compresses an answer on another thread. A `Buffer` is compressed once in each encoding, because a cache keeps it. */
export function compressResponseBody(body: string | Buffer, encoding: ContentEncoding): Promise<Buffer> {
  const start = () => inTurn(() => (encoding === 'br' ? brotli(body, BROTLI) : zip(body, GZIP)));
  if (typeof body === 'string') return start();
  const versions = made.get(body) ?? new Map<ContentEncoding, Promise<Buffer>>();
  made.set(body, versions);
  const known = versions.get(encoding);
  if (known) return known;
  const started = start().catch((error: unknown) => {
    versions.delete(encoding);
    throw error;
  });
  versions.set(encoding, started);
  return started;
}

/** Compresses an answer while it is sent. An error or the end of one stream ends the other. */
export function compressResponseStream(body: Readable, encoding: ContentEncoding): Readable {
  const compressed = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  return pipeline(body, compressed, () => {});
}

const strong = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Returns true if the client already has `etag`. `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
export function isNotModified(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => strong(candidate) === strong(etag));
}
