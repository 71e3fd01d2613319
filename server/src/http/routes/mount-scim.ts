import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { requirePermittedReach } from '../../core/permitted-reach.ts';
import {
  SCIM_METHODS,
  MAX_SCIM_BODY_BYTES,
  type ScimOperation,
  type ScimOutcomeToRecord,
} from '../../core/scim-operation.ts';
import { runAsRequest } from '../../database/statements/guarded-writes.ts';
import { runInSpan } from '../../platform/tracing/spans.ts';
import { assertStorableStrings } from '../assert-storable-strings.ts';
import { type RequestBodyReader, hasBody } from '../bodies/request-body-reader.ts';
import { parseJsonBody } from '../bodies/read-body.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { clientDisconnectSignalOf } from '../limits/admission.ts';
import { appErrorOf } from '../problem.ts';
import { acquireTokenSlot, authenticateToken } from '../authenticate-token.ts';
import { SCIM_PREFIX } from './scim-prefix.ts';
import { SCIM_MEDIA_TYPE, scimErrorOf, sendScimError } from './scim-errors.ts';

type Parts = {
  deps: ServerDependencies;
  bodies: RequestBodyReader;
  /** Keeps the outcome for the page of the connection. */
  noteOutcome: (ctx: Context, outcome: ScimOutcomeToRecord) => Promise<void>;
};

const isRead = (method: string) => method === 'GET';

/**
 * Serves SCIM 2.0 under `/scim/v2` (RFC 7644), for tokens of the scope `scim`. Checks run in the order of the REST
 * surface: 404, 405, 401, 403, 429, then the body is read. All errors have the form of RFC 7644, 3.12.
 */
export function mountScim(app: FastifyInstance, operations: readonly ScimOperation[], parts: Parts): void {
  const { deps, bodies } = parts;
  const rule = bodies.rule(
    MAX_SCIM_BODY_BYTES,
    () => new AppError('body_too_large', 'The body may have at most 1 MiB.'),
  );
  app.register(
    async (scim) => {
      scim.decorateRequest('tokenCaller', null);
      scim.decorateRequest('scimDetail', null);
      scim.removeAllContentTypeParsers();
      scim.addContentTypeParser(
        /^application\/(scim\+)?json *(; *charset="?utf-?8"? *)?$/i,
        (_request, _payload, done) => done(null),
      );
      scim.setErrorHandler((error, request, reply) => {
        const sent = scimErrorOf(error);
        const known = appErrorOf(error);
        if (sent.status === 500) request.log.error({ err: error }, sent.message);
        if (sent.status === known.status) request.noteRefusal(known);
        request.scimDetail = sent.message;
        return sendScimError(reply, sent);
      });
      for (const operation of operations) {
        scim.route({
          method: operation.method,
          url: operation.path,
          exposeHeadRoute: false,
          onRequest: async (request, reply) => {
            const caller = await authenticateToken(deps, request);
            request.tokenCaller = caller;
            requirePermittedReach(caller.actor, 'scim');
            await deps.rateLimits.take(caller, isRead(operation.method) ? 'read' : 'write', new Date(), reply);
          },
          onResponse: (request, reply) => noteUse(parts, operation, request, reply.statusCode),
          handler: async (request, reply) => respond(parts, operation, request, reply, rule),
        });
      }
      for (const path of new Set(operations.map((operation) => operation.path))) {
        const allowed = operations.filter((operation) => operation.path === path).map(({ method }) => method);
        scim.route({
          method: SCIM_METHODS.filter((method) => !allowed.includes(method)),
          url: path,
          exposeHeadRoute: false,
          onRequest: async ({ method }) => {
            const words = `Use ${allowed.join(' or ')} here, not ${method}.`;
            throw new AppError('method_not_allowed', words, { headers: { allow: allowed.join(', ') } });
          },
          handler: () => undefined,
        });
      }
      scim.all('/*', {
        onRequest: async ({ url }) => {
          throw new AppError('route_not_found', `There is nothing at ${url.split('?', 1)[0]?.slice(0, 200)}.`);
        },
        handler: () => undefined,
      });
    },
    { prefix: SCIM_PREFIX },
  );
}

type Rule = ReturnType<RequestBodyReader['rule']>;

async function respond(
  { deps, bodies }: Parts,
  operation: ScimOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  rule: Rule,
): Promise<FastifyReply> {
  const caller = request.tokenCaller!;
  const { workspace } = caller;
  const body =
    hasBody(request) && !isRead(operation.method)
      ? await bodies.read(request, { workspaceId: workspace.id }, rule)
      : undefined;
  const parsed = operation.method === 'DELETE' || isRead(operation.method) ? undefined : parseJsonBody(body);
  assertStorableStrings(parsed);
  const [address = '', search = ''] = request.url.split('?', 2);
  const query = new URLSearchParams(search);
  for (const value of query.values()) assertStorableStrings(value);
  if (operation.people) await deps.rateLimits.take(caller, 'people', new Date(), reply, operation.people(parsed));
  const base = `${deps.auth.origins()[0]}${SCIM_PREFIX}`;
  const id = operation.path.includes(':id') ? decodeURIComponent(address.split('/').at(-1) ?? '') : '';
  const release = await acquireTokenSlot(deps, request, workspace.id, () => clientDisconnectSignalOf(reply));
  try {
    const {
      status,
      body: sent,
      location,
      version,
      detail,
    } = await runInSpan(`scim ${operation.method} ${operation.path}`, {}, () =>
      runAsRequest(async () =>
        operation.run(contextOf(deps, request), {
          id,
          query,
          body: parsed,
          base,
          ...preconditions(request),
          errorOf: scimErrorOf,
        }),
      ),
    );
    request.scimDetail = detail ?? null;
    reply.code(status).header('cache-control', 'no-store');
    if (location !== undefined) reply.header('location', location);
    if (version !== undefined) reply.header('etag', version);
    if (sent === undefined) return await reply.send();
    return await reply.header('content-type', SCIM_MEDIA_TYPE).send(JSON.stringify(sent));
  } finally {
    release();
  }
}

const preconditions = ({ headers }: FastifyRequest) => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
});

function contextOf({ db }: ServerDependencies, request: FastifyRequest): Context {
  const caller = request.tokenCaller!;
  return { db, ...caller, reach: 'workspace', now: new Date(), requestId: request.id, ip: request.ip };
}

async function noteUse(
  { deps, noteOutcome }: Parts,
  { method, path }: ScimOperation,
  request: FastifyRequest,
  status: number,
): Promise<void> {
  const { tokenCaller: caller, ip } = request;
  if (caller === null) return;
  const { workspace, actor } = caller;
  const at = new Date();
  const operation = `${method} ${SCIM_PREFIX}${path}`;
  deps.tokenUses.note({ workspaceId: workspace.id, tokenId: actor.id, operation, ip, status, at });
  if (isRead(method) && status < 400) return;
  const outcome = { operation: `${method} ${path}`, status, detail: request.scimDetail };
  await noteOutcome(contextOf(deps, request), outcome).catch((error: unknown) =>
    request.log.warn({ err: error }, 'A SCIM request could not be noted'),
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What an identity provider was told of a refusal. */
    scimDetail: string | null;
  }
}
