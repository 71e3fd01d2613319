import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { SigningContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Download, DownloadedFile } from '../../platform/download.ts';
import { invalidRequest } from '../app-error-of.ts';
import { trpcContext } from '../console-caller.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { clientAborted } from '../bounds/concurrency-limiter.ts';
import type { ByteBudget } from '../bounds/byte-budget.ts';
import { RequestSlot } from '../bounds/request-slot.ts';
import { sendRanges } from './ranges.ts';
import { permittedReach } from '../procedures.ts';
import { assertStorable } from '../valid-text.ts';

/** How much of a file that is made piece by piece is in memory at most, in bytes. */
const PIECE = 1024 * 1024;

type Parts = { deps: ServerDependencies; answers: ByteBudget };

type Asked = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

/** Files to keep, under `/api/workspaces/{slug}`: a browser's link sends its session's cookie and nothing else. */
export function mountDownloads(app: FastifyInstance, downloads: readonly Download[], parts: Parts): void {
  app.register(
    async (scope) => {
      for (const download of downloads) {
        scope.route({
          method: 'GET',
          url: download.path,
          // It would make the whole file, for nobody.
          exposeHeadRoute: false,
          handler: (request: Asked, reply) => answer(download, parts, request, reply),
        });
      }
    },
    { prefix: '/api/workspaces/:workspace' },
  );
}

async function answer(
  download: Download,
  { deps, answers }: Parts,
  request: Asked,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // What the router makes has no prototype, and would pass for no object of a caller’s.
  assertStorable({ ...request.params });
  const { workspace: slug = '', ...named } = request.params;
  // The address says whose it is, whatever a header says.
  request.headers[WORKSPACE_HEADER] = slug;
  const asked = trpcContext(deps, request, reply, null);
  const { workspace, actor } = await asked.caller();
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people can download files. Sign in to the console.');
  const reach = permittedReach(actor, download.permission);
  const { db, now, requestId, ip } = asked;
  const input = { ...request.query, ...named };
  assertStorable(input);
  const parsed = download.input.safeParse(input);
  if (!parsed.success) throw invalidRequest(parsed.error);
  // Between its pieces, while somebody takes them, a file has no slot.
  const turn = new RequestSlot(async () => deps.admission.workspace(workspace.id, () => clientAborted(reply)));
  const outside = <T>(work: () => Promise<T>) => turn.outside(work);
  const ctx: SigningContext = { db, workspace, actor, reach, now, requestId, ip, outside, ai: deps.ai };
  await turn.take();
  const { name, type, inline, body } = await download.open(ctx, parsed.data).finally(() => turn.giveBack());
  try {
    const release = answers.take({ workspaceId: workspace.id }, heldOf(body));
    if (reply.raw.destroyed) release();
    reply.raw.once('close', release);
  } catch (error) {
    if (Symbol.asyncIterator in body) await body[Symbol.asyncIterator]().return?.();
    throw error;
  }
  reply.headers({
    'content-type': type,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${name}"`,
    'cache-control': 'no-store',
  });
  if (body instanceof Uint8Array) return reply.send(body);
  if ('read' in body) {
    return sendRanges(request, reply, { ...body, read: (range) => turn.pieces(body.read(range)) });
  }
  return reply.send(Readable.from(turn.pieces(body), { objectMode: false }));
}

/** How much of it is in memory while it is taken, in bytes. */
function heldOf(body: DownloadedFile['body']): number {
  if (body instanceof Uint8Array) return body.length;
  return 'read' in body ? Math.min(body.bytes, PIECE) : PIECE;
}
