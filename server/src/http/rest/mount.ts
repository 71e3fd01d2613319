import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokenCaller } from '../../auth/tokens/find-token.ts';
import { FileResponse } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { requirePermittedReach } from '../../core/permitted-reach.ts';
import { PreparedJson, StreamedJson } from '../../platform/prepared-json.ts';
import { type RequestBodyReader, FILE_CONTENT_TYPE_PATTERN, hasBody } from '../bodies/request-body-reader.ts';
import type { ByteBudget } from '../bodies/byte-budget.ts';
import { parseJsonBody } from '../bodies/read-body.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { clientDisconnectSignalOf } from '../limits/admission.ts';
import { appErrorOf, PROBLEM_MEDIA_TYPE, problemBodyOf } from '../problem.ts';
import type { RequestContext } from '../procedures.ts';
import { RequestSlot } from '../request-slot.ts';
import { sendFile } from '../routes/mount-downloads.ts';
import { acquireTokenSlot, authenticateToken } from '../authenticate-token.ts';
import {
  compressResponseBody,
  compressResponseStream,
  acceptedEncodingOf,
  etagOfEncodedVersion,
  isWorthCompressing,
  isNotModified,
} from './compressed-responses.ts';
import {
  idempotencyKeyOf,
  type IdempotentWorkContext,
  type ReplayableResponse,
  runIdempotently,
} from './idempotency.ts';
import { type RestOperation, restOperationsOf } from './operations.ts';
import { restInputOf, parseQuery } from './parse.ts';
import { streamWithBoundedBackpressure } from './bounded-backpressure.ts';

const LONGEST_BODY = 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Milliseconds a streamed response waits for its client in total. It uses a database connection while it waits. */
const PATIENCE = 5_000;

type Parts = { deps: ServerDependencies; bodies: RequestBodyReader; answers: ByteBudget };

declare module 'fastify' {
  interface FastifyRequest {
    tokenCaller: TokenCaller | null;
  }
}

/**
 * Serves the procedures declared with `createRestOperationMeta(…)` under `/api/v1`, through the router's own caller.
 * `trpc-to-openapi` has a request handler, too; decision 001 says why it isn't used. The checks run in this order
 * (rules/api 3): 401, 403 scope, 429, then the body is read: 413, 415, 400, and the procedure's own errors.
 */
export function mountRest(app: FastifyInstance, router: AnyRouter, parts: Parts): void {
  const { deps, bodies } = parts;
  const ruleOf = ({ mostBytes = LONGEST_BODY, upload }: RestOperation) => {
    if (upload) return bodies.fileRule(upload.most);
    const words = `The body may have at most ${mostBytes / LONGEST_BODY} MiB.`;
    return bodies.rule(mostBytes, () => new AppError('body_too_large', words));
  };
  app.register(
    async (api) => {
      api.decorateRequest('tokenCaller', null);
      // Bodies are read below, after the caller is authenticated.
      api.removeAllContentTypeParsers();
      for (const type of [/^application\/json *(; *charset="?utf-?8"? *)?$/i, FILE_CONTENT_TYPE_PATTERN]) {
        api.addContentTypeParser(type, (_request, _payload, done) => done(null));
      }
      for (const operation of restOperationsOf(router)) {
        const rule = ruleOf(operation);
        api.route({
          method: operation.method,
          url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
          // HEAD would produce the whole file and discard it.
          exposeHeadRoute: operation.file === undefined,
          onRequest: async (request, reply) => {
            const now = new Date();
            const caller = await authenticateToken(deps, request);
            request.tokenCaller = caller;
            requirePermittedReach(caller.actor, operation.permission);
            await deps.rateLimits.take(caller, operation.kind, now, reply);
          },
          // Records the call here because the status is known now.
          onResponse: async ({ tokenCaller, ip }, { statusCode: status }) => {
            if (tokenCaller === null) return;
            const { workspace, actor } = tokenCaller;
            const called = `${operation.method} /api/v1${operation.path}`;
            deps.tokenUses.note({
              workspaceId: workspace.id,
              tokenId: actor.id,
              operation: called,
              ip,
              status,
              at: new Date(),
            });
          },
          ...(operation.method === 'POST' && {
            // Keeps the body as bytes: malformed JSON is reported later in the order of checks, and idempotency
            // compares the exact bytes.
            preHandler: async (request: FastifyRequest) => {
              const owner = { workspaceId: request.tokenCaller!.workspace.id };
              const isFile = FILE_CONTENT_TYPE_PATTERN.test(request.headers['content-type'] ?? '');
              if (operation.upload ? !isFile : isFile) throw otherMediaType(operation);
              if (operation.upload) request.body = bodies.stream(request, owner, rule);
              else if (hasBody(request)) request.body = await bodies.read(request, owner, rule);
            },
          }),
          handler: (request, reply) => respond(router, parts, operation, request, reply),
        });
      }
    },
    { prefix: '/api/v1' },
  );
}

async function respond(
  router: AnyRouter,
  { deps, answers }: Parts,
  operation: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = request.tokenCaller!;
  const now = new Date();
  const isRead = operation.method === 'GET';
  const encoding = isRead ? acceptedEncodingOf(request) : undefined;
  if (isRead) reply.header('vary', 'accept-encoding');
  if (operation.conditional) reply.header('cache-control', 'private, no-cache');
  else reply.header('cache-control', 'no-store');
  if (operation.conditional === 'catalog') {
    // The response depends on the revision only, so comparing revisions tells whether the client's copy is current.
    const etag = etagOfEncodedVersion(caller.actor.catalogRevision, encoding);
    parseQuery(queryOf(request), operation.query);
    reply.header('etag', etag);
    if (isNotModified(request, etag)) return reply.code(304).send();
  }
  const admit = () => acquireTokenSlot(deps, request, caller.workspace.id, () => clientDisconnectSignalOf(reply));
  // What can be repeated waits without a slot, and outside of the transaction that keeps an answer.
  const { isRepeatable = false } = operation;
  const slot = new RequestSlot(admit);
  const waits = isRepeatable || operation.file !== undefined;
  const work = (once?: IdempotentWorkContext) =>
    perform(router, deps, operation, request, { caller, now, ...(waits && { slot }), ...(once && { once }) });
  const given = operation.method === 'POST' ? idempotencyKeyOf(request) : undefined;
  const key = isRepeatable ? undefined : given;
  // Before a transaction, because the limit takes a connection of its own.
  if (operation.people) await deps.rateLimits.take(caller, 'people', now, reply, peopleIn(request, operation.people));
  const release = waits ? () => undefined : await admit();
  const answer = await (
    key === undefined
      ? work()
      : runIdempotently({ db: deps.db, now, ...caller }, request, operation, key, async (once) =>
          whole(await work(once).catch((error: unknown) => answerToError(error, request))),
        )
  ).catch((error: unknown) => {
    release();
    throw error;
  });
  if (answer instanceof FileResponse) {
    const mayStillRead = () => mayRead(deps, request, operation);
    return sendFile(request, reply, answer.file, { answers, workspaceId: caller.workspace.id, slot, mayStillRead });
  }
  if (operation.conditional === 'content' && answer.version) {
    // Weak, because answers of two moments differ in the time that they say.
    const etag = `W/"${answer.version}"`;
    reply.header('etag', etag);
    if (isNotModified(request, etag)) {
      if (answer instanceof StreamedJson) await answer.cancel().finally(release);
      else release();
      return reply.code(304).send();
    }
  }
  if (answer instanceof StreamedJson) {
    const reserveBytes = (bytes: number) => answers.take({ workspaceId: caller.workspace.id }, bytes);
    const { body, made } = streamWithBoundedBackpressure(answer.pieces, { patience: PATIENCE, reserveBytes });
    void made.finally(release);
    reply.header('content-type', JSON_TYPE);
    if (encoding === undefined) return reply.send(body);
    return reply.header('content-encoding', encoding).send(compressResponseStream(body, encoding));
  }
  release();
  if (answer.headers) reply.headers(answer.headers);
  reply.code(answer.status).header('content-type', answer.contentType);
  if (encoding === undefined || !isWorthCompressing(answer.body)) return reply.send(answer.body);
  return reply.header('content-encoding', encoding).send(await compressResponseBody(answer.body, encoding));
}

/**
 * Returns false if the token was revoked by now (rules/tokens 8). Unknown while the server is busy: the next piece asks
 * again.
 */
async function mayRead(
  deps: ServerDependencies,
  request: FastifyRequest,
  { permission }: RestOperation,
): Promise<boolean> {
  try {
    requirePermittedReach((await authenticateToken(deps, request)).actor, permission);
    return true;
  } catch (error) {
    return appErrorOf(error).status >= 500;
  }
}

function otherMediaType({ upload }: RestOperation): AppError {
  const wanted = upload ? 'the file as application/octet-stream' : 'the body as application/json, in UTF-8';
  return new AppError('unsupported_media_type', `Send ${wanted}.`);
}

/** Returns 0 for a body that is refused later. */
function peopleIn({ body }: FastifyRequest, people: (input: unknown) => number): number {
  try {
    return people(parseJsonBody(body));
  } catch {
    return 0;
  }
}

/** What can be kept for a repetition: only reads are streamed, and no read is kept. */
function whole(answer: ReplayableResponse | StreamedJson | FileResponse): ReplayableResponse {
  if (answer instanceof StreamedJson || answer instanceof FileResponse)
    throw new Error('An answer that is streamed cannot be kept.');
  return answer;
}

type Performed = { caller: TokenCaller; now: Date; slot?: RequestSlot; once?: IdempotentWorkContext };

async function perform(
  router: AnyRouter,
  deps: ServerDependencies,
  operation: RestOperation,
  request: FastifyRequest,
  { caller, now, slot, once }: Performed,
): Promise<ReplayableResponse | StreamedJson | FileResponse> {
  const parameters = { ...parseQuery(queryOf(request), operation.query), ...(request.params as object) };
  const ofPost = () =>
    operation.upload ? request.body : restInputOf(parseJsonBody(request.body), parameters, operation);
  const input = operation.method === 'POST' ? ofPost() : parameters;
  const ctx: RequestContext = {
    db: deps.db,
    now,
    requestId: request.id,
    ip: request.ip,
    caller: () => Promise.resolve(caller),
    rests: (workspaceId) => deps.admission.rests(workspaceId),
    identity: () => Promise.reject(new Error('A token is no identity')),
    session: () => Promise.reject(new Error('A token has no session')),
    openStream: () => Promise.reject(new Error('A token follows nothing')),
    singleSignOn: false,
    passkeySite: () => undefined,
    isMailLogged: false,
    services: deps.services,
    ...(slot && { slot }),
    ...(once ?? { streams: true, files: operation.file !== undefined }),
  };
  const result: unknown = await callTRPCProcedure({
    router,
    path: operation.name,
    getRawInput: () => Promise.resolve(input),
    ctx,
    type: operation.type,
    signal: undefined,
    batchIndex: 0,
  });
  if (result instanceof StreamedJson || result instanceof FileResponse) return result;
  if (result instanceof PreparedJson) {
    const { body, created, version } = result;
    return { status: created ? 201 : 200, contentType: JSON_TYPE, body, ...(version && { version }) };
  }
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify(result) };
}

/** An error below 500 is an answer, and is kept like one. Anything else is no answer: the transaction is undone. */
function answerToError(error: unknown, request: FastifyRequest): ReplayableResponse {
  const known = appErrorOf(error);
  if (known.status >= 500) throw error;
  return {
    status: known.status,
    contentType: PROBLEM_MEDIA_TYPE,
    body: JSON.stringify(problemBodyOf(known, request)),
    headers: known.headers,
  };
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start < 0 ? '' : request.url.slice(start + 1);
}
