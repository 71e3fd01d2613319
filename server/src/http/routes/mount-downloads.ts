import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { AppError, invalidRequestError } from '../../core/errors.ts';
import type { DownloadRoute, DownloadableFile, ByteRange, RangeReader } from '../../core/download.ts';
import { appErrorOf } from '../problem.ts';
import type { RequestContext } from '../procedures.ts';
import { createTrpcContext } from '../trpc-context.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { clientDisconnectSignalOf } from '../limits/admission.ts';
import type { ByteBudget } from '../bodies/byte-budget.ts';
import { FairSemaphore, QueueRefusedError } from '../../platform/concurrency/fair-semaphore.ts';
import { StorageUnavailableError } from '../../platform/storage/object-storage.ts';
import { RequestSlot } from '../request-slot.ts';
import { requirePermittedReach } from '../../core/permitted-reach.ts';
import { assertStorableStrings } from '../assert-storable-strings.ts';

/** Maximum bytes in memory of a file that is produced in pieces. */
const PIECE = 1024 * 1024;

type Parts = { deps: ServerDependencies; answers: ByteBudget };

type Asked = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

/**
 * Serves file downloads under the prefix and a workspace's slug. A browser's link sends only the session cookie, no
 * headers.
 */
export function mountDownloads(
  app: FastifyInstance,
  downloads: readonly DownloadRoute[],
  parts: Parts,
  prefix = '/api/workspaces',
): void {
  app.register(
    async (scope) => {
      for (const download of downloads) {
        scope.route({
          method: 'GET',
          url: download.path,
          // HEAD would produce the whole file and discard it.
          exposeHeadRoute: false,
          handler: (request: Asked, reply) => answer(download, parts, request, reply),
        });
      }
    },
    { prefix: `${prefix}/:workspace` },
  );
}

async function answer(
  download: DownloadRoute,
  { deps, answers }: Parts,
  request: Asked,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The router's params have no prototype, and `assertStorableStrings` wouldn't check them as an object.
  assertStorableStrings({ ...request.params });
  const { workspace: slug = '', ...named } = request.params;
  // The path names the workspace; it overrides the header.
  request.headers[WORKSPACE_HEADER] = slug;
  const asked = createTrpcContext(deps, request, reply, null);
  const { workspace, actor } = await asked.caller();
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people can download files. Sign in to the console.');
  const reach = requirePermittedReach(actor, download.permission);
  if (!download.isPlayed && (await asked.identity()).deviceId !== null) {
    throw new AppError('forbidden', 'Files stay on this shared device. Sign in on a device of your own.');
  }
  const { db, now, requestId, ip } = asked;
  const input = { ...request.query, ...named };
  assertStorableStrings(input);
  const parsed = download.input.safeParse(input);
  if (!parsed.success) throw invalidRequestError(parsed.error);
  // Between its pieces, while somebody takes them, a file has no slot.
  const slot = new RequestSlot(async () =>
    deps.admission.workspace(workspace.id, () => clientDisconnectSignalOf(reply)),
  );
  const outside = <T>(work: () => Promise<T>) => slot.outside(work);
  const { ai } = deps.services;
  const storage = slot.storage(deps.services.storage);
  const ctx = { db, workspace, actor, reach, now, requestId, ip, outside, ai, storage };
  await slot.take();
  const file = await download.open(ctx, parsed.data).finally(() => slot.giveBack());
  const mayStillRead = () => isSameCaller(createTrpcContext(deps, request, reply, null), { workspace, actor });
  return sendFile(request, reply, file, { answers, workspaceId: workspace.id, slot, mayStillRead });
}

type Sending = {
  answers: ByteBudget;
  workspaceId: string;
  /** Taken for each piece, and given back in between. */
  slot: RequestSlot;
  mayStillRead: () => Promise<boolean>;
};

/** Sends a file, as a whole or in pieces as it is produced. @throws AppError `busy` */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, inline, tag, body: found }: DownloadableFile,
  { answers, workspaceId, slot, mayStillRead }: Sending,
): Promise<FastifyReply> {
  if (tag !== undefined) reply.headers(unchanging(tag));
  if (tag !== undefined && request.headers['if-none-match'] === `"${tag}"`) return reply.code(304).send();
  const isStored = 'read' in found;
  const range = isStored ? rangeOf(request.headers.range, found.bytes) : undefined;
  if (isStored && range === 'outside') return reply.code(416).header('content-range', `bytes */${found.bytes}`).send();
  const ofRange = range === 'outside' ? undefined : range;
  const body = isStored ? await begun(workspaceId, readRange(found, ofRange, mayStillRead)) : found;
  // A stream that nobody has begun to read doesn't end what it reads from.
  const end = async () => {
    if (Symbol.asyncIterator in body) await body[Symbol.asyncIterator]().return?.();
  };
  let release: () => void;
  try {
    release = answers.take({ workspaceId }, heldOf(found));
  } catch (error) {
    await end();
    throw error;
  }
  const left = () => {
    release();
    end().catch((error: unknown) => request.log.error(error));
  };
  if (reply.raw.destroyed) {
    left();
    return reply;
  }
  reply.raw.once('close', left);
  reply.headers({
    'content-type': type,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${name}"`,
    ...(tag === undefined && { 'cache-control': 'no-store' }),
  });
  if (body instanceof Uint8Array) return reply.send(body);
  if (isStored) rangeHeaders(reply, found.bytes, ofRange);
  const pieces = isStored ? body : whilePermitted(slot.pieces(body), mayStillRead);
  return reply.send(Readable.from(pieces, { objectMode: false }));
}

/**
 * First pieces of stored files that are read at a time. Memory is reserved once they are there, so that a storage that
 * doesn't answer keeps no memory from others.
 */
const reading = new FairSemaphore({ slots: 32, share: 16, patience: 30_000 });

/** Reads the first piece. @throws StorageUnavailableError */
async function begun(workspaceId: string, pieces: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const first = await reading
    .run(workspaceId, () => pieces.next())
    .catch((error: unknown) => {
      throw error instanceof QueueRefusedError ? new StorageUnavailableError('The storage is too slow') : error;
    });
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  })();
}

/** Headers of bytes that never change and come from outside: opened as a page, they do nothing. */
const unchanging = (tag: string) => ({
  'cache-control': 'private, max-age=31536000, immutable',
  etag: `"${tag}"`,
  'content-security-policy': "default-src 'none'; sandbox",
});

/**
 * Returns false if the session has ended, or its person is deactivated or has another role or department by now
 * (rules/users 12). Unknown while the server is busy: the next piece asks again.
 */
async function isSameCaller(
  asked: Pick<RequestContext, 'caller'>,
  before: Pick<Context, 'workspace' | 'actor'>,
): Promise<boolean> {
  try {
    const { workspace, actor } = await asked.caller();
    return isDeepStrictEqual([workspace.id, actor], [before.workspace.id, before.actor]);
  } catch (error) {
    return appErrorOf(error).status >= 500;
  }
}

/** Passes on pieces as long as their reader may have them: a file can take minutes to read. */
async function* whilePermitted(pieces: AsyncIterable<Uint8Array>, mayStillRead: () => Promise<boolean>) {
  for await (const piece of pieces) {
    if (!(await mayStillRead())) throw new AppError('forbidden', 'You may no longer read this file.');
    yield piece;
  }
}

/** Bytes of the file in memory while the client reads it. */
function heldOf(body: DownloadableFile['body']): number {
  if (body instanceof Uint8Array) return body.length;
  return 'read' in body ? Math.min(body.bytes, PIECE) : PIECE;
}

/** Reads stored content, whole or a range of it. */
function readRange({ bytes, read }: RangeReader, range: ByteRange | undefined, mayStillRead: () => Promise<boolean>) {
  const { start, end } = range ?? { start: 0, end: bytes };
  return asLongAs(end - start, whilePermitted(read({ start, end }), mayStillRead));
}

/** Says what is sent of stored content (RFC 9110, 14). */
function rangeHeaders(reply: FastifyReply, bytes: number, range: ByteRange | undefined): void {
  const { start, end } = range ?? { start: 0, end: bytes };
  reply.header('accept-ranges', 'bytes').header('content-length', end - start);
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes}`);
}

/** Passes on pieces of so many bytes in all. Fewer end the connection: the client would wait for the rest. */
async function* asLongAs(length: number, pieces: AsyncIterable<Uint8Array>) {
  let left = length;
  for await (const piece of pieces) {
    left -= piece.length;
    yield piece;
  }
  if (left > 0) throw new AppError('file_not_found', 'The file was deleted meanwhile, or the storage has lost it.');
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
