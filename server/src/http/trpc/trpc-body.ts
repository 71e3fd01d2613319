import type { AnyRouter } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { type RequestBodyReader, FILE_CONTENT_TYPE_PATTERN, hasBody } from '../bodies/request-body-reader.ts';
import type { RequestContext } from '../procedures.ts';
import type { ProcedureMeta } from '../rest/procedure-meta.ts';
import type { TrpcCalls } from './trpc-calls.ts';

const MEBIBYTE = 1024 * 1024;

/** Maximum number of calls per batch. The console's client splits larger batches (rules/bounds 5). */
const MOST_CALLS = 20;

/**
 * Maximum length of a request as JSON. The console sends whole documents and sections of up to a million characters,
 * each of at most six bytes (`\u0001`), plus the surrounding JSON.
 */
const LONGEST_JSON = 6 * MEBIBYTE;

const JSON_TYPE = /^application\/json *(;|$)/i;

/** A stream if the procedure takes a file. */
export type RawTrpcBody = Buffer | ReadableStream | undefined;

/**
 * Reads the body of a call if the caller is authenticated. Otherwise no body is read: the procedure checks the caller
 * before its input, and refuses.
 * @throws AppError 400 for a batch that is too long, and the errors of `RequestBodyReader`
 */
export async function readTrpcBody(
  router: AnyRouter,
  bodies: RequestBodyReader,
  request: FastifyRequest,
  { names, isBatch }: TrpcCalls,
  ctx: RequestContext | undefined,
): Promise<RawTrpcBody> {
  if (names.length > MOST_CALLS) {
    const words = `A batch may hold at most ${MOST_CALLS} calls, and this one has ${names.length}: send several.`;
    throw new AppError('invalid_request', words);
  }
  const file = isBatch ? undefined : fileOf(router, names[0]);
  if (!ctx || !(file || hasBody(request))) return undefined;
  const workspaceId = await ctx.caller().then(
    ({ workspace }) => workspace.id,
    () => undefined,
  );
  if (workspaceId === undefined) return ownBody(router, bodies, request, names, ctx);
  const mediaType = request.headers['content-type'] ?? '';
  if (file && FILE_CONTENT_TYPE_PATTERN.test(mediaType)) {
    return bodies.stream(request, { workspaceId }, bodies.fileRule(file.most));
  }
  if (JSON_TYPE.test(mediaType)) {
    const words = `The request may have at most ${LONGEST_JSON / MEBIBYTE} MiB; a million characters fit into it.`;
    const rule = bodies.rule(LONGEST_JSON, () => new AppError('body_too_large', words));
    return bodies.read(request, { workspaceId }, rule);
  }
  const wanted = file ? 'a file as application/octet-stream' : 'the body as application/json';
  throw new AppError('unsupported_media_type', `Send ${wanted}, not as ${mediaType.slice(0, 100) || 'nothing'}.`);
}

/** Maximum length of what people send about themselves, outside of workspaces: a passkey. */
const LONGEST_OWN = 16 * 1024;

/** Reads the body of calls that need a session and no workspace, for which the budget of sign-ins is enough. */
async function ownBody(
  router: AnyRouter,
  bodies: RequestBodyReader,
  request: FastifyRequest,
  names: readonly string[],
  ctx: RequestContext,
): Promise<RawTrpcBody> {
  if (!names.every((name) => procedureOf(router, name)?.meta?.permission === undefined)) return undefined;
  const isSignedIn = await ctx.identity().then(
    () => true,
    () => false,
  );
  return isSignedIn ? bodies.read(request, 'nobody', bodies.publicRule(LONGEST_OWN)) : undefined;
}

/**
 * Returns true if all called procedures check the workspace membership first, so that the whole request can be refused
 * if that check fails. Requests that tRPC itself refuses earlier are left to tRPC.
 */
export function isEveryCallMembershipCheckedFirst(
  router: AnyRouter,
  { names, isBatch }: TrpcCalls,
  { method, query }: { method: string; query: URLSearchParams },
) {
  if (names.length > MOST_CALLS || query.has('connectionParams')) return false;
  const takes = method === 'POST' ? ['mutation'] : isBatch ? ['query'] : ['query', 'subscription'];
  return names.every((name) => {
    const procedure = procedureOf(router, name);
    return procedure?.meta?.permission !== undefined && takes.includes(procedure.type);
  });
}

/** Returns true if none of the called procedures exists. */
export function hasOnlyUnknownProcedures(router: AnyRouter, { names }: TrpcCalls): boolean {
  return names.length <= MOST_CALLS && names.every((name) => procedureOf(router, name) === undefined);
}

type Definition = { type: string; meta?: ProcedureMeta };

function procedureOf(router: AnyRouter, name: string): Definition | undefined {
  const procedures: Record<string, { _def: Definition }> = router._def.procedures;
  return Object.hasOwn(procedures, name) ? procedures[name]?._def : undefined;
}

/** Returns the limits of the file that the procedure takes; undefined if it takes none. */
function fileOf(router: AnyRouter, name: string | undefined): ProcedureMeta['file'] {
  return name === undefined ? undefined : procedureOf(router, name)?.meta?.file;
}
