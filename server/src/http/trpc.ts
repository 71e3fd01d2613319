import { TRPCError } from '@trpc/server';
import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appRouter } from '../router.ts';
import { appErrorOf } from './app-error-of.ts';
import type { Bodies } from './bounds/bodies.ts';
import { ByteBudget } from './bounds/byte-budget.ts';
import { trpcContext } from './console-caller.ts';
import type { ServerDependencies } from './dependencies.ts';
import { rememberRequest } from './current-request.ts';
import type { RequestContext } from './procedures.ts';
import { callsOf, trpcBody, type Body } from './trpc-body.ts';

const LOCKED = 423;

/** Stands for a request that is refused before its calls are looked at, in whose place tRPC words the refusal. */
const REFUSED = { method: 'POST', headers: { 'content-type': 'application/json' } };

type Asked = FastifyRequest<{ Params: { path: string } }>;

type Parts = { deps: ServerDependencies; bodies: Bodies; waiting: ByteBudget };

/**
 * The router under `/api/trpc`: JSON, files as `application/octet-stream`, and subscriptions as server-sent events. tRPC
 * has a plugin for Fastify, which reads bodies of any length before anybody asks whose they are; its own resolver is
 * served here, once it is known who asks (rules/bounds 3).
 */
export function mountTrpc(app: FastifyInstance, deps: ServerDependencies, bodies: Bodies): void {
  const parts = { deps, bodies, waiting: new ByteBudget(deps.bounds.answers) };
  app.register(
    async (scope) => {
      rememberRequest(scope);
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.route({
        method: ['GET', 'POST'],
        url: '/:path',
        handler: (request: Asked, reply) => answer(parts, request, reply),
      });
    },
    { prefix: '/api/trpc' },
  );
}

async function answer(parts: Parts, request: Asked, reply: FastifyReply): Promise<FastifyReply> {
  const { deps, bodies } = parts;
  const { path } = request.params;
  const url = new URL(request.url, 'http://localhost');
  let ctx = request.method === 'GET' ? undefined : trpcContext(deps, request, reply, null);
  const resolve = (req: Request, error: TRPCError | null) =>
    resolveResponse({
      router: appRouter,
      req,
      // The resolver decodes it once more.
      path: encodeURIComponent(path),
      error,
      createContext: async ({ info }) => (ctx ??= trpcContext(deps, request, reply, info.connectionParams)),
      onError({ error: failed }) {
        const known = appErrorOf(failed);
        if (known.isFault) request.log.error({ err: failed }, known.message);
      },
      responseMeta({ errors }) {
        // One status for the whole batch: that something is locked must not hide behind what else was refused.
        const known = errors.map((each) => appErrorOf(each));
        const refusal = known.find(({ status }) => status === LOCKED) ?? known[0];
        const headers = { ...refusal?.headers, 'cache-control': 'no-store' };
        return { headers, ...(refusal && { status: refusal.status }) };
      },
    });
  /** Once for all calls. */
  const refuse = (cause: unknown) =>
    resolve(new Request('http://localhost/', REFUSED), new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }));

  const response = await trpcBody(bodies, request, callsOf(path, url.searchParams), ctx).then(
    (body) => resolve(asFetched(url, request, reply, body), null),
    refuse,
  );
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return reply.send(response);
  const bytes = Buffer.from(await response.arrayBuffer());
  try {
    if (bytes.length >= deps.bounds.answers.counted) await hold(parts, request, reply, ctx, bytes.length);
    return send(reply, response, bytes);
  } catch (error) {
    const refusal = await refuse(error);
    return send(reply, refusal, Buffer.from(await refusal.arrayBuffer()));
  }
}

/** The request as the resolver takes it. What would stream the answers of a batch is left out: a status comes first. */
function asFetched(url: URL, { method, headers }: Asked, reply: FastifyReply, body: Body): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const kept = new Headers();
  const lastEvent = headers['last-event-id'];
  if (typeof lastEvent === 'string') kept.set('last-event-id', lastEvent);
  const mediaType = body instanceof ReadableStream ? 'application/octet-stream' : 'application/json';
  if (method !== 'GET') kept.set('content-type', mediaType);
  return new Request(url, { method, headers: kept, signal: gone.signal, ...(body && { body, duplex: 'half' }) });
}

/**
 * Counts a long answer until it has been taken: whoever takes none cannot fill the memory with them. What has changed
 * something is answered even so.
 * @throws AppError 503 `busy`
 */
async function hold(
  { waiting }: Parts,
  { method }: Asked,
  reply: FastifyReply,
  ctx: RequestContext | undefined,
  bytes: number,
): Promise<void> {
  const caller = await ctx?.caller().catch(() => undefined);
  const owner = caller ? { workspaceId: caller.workspace.id } : 'nobody';
  const release = method === 'GET' ? waiting.take(owner, bytes) : waiting.takeAnyway(owner, bytes);
  if (reply.raw.destroyed) release();
  reply.raw.once('close', release);
}

/** As a whole, whose length is known. */
function send(reply: FastifyReply, response: Response, bytes: Buffer): FastifyReply {
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.code(response.status).send(bytes);
}
