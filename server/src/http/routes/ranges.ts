import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, Ranges } from '../../core/download.ts';

/** Sends stored content, whole or the single range requested (RFC 9110, 14). */
export function sendRanges(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { bytes, read }: Ranges,
): FastifyReply {
  const range = rangeOf(request.headers.range, bytes);
  reply.header('accept-ranges', 'bytes');
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  const { start, end } = range ?? { start: 0, end: bytes };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes}`);
  reply.header('content-length', end - start);
  return reply.send(Readable.from(read({ start, end }), { objectMode: false }));
}

/** Returns undefined for the whole content, also if the header has several ranges or is invalid. */
function rangeOf(header: string | undefined, bytes: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const suffix = Number(last);
  if (first === '') return suffix === 0 ? 'outside' : { start: Math.max(bytes - suffix, 0), end: bytes };
  const start = Number(first);
  if (last !== '' && suffix < start) return undefined;
  return start >= bytes ? 'outside' : { start, end: last === '' ? bytes : Math.min(suffix + 1, bytes) };
}
