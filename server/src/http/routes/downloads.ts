import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Download, DownloadedFile } from '../../platform/download.ts';
import { invalidRequest } from '../app-error-of.ts';
import { trpcContext } from '../console-caller.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { sendRanges } from './ranges.ts';
import { permittedReach } from '../procedures.ts';
import { assertStorable } from '../storable.ts';

type Asked = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

/** Files to keep, under `/api/workspaces/{slug}`: a browser's link sends its session's cookie and nothing else. */
export function mountDownloads(app: FastifyInstance, downloads: readonly Download[], deps: ServerDependencies): void {
  app.register(
    async (scope) => {
      for (const download of downloads) {
        scope.get(download.path, (request: Asked, reply) => answer(download, deps, request, reply));
      }
    },
    { prefix: '/api/workspaces/:workspace' },
  );
}

async function answer(
  download: Download,
  deps: ServerDependencies,
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
  const ctx: Context = { db, workspace, actor, reach, now, requestId, ip };
  const release = await asked.admit?.({ workspace }, undefined);
  let file: DownloadedFile;
  try {
    file = await download.open(ctx, parsed.data);
  } finally {
    // What is made piece by piece takes its connections when it needs them, and no slot meanwhile.
    release?.();
  }
  const { name, type, inline, body } = file;
  reply.headers({
    'content-type': type,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${name}"`,
    'cache-control': 'no-store',
  });
  if ('read' in body) return sendRanges(request, reply, body);
  return reply.send(body instanceof Uint8Array ? body : Readable.from(body, { objectMode: false }));
}
