import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { appRouter } from '../../router.ts';
import { appErrorOf } from '../app-error-of.ts';
import { clientAborted } from '../bounds/concurrency-limiter.ts';
import type { Bodies } from '../bounds/bodies.ts';
import type { ByteBudget } from '../bounds/byte-budget.ts';
import { trpcContext } from '../console-caller.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { rememberRequest } from '../current-request.ts';
import { sendProblem } from '../problem.ts';
import type { RequestContext } from '../procedures.ts';
import { asksWhoseFirst, callsNothing, trpcBody, type Body } from './trpc-body.ts';
import { callsOf, onceForAll, type Calls } from './trpc-calls.ts';
import { refuseCalls } from './trpc-error.ts';

const PREFIX = '/api/trpc';
const LOCKED = 423;

/** Made once: each has a stack. */
const NO_SUCH_PROCEDURE = new AppError('route_not_found', 'There is no such procedure.');

type Asked = FastifyRequest<{ Params: { path: string } }>;

type Parts = { deps: ServerDependencies; bodies: Bodies; answers: ByteBudget };

/**
 * The router under `/api/trpc`: JSON, files as `application/octet-stream`, and subscriptions as server-sent events.
 * tRPC has a plugin for Fastify, which reads bodies of any length before anybody asks whose they are; its own resolver
 * is served here, once it is known who asks (rules/bounds 3).
 */
export function mountTrpc(app: FastifyInstance, parts: Parts): void {
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
    { prefix: PREFIX },
  );
}

/** Refuses what nothing has looked at yet, in the words of the surface that it asked. */
export function refuseEarly(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (!request.routeOptions.url?.startsWith(PREFIX)) return sendProblem(reply, error);
  const { params } = request;
  const path = params instanceof Object && 'path' in params ? String(params.path) : '';
  return refuseCalls(reply, onceForAll(path), error);
}

async function answer(parts: Parts, request: Asked, reply: FastifyReply): Promise<FastifyReply> {
  const { deps, bodies } = parts;
  const { path } = request.params;
  const url = new URL(request.url, 'http://localhost');
  let ctx = request.method === 'GET' ? undefined : trpcContext(deps, request, reply, null);
  const refuse = (calls: Calls, error: unknown) => {
    const known = appErrorOf(error);
    if (known.isFault) request.log.error({ err: error }, known.message);
    request.noteRefusal(known);
    return refuseCalls(reply, calls, known);
  };
  const calls = callsOf(path, url.searchParams);
  if (callsNothing(calls)) return refuse(calls, NO_SUCH_PROCEDURE);
  if (asksWhoseFirst(calls, { method: request.method, query: url.searchParams })) {
    ctx ??= trpcContext(deps, request, reply, null);
    try {
      await ctx.caller();
    } catch (error) {
      return refuse(calls, error);
    }
  }
  const resolve = (req: Request) =>
    resolveResponse({
      router: appRouter,
      req,
      // The resolver decodes it once more.
      path: encodeURIComponent(path),
      error: null,
      createContext: async ({ info }) => (ctx ??= trpcContext(deps, request, reply, info.connectionParams)),
      onError({ error: failed }) {
        const known = appErrorOf(failed);
        if (known.isFault) request.log.error({ err: failed }, known.message);
      },
      responseMeta({ errors }) {
        // One status for the whole batch: that something is locked must not hide behind what else was refused.
        const known = errors.map((each) => appErrorOf(each));
        const refusal = known.find(({ status }) => status === LOCKED) ?? known[0];
        if (refusal) request.noteRefusal(refusal);
        const headers = { ...refusal?.headers, 'cache-control': 'no-store' };
        return { headers, ...(refusal && { status: refusal.status }) };
      },
    });
  let body: Body;
  try {
    body = await trpcBody(bodies, request, calls, ctx);
  } catch (error) {
    return refuse(onceForAll(path), error);
  }
  const response = await resolve(asFetched(url, request, reply, body));
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return reply.send(response);
  const bytes = Buffer.from(await response.arrayBuffer());
  try {
    if (bytes.length >= deps.bounds.answers.counted) await hold(parts, request, reply, ctx, bytes.length);
  } catch (error) {
    return refuse(onceForAll(path), error);
  }
  return send(reply, response, bytes);
}

/** The request as the resolver takes it. What would stream the answers of a batch is left out: a status comes first. */
function asFetched(url: URL, { method, headers }: Asked, reply: FastifyReply, body: Body): Request {
  const kept = new Headers();
  const lastEvent = headers['last-event-id'];
  if (typeof lastEvent === 'string') kept.set('last-event-id', lastEvent);
  const mediaType = body instanceof ReadableStream ? 'application/octet-stream' : 'application/json';
  if (method !== 'GET') kept.set('content-type', mediaType);
  return new Request(url, {
    method,
    headers: kept,
    signal: clientAborted(reply),
    ...(body && { body, duplex: 'half' }),
  });
}

/**
 * Counts a long answer until it has been taken: whoever takes none cannot fill the memory with them. What has changed
 * something is answered even so.
 * @throws AppError 503 `busy`
 */
async function hold(
  { answers }: Parts,
  { method }: Asked,
  reply: FastifyReply,
  ctx: RequestContext | undefined,
  bytes: number,
): Promise<void> {
  const caller = await ctx?.caller().catch(() => undefined);
  const owner = caller ? { workspaceId: caller.workspace.id } : 'nobody';
  const release = method === 'GET' ? answers.take(owner, bytes) : answers.takeAnyway(owner, bytes);
  if (reply.raw.destroyed) release();
  reply.raw.once('close', release);
}

/** As a whole, whose length is known. */
function send(reply: FastifyReply, response: Response, bytes: Buffer): FastifyReply {
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.code(response.status).send(bytes);
}
