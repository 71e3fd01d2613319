import type { AnyRouter } from '@trpc/server';
import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { appErrorOf, sendProblem } from '../problem.ts';
import { SCIM_PREFIX } from '../routes/scim-prefix.ts';
import { scimErrorOf, sendScimError } from '../routes/scim-errors.ts';
import { clientDisconnectSignalOf } from '../limits/admission.ts';
import type { RequestBodyReader } from '../bodies/request-body-reader.ts';
import type { ByteBudget } from '../bodies/byte-budget.ts';
import { createTrpcContext } from '../trpc-context.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { registerRequestIdHook } from '../current-request.ts';
import { compressResponseBody, acceptedEncodingOf, isWorthCompressing } from '../rest/compressed-responses.ts';
import type { RequestContext } from '../procedures.ts';
import {
  isEveryCallMembershipCheckedFirst,
  hasOnlyUnknownProcedures,
  readTrpcBody,
  type RawTrpcBody,
} from './trpc-body.ts';
import { parseTrpcCalls, trpcCallsOfRefusedRequest, type TrpcCalls } from './trpc-calls.ts';
import { refuseTrpcCalls } from './trpc-error.ts';

export const TRPC_PREFIX = '/api/trpc';
const LOCKED = 423;

/** Created once: each error captures a stack trace. */
const NO_SUCH_PROCEDURE = new AppError('route_not_found', 'There is no such procedure.');

type Asked = FastifyRequest<{ Params: { path: string } }>;

type Parts = { router: AnyRouter; deps: ServerDependencies; bodies: RequestBodyReader; answers: ByteBudget };

/**
 * Mounts the router under `/api/trpc`: JSON, files as `application/octet-stream`, and subscriptions as server-sent
 * events. tRPC's Fastify plugin would read bodies of any length before the caller is known. Here its resolver runs
 * after the caller is authenticated (rules/bounds 3).
 */
export function mountTrpc(app: FastifyInstance, parts: Parts): void {
  app.register(
    async (scope) => {
      registerRequestIdHook(scope);
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.route({
        method: ['GET', 'POST'],
        url: '/:path',
        handler: (request: Asked, reply) => answer(parts, request, reply),
      });
    },
    { prefix: TRPC_PREFIX },
  );
}

/** Refuses a request that no handler has processed yet, in the error format of the API it called. */
export function refuseUnprocessedRequest(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { url } = request.routeOptions;
  if (url?.startsWith(SCIM_PREFIX)) return sendScimError(reply, scimErrorOf(error));
  if (!url?.startsWith(TRPC_PREFIX)) return sendProblem(reply, error);
  const { params } = request;
  const path = params instanceof Object && 'path' in params ? String(params.path) : '';
  return refuseTrpcCalls(reply, trpcCallsOfRefusedRequest(path), error);
}

async function answer(parts: Parts, request: Asked, reply: FastifyReply): Promise<FastifyReply> {
  const { router, deps, bodies } = parts;
  const { path } = request.params;
  const url = new URL(request.url, 'http://localhost');
  let ctx = request.method === 'GET' ? undefined : createTrpcContext(deps, request, reply, null);
  const refuse = (calls: TrpcCalls, error: unknown) => {
    const known = appErrorOf(error);
    if (known.isFault) request.log.error({ err: error }, known.message);
    request.noteRefusal(known);
    return refuseTrpcCalls(reply, calls, known);
  };
  const calls = parseTrpcCalls(path, url.searchParams);
  if (hasOnlyUnknownProcedures(router, calls)) return refuse(calls, NO_SUCH_PROCEDURE);
  if (isEveryCallMembershipCheckedFirst(router, calls, { method: request.method, query: url.searchParams })) {
    ctx ??= createTrpcContext(deps, request, reply, null);
    try {
      await ctx.caller();
    } catch (error) {
      return refuse(calls, error);
    }
  }
  const resolve = (req: Request) =>
    resolveResponse({
      router,
      req,
      // The resolver decodes the path once more.
      path: encodeURIComponent(path),
      error: null,
      createContext: async ({ info }) => (ctx ??= createTrpcContext(deps, request, reply, info.connectionParams)),
      onError({ error: failed }) {
        const known = appErrorOf(failed);
        if (known.isFault) request.log.error({ err: failed }, known.message);
      },
      responseMeta({ errors }) {
        // A batch has a single status. 423 wins, so that other errors don't hide that an object is locked.
        const known = errors.map((each) => appErrorOf(each));
        const refusal = known.find(({ status }) => status === LOCKED) ?? known[0];
        if (refusal) request.noteRefusal(refusal);
        const headers = { ...refusal?.headers, 'cache-control': 'no-store' };
        return { headers, ...(refusal && { status: refusal.status }) };
      },
    });
  let body: RawTrpcBody;
  try {
    body = await readTrpcBody(router, bodies, request, calls, ctx);
  } catch (error) {
    return refuse(trpcCallsOfRefusedRequest(path), error);
  }
  const response = await resolve(asFetched(url, request, reply, body));
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return reply.send(response);
  const bytes = Buffer.from(await response.arrayBuffer());
  try {
    if (bytes.length >= deps.bounds.answers.counted) await reserveBytes(parts, request, reply, ctx, bytes.length);
  } catch (error) {
    return refuse(trpcCallsOfRefusedRequest(path), error);
  }
  return send(request, reply, response, bytes);
}

/**
 * Builds the request for the resolver. Omits the headers that would stream the responses of a batch, because the status
 * must come first.
 */
function asFetched(url: URL, { method, headers }: Asked, reply: FastifyReply, body: RawTrpcBody): Request {
  const kept = new Headers();
  const lastEvent = headers['last-event-id'];
  if (typeof lastEvent === 'string') kept.set('last-event-id', lastEvent);
  const mediaType = body instanceof ReadableStream ? 'application/octet-stream' : 'application/json';
  if (method !== 'GET') kept.set('content-type', mediaType);
  return new Request(url, {
    method,
    headers: kept,
    signal: clientDisconnectSignalOf(reply),
    ...(body && { body, duplex: 'half' }),
  });
}

/**
 * Counts a long response in the memory budget until the client has read it, so that clients that don't read can't fill
 * the memory. Responses to changes are always sent, even above the budget.
 * @throws AppError 503 `busy`
 */
async function reserveBytes(
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

/** Sends the response as a whole, with a known length. */
async function send(request: Asked, reply: FastifyReply, response: Response, bytes: Buffer): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.code(response.status);
  const encoding = mayCompress(request) && isWorthCompressing(bytes) ? acceptedEncodingOf(request) : undefined;
  if (encoding === undefined) return reply.send(bytes);
  return reply.header('content-encoding', encoding).send(await compressResponseBody(bytes, encoding));
}

/**
 * Returns true for reads that the browser says the console itself makes. The length of a compressed answer tells a
 * listener what it contains, if a page of an attacker can make the request with words of its own (rules/api 16).
 */
const mayCompress = ({ method, headers }: Asked): boolean =>
  method === 'GET' && headers['sec-fetch-site'] === 'same-origin';
