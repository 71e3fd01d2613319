import { TRPC_ERROR_CODES_BY_KEY, type TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import type { FastifyReply } from 'fastify';
import type { AppError } from '../../core/errors.ts';
import type { TrpcCalls } from './trpc-calls.ts';

/** tRPC's error code for a status, which its clients evaluate. tRPC has none for 423. */
const TRPC_CODES: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  423: 'PRECONDITION_FAILED',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
};

type Where = { path: string | undefined; requestId: string | null };

/** Converts an error to tRPC's format. @param otherwise tRPC's code for statuses without one */
export function trpcErrorShapeOf(
  error: AppError,
  { path, requestId }: Where,
  otherwise: TRPC_ERROR_CODE_KEY = 'INTERNAL_SERVER_ERROR',
) {
  const code = TRPC_CODES[error.status] ?? otherwise;
  return {
    message: error.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: {
      code,
      httpStatus: error.status,
      path,
      app_code: error.code,
      detail: error.message,
      request_id: requestId,
      errors: error.fields,
      lock: error.lock,
    },
  };
}

/**
 * Refuses all calls of a request in tRPC's format without running tRPC, whose contexts, requests, responses and errors
 * cost more than the rest of a refusal.
 */
export function refuseTrpcCalls(reply: FastifyReply, { names, isBatch }: TrpcCalls, error: AppError): FastifyReply {
  const requestId = reply.request.id;
  const refusals = names.map((path) => ({ error: trpcErrorShapeOf(error, { path, requestId }) }));
  return reply
    .code(error.status)
    .headers({
      ...error.headers,
      'content-type': 'application/json',
      vary: 'trpc-accept, accept',
      'cache-control': 'no-store',
    })
    .send(Buffer.from(JSON.stringify(isBatch ? refusals : refusals[0])));
}
