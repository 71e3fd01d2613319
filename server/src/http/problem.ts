import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toProblemDetails, invalidRequestError } from '../core/errors.ts';
import type { Problem } from '@training/shared/problem';
import { TRPCError } from '@trpc/server';
import { StorageUnavailableError } from '../platform/storage/object-storage.ts';
import { z } from 'zod';
import {
  databaseUnavailabilityOf,
  type DatabaseUnavailability,
  databaseBusyMessageOf,
  workspaceMovedMessageOf,
} from '../database/database-unavailable.ts';

/**
 * Converts any error to the error sent to the caller. Unexpected errors become `internal_error`, without their message.
 */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) return appErrorOfTrpc(error);
  const moved = workspaceMovedMessageOf(error);
  if (moved !== undefined) return new AppError('workspace_moved', moved);
  const busy = databaseBusyMessageOf(error);
  if (busy) return new AppError('busy', busy, { headers: { 'retry-after': '2' } });
  if (error instanceof StorageUnavailableError) {
    const words = 'Files can’t be stored or read at the moment. Try again in a minute.';
    return new AppError('unavailable', words, { headers: { 'retry-after': '30' } });
  }
  const unavailable = databaseUnavailabilityOf(error);
  if (unavailable) return databaseUnavailableError(unavailable);
  return (
    lackingTimeZone(error) ??
    appErrorOfFastify(error) ??
    new AppError('internal_error', 'The error has been logged under the request id.')
  );
}

/** SQLSTATE `invalid_parameter_value` is also used for other parameters, so the message decides. */
const NO_TIME_ZONE = /^time zone "([^"]{1,64})" not recognized$/;

/** Returns what to do if the database lacks the time zone of the workspace, as after an update of its data. */
function lackingTimeZone(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, zone] = NO_TIME_ZONE.exec(error.message) ?? [];
  if (zone === undefined) return error.cause === error ? undefined : lackingTimeZone(error.cause);
  const detail = `The database doesn’t know the time zone ${zone}. A super admin can choose another in the workspace’s settings.`;
  return new AppError('unavailable', detail, { headers: { 'retry-after': '60' } });
}

export function databaseUnavailableError({ detail, retryAfter }: DatabaseUnavailability): AppError {
  return new AppError('unavailable', detail, { headers: { 'retry-after': String(retryAfter) } });
}

function appErrorOfTrpc(error: TRPCError): AppError {
  const { cause } = error;
  if (error.code === 'BAD_REQUEST' && cause instanceof z.ZodError) return invalidRequestError(cause);
  switch (error.code) {
    case 'PARSE_ERROR':
    case 'BAD_REQUEST':
      return cause instanceof AppError
        ? cause
        : new AppError('malformed_json', 'The request could not be read as JSON.');
    case 'NOT_FOUND':
      return cause instanceof AppError ? cause : new AppError('route_not_found', 'There is no such procedure.');
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('method_not_allowed', 'Queries are sent with GET, mutations with POST.');
    case 'PAYLOAD_TOO_LARGE':
      return new AppError('body_too_large', 'The body may have at most 1 MiB.');
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'Send the body as application/json.');
    default:
      return appErrorOf(cause);
  }
}

function appErrorOfFastify(error: unknown): AppError | undefined {
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large', 'The body may have at most 1 MiB.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'Send the body as application/json, in UTF-8.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('malformed_json', 'The body isn’t JSON.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('malformed_json', 'The body’s length differs from Content-Length.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new AppError('route_not_found', 'The address is not a valid path.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('route_not_found', 'The address is too long.');
    default:
      return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** Builds the body of an error that is the answer to a request. */
export function problemBodyOf(error: AppError, request: FastifyRequest): Problem {
  return toProblemDetails(error, { instance: request.url.split('?', 1)[0] ?? '/', requestId: request.id });
}

export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  const problem = problemBodyOf(error, reply.request);
  return reply
    .code(problem.status)
    .headers({
      ...error.headers,
      'x-request-id': problem.request_id,
      'content-type': PROBLEM_MEDIA_TYPE,
      'cache-control': 'no-store',
    })
    .send(JSON.stringify(problem));
}
